/**
 * Usual names of texts that stand beside programs and in folders of pages, as parts of a regular expression. Such a text often has
 * no extension, and every folder may have one.
 */
export const TEXT_NAMES: readonly string[] = [
  'readme',
  'licen[cs]e',
  'copying',
  'copyright',
  'changes',
  'change[-_. ]?log',
  'history',
  'news',
  'install',
  'authors',
  'contributors',
  'contributing',
  'maintainers',
  'credits',
  'thanks',
  'acknowledge?ments',
  'notice',
  'todo',
  'bugs',
  'faq',
  'hacking',
  'release[-_. ]?notes',
  'upgrading',
];

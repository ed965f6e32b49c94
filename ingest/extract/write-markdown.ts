/** Escapes text so that Markdown shows it unchanged. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<]/g, '\\$&');

/** Markdown in which lines of a paragraph stay lines. */
export const hardBreaks = (markdown: string): string => markdown.replace(/(?<=[^\n])\n(?=[^\n])/g, '\\\n');

/** A Markdown link if `href` is a web address, otherwise only the words. @param words Markdown */
export const markdownLink = (words: string, href: string | null | undefined): string =>
  href && /^https?:\/\//i.test(href) ? `[${words}](${href.replaceAll(')', '%29')})` : words;

/** Indents every line. */
export const indentLines = (text: string, indent: string): string =>
  indent === '' ? text : text.replace(/^(?=.)/gm, indent);

/** Quotes every line. */
export const quoteLines = (text: string): string => `> ${text.trim().replaceAll('\n', '\n> ')}`;

/** A Markdown table. Without a header, its first row is empty. Returns an empty text if there are no cells. */
export const markdownTable = (rows: readonly (readonly string[])[], hasHeader: boolean): string => {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? '').replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  const [first = [], ...rest] = hasHeader ? rows : [[], ...rows];
  return [line(first), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n');
};

/** A text as code between fences that are longer than any run of ticks in it. */
export const fencedCode = (text: string, language: string): string => {
  const ticks = '`'.repeat([...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length + 1), 3));
  return `${ticks}${language}\n${text}\n${ticks}`;
};

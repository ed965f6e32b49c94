import { TEXT_NAMES } from '../formats/text/text-names.ts';

/** Names and titles that a page of every folder may have, so that they do not tell which page it is. */
const SAME_EVERYWHERE = new RegExp(
  String.raw`^(?:${TEXT_NAMES.join('|')}|index|default|overview|introduction|summary|about|notes?|minutes|agenda|installation|version)(?:[-_. ](?:debian|amd64|arm64|v?\d[a-z\d]*))*$`,
  'i',
);

/** Folders whose name says only that pages are in them, or in which language; "it" and "hr" are departments too. */
const HOLDS_PAGES =
  /^(?:docs?|documentation|pages|content|src|html|text|files|main|(?:en|de|fr|es|pt|nl|pl|ru|uk|ja|zh|ko|ar|tr|cs|sv|da|fi)(?:[-_][a-z]{2})?)$/i;

/**
 * The title of a file's page: its own, or else the file's name. One that every folder may have ("README", "Overview") is led by
 * the nearest folder whose name says something: "strace changelog".
 *
 * @param own what the page says of itself; may be empty
 * @param id the source's id and the path in it, as in `handbook/travel/README.md`
 */
export const fileTitle = (own: string, id: string): string => {
  const title = own || nameOf(id);
  if (!SAME_EVERYWHERE.test(title)) return title;
  const folder = id
    .split('/')
    .slice(0, -1)
    .findLast((name) => !HOLDS_PAGES.test(name));
  const name = folder === undefined ? '' : withoutNotionId(folder);
  return name.toLowerCase() === title.toLowerCase() || name === '' ? title : `${name} ${title}`;
};

/** The last part of a document's id without the file's ending. Logseq writes `a/b` as `a___b`, and days as `2026_03_05`. */
export const nameOf = (id: string): string =>
  withoutNotionId((id.split('/').at(-1) ?? '').replace(/\.gz$/i, '').replace(/\.[^.]*$/, ''))
    .replace(/(?<=[^_])___(?=[^_])/g, '/')
    .replace(/^(\d{4})_(\d\d)_(\d\d)$/, '$1-$2-$3');

/** Notion writes a number behind the names of what it exports. */
const withoutNotionId = (name: string): string => name.replace(/(?<=\S) [0-9a-f]{32}(?:_all)?$/, '');

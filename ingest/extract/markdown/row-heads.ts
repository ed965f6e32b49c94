import { CODE } from './markdown-comments.ts';

/** The line below a table's header, and all lines with a border of cells below it. */
const ROWS = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*\n(?:[^\n|]*\|[^\n]*(?:\n|$))+/;
const CODE_OR_ROWS = new RegExp(`${CODE.source}|${ROWS.source}`, 'gm');
/** `# Berlin | 12` or `| # Berlin | 12`: the first cell of a row names the row. */
const MARK = /^([ \t]*(?:\|[ \t]*)?)#[ \t]+(?=[^\n|]*\S[^\n|]*\|)/gm;

/**
 * Takes away the sign by which some builders of sites mark a row's name (`# Berlin | 12`). Markdown would end the table there and
 * read the row as a heading.
 */
export const withoutRowMarks = (markdown: string): string =>
  /^[ \t]*(?:\|[ \t]*)?#[ \t][^\n|]*\|/m.test(markdown)
    ? markdown.replace(CODE_OR_ROWS, (found: string, _indent?: string, fence?: string, ticks?: string) =>
        fence === undefined && ticks === undefined ? found.replace(MARK, '$1') : found,
      )
    : markdown;

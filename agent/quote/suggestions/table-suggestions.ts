import type { Table } from '../../../core/document.ts';
import { headerName } from '../../../core/tables/markdown.ts';
import { isName, lower, lowerWords } from './names.ts';
import type { Suggestion } from './suggestion.ts';

/** Question templates by column head. */
const ASK: readonly (readonly [RegExp, (label: string, column: string) => string])[] = [
  [
    /^(?:(?:team |site )?lead|head|manager|owner|contact|responsible|person)$/i,
    (label, column) => `Who is the ${lowerWords(column)} of ${label}?`,
  ],
  [/price|cost|fee/i, (label) => `How much is ${article(label)}?`],
  [/^(?:opened|founded)$/i, (label) => `When was ${label} opened?`],
  [/^released$/i, (label) => `When was ${label} released?`],
  [/^joined$/i, (label) => `When did ${label} join?`],
  [
    /^(?:phone|telephone|e-?mail|address|channel|warranty|version|default|size|weight|range)$/i,
    (label, column) => `What is the ${lowerWords(column)} of ${label}?`,
  ],
  [/^(?:opening )?hours$/i, (label) => `What are the opening hours of ${label}?`],
  [
    /^discount$/i,
    (label) =>
      /s$/i.test(label)
        ? `What discount do ${lower(label)} get?`
        : `What discount does ${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${lower(label)} get?`,
  ],
  [/^first answer$/i, (label) => `How soon do ${label} customers get a first answer?`],
  [
    /^(?:\p{L}+ ){0,2}(?:limit|rate|allowance|discount|charge|deadline|terms|extension|budget|capacity|interval|minimum|maximum)$/iu,
    (label, column) => `What is the ${lowerWords(column)} for ${label}?`,
  ],
  [/^(?:\p{L}+ ){0,2}due$/iu, (label, column) => `When is the ${lowerWords(column)} for ${label}?`],
];

/** A cell that leaves open what is asked. */
const SAYS_NOTHING = /^(?:n\/?a|none|tb[acd]|unknown|todo|\W*)$/i;

/** Questions about the first rows of a table, if it has a column in `ASK`. */
export const tableSuggestions = ({ documentId, columns, rows }: Table): Suggestion[] => {
  const found: Suggestion[] = [];
  const named = labelColumn(rows);
  for (const row of rows.slice(0, 4)) {
    const label = row[named]?.trim() ?? '';
    if (!isName(label) || isCode(label) || label.split(/\s+/).length > 4) continue;
    for (const [at, path] of columns.entries()) {
      const [column, cell] = [headerName(path).trim(), row[at]?.trim() ?? ''];
      if (at <= named || cell.length > 60 || SAYS_NOTHING.test(cell)) continue;
      const ask = ASK.find(([head]) => head.test(column))?.[1];
      if (!ask || column.includes('›')) continue;
      found.push({ question: ask(label, column), documentId, holds: cell });
      break;
    }
    if (found.length >= 2) break;
  }
  return found;
};

/** Index of the column that names the rows: the first one, unless it numbers them ("P01") and the next one names them. */
export const labelColumn = (rows: Table['rows']): number => {
  const share = (at: number) => rows.filter((row) => isCode(row[at]?.trim() ?? '')).length / Math.max(1, rows.length);
  return share(0) > 0.5 && share(1) < 0.5 ? 1 : 0;
};
/** True for a number or a code, which nobody calls a thing by: "P01", "FV2", "17". */
const isCode = (label: string): boolean => /^[\p{L}#]{0,3}[-. ]?\p{N}+$/u.test(label);

const article = (label: string): string => (/\p{N}/u.test(label) ? `a ${label}` : label);

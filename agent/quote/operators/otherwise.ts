import type { PageTable } from '../pages/tables.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import { stemsOf } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { cellStems, contentTerms, inHeads, shareOf } from './table-words.ts';

const EVERYTHING_ELSE =
  /^(?:everywhere|everything|everyone|everybody|anywhere|anything|all|any) else\b|^(?:all |any )?others?\b|^elsewhere\b|^default$|^otherwise$/i;
const REST_OF = /^(?:rest of|other) (?:the )?(\p{Lu}[\p{L} ]+)/u;
/** Folded place names by region, for rows such as "Rest of Europe". */
const REGIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  europe: new Set(
    'germany france austria belgium netherlands holland luxembourg denmark sweden finland ireland greece poland czechia hungary romania bulgaria croatia slovenia slovakia estonia latvia lithuania malta cyprus serbia ukraine uk england scotland wales britain berlin munich hamburg frankfurt cologne vienna brussels amsterdam rotterdam copenhagen stockholm helsinki dublin athens warsaw prague budapest bucharest edinburgh manchester lyon marseille germany'.split(
      ' ',
    ),
  ),
};

/** Selects the row for "everywhere else" if the question names a place that no row contains. */
export const otherwise: Operator = (question, tables) =>
  tables.flatMap((table): Operation[] => {
    // A question for a person names no place.
    if (question.types.includes('person')) return [];
    const rest = table.rows.findIndex((cells) => EVERYTHING_ELSE.test(cells[0] ?? ''));
    if (rest < 0) return [];
    const terms = contentTerms(question.terms).filter(({ share }) => share === 1);
    const names = terms.filter((term) => term.specific && !term.numeric && !inHeads(table, term));
    // A name that is a row's label in any table is not "everywhere else".
    const known = names.some((term) =>
      tables.some((other) => other.rows.some((_, row) => termMatch(term, cellStems(other, row, 0)) >= MIN_TERM_MATCH)),
    );
    if (names.length === 0 || names.length > 2 || known) return [];
    const others = terms.filter((term) => !names.includes(term));
    const context = shareOf(others, (term) => inHeads(table, term));
    const asksColumn = others.some((term) => table.columnStems.slice(1).some((head) => head.has(term.stem)));
    if (!asksColumn || context < 0.5) return [];
    const row = names.map(({ word }) => regionRow(table, word)).find((found) => found !== undefined) ?? rest;
    return [
      {
        operator: 'otherwise',
        table,
        rows: [row],
        quality: 0.35 + 0.55 * context,
        consumed: new Set(names.map(({ stem }) => stem)),
      },
    ];
  });

const regionRow = (table: PageTable, place: string): number | undefined => {
  const row = table.rows.findIndex((cells) => {
    const region = REST_OF.exec(cells[0] ?? '')?.[1];
    return region !== undefined && stemsOf(region).length > 0 && REGIONS[region.toLowerCase().trim()]?.has(place);
  });
  return row < 0 ? undefined : row;
};

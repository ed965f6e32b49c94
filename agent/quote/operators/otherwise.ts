import type { PageTable } from '../candidates/tables.ts';
import { stemsOf } from '../reading/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { cellStems, contentTerms, HOLDS, holds, inHeads, shareOf } from './table-words.ts';

const EVERYTHING_ELSE =
  /^(?:everywhere|everything|everyone|everybody|anywhere|anything|all|any) else\b|^(?:all |any )?others?\b|^elsewhere\b|^default$|^otherwise$/i;
const REST_OF = /^(?:rest of|other) (?:the )?(\p{Lu}[\p{L} ]+)/u;
/** Places by the region that a table may sum up; folded. */
const REGIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  europe: new Set(
    'germany france austria belgium netherlands holland luxembourg denmark sweden finland ireland greece poland czechia hungary romania bulgaria croatia slovenia slovakia estonia latvia lithuania malta cyprus serbia ukraine uk england scotland wales britain berlin munich hamburg frankfurt cologne vienna brussels amsterdam rotterdam copenhagen stockholm helsinki dublin athens warsaw prague budapest bucharest edinburgh manchester lyon marseille germany'.split(
      ' ',
    ),
  ),
};

/** The row for everywhere else, where a question names a place that no row of the table does. */
export const otherwise: Operator = (question, tables) =>
  tables.flatMap((table): Operation[] => {
    // The name of a person is no place, and nobody asks a table of places who.
    if (question.types.includes('person')) return [];
    const rest = table.rows.findIndex((cells) => EVERYTHING_ELSE.test(cells[0] ?? ''));
    if (rest < 0) return [];
    const terms = contentTerms(question.terms).filter(({ share }) => share === 1);
    const names = terms.filter((term) => term.specific && !term.numeric && !inHeads(table, term));
    // A value of this table is meant only where its row is not there.
    const known = names.some((term) =>
      tables.some((other) => other.rows.some((_, row) => holds(term, cellStems(other, row, 0)) >= HOLDS)),
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

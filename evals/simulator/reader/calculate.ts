import { measures } from '../language/measures.ts';
import { nameKey, readName, sameName } from '../language/names.ts';
import type { Query } from '../language/query.ts';
import { grouped } from '../language/values.ts';
import type { Found } from './evidence.ts';
import type { Cell } from './read-passage.ts';

type TableQuery = Extract<Query, { kind: 'cell' | 'calculate' }>;
type FoundCell = Cell & Found;

/** The cells of a table that a question needs, each period once, in order; undefined when one is missing. */
const cellsFor = (query: TableQuery, cells: readonly FoundCell[]): FoundCell[] | undefined => {
  const own = cells.filter(({ measure }) => measure === query.measure);
  const once = [...new Map(own.map((cell) => [nameKey(cell.period), cell])).values()];
  if (query.kind === 'cell') {
    const found = once.find(({ period }) => sameName(readName(period), readName(query.at)));
    return found && [found];
  }
  if (query.how === 'change' || query.how === 'total') {
    const years = query.how === 'change' ? [query.from!, query.to!] : yearsBetween(query.from!, query.to!);
    const found = years.map((year) => once.find(({ period }) => period === year));
    return found.every((cell) => cell !== undefined) ? (found as FoundCell[]) : undefined;
  }
  return once.length === 0 ? undefined : once;
};

const yearsBetween = (from: string, to: string): string[] =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => String(Number(from) + i));

/** Computes the answer from a table; undefined when a cell is missing. */
export const calculate = (
  query: TableQuery,
  cells: readonly FoundCell[],
): { answer: string; used: Found[]; says: string } | undefined => {
  const used = cellsFor(query, cells);
  if (!used) return undefined;
  const values = used.map(({ value }) => value);
  const { unit } = measures.find(({ id }) => id === query.measure)!;
  const inWords = (value: number): string => (unit ? `${grouped(value)} ${unit}` : grouped(value));
  const answer = ((): string => {
    if (query.kind === 'cell') return inWords(values[0]!);
    switch (query.how) {
      case 'change':
        return inWords(Math.abs(values[1]! - values[0]!));
      case 'total':
        return inWords(values.reduce((sum, value) => sum + value, 0));
      case 'best':
        return used[values.indexOf(Math.max(...values))]!.period;
      case 'worst':
        return used[values.indexOf(Math.min(...values))]!.period;
      case 'above':
        return String(values.filter((value) => value > query.bound!).length);
    }
  })();
  return { answer, used, says: `The answer is ${answer}.` };
};

/** The expression whose value is the answer, for the questions that are sums and differences. */
export const expressionFor = (query: TableQuery, cells: readonly FoundCell[]): string | undefined => {
  const values = cellsFor(query, cells)?.map(({ value }) => value);
  if (!values || query.kind === 'cell') return undefined;
  if (query.how === 'change') return `abs(${values[1]} - ${values[0]})`;
  if (query.how === 'total') return values.join(' + ');
  return undefined;
};

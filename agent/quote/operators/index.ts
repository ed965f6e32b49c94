import type { PageTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { comparison } from './comparison.ts';
import { dateRow } from './date-row.ts';
import { datedRows } from './dated-rows.ts';
import { filterRows } from './filter.ts';
import { joinedRow } from './join.ts';
import type { Operation, Operator } from './operation.ts';
import { otherwise } from './otherwise.ts';
import { rangeRow } from './range.ts';
import { superlative } from './superlative.ts';
import { wholeTable } from './whole-table.ts';

export type { Operation } from './operation.ts';

const OPERATORS: readonly Operator[] = [
  rangeRow,
  dateRow,
  datedRows,
  superlative,
  comparison,
  filterRows,
  otherwise,
  joinedRow,
  wholeTable,
];

/** Words for a value that is calculated from several rows. */
const CALCULATED = /\b(?:averages?|median|(?<=\bthe )mean|sum(?= of)|durchschnitt\p{L}*|mittelwert\p{L}*)(?!\p{L})/iu;

/** True if a table states the calculated value, as a column, a row or its subject, so that a row of it may answer. */
const states = (table: PageTable, word: string): boolean =>
  [table.title, table.name, ...table.columns, ...table.rows.map((cells) => cells[0] ?? '')].some((text) =>
    text.toLowerCase().includes(word),
  );

/**
 * The tables that may answer a question. A row does not answer a question for an average over rows, unless its table
 * states averages.
 */
export const answeringTables = (question: ReadQuestion, tables: readonly PageTable[]): readonly PageTable[] => {
  const calculated = question.text.match(CALCULATED)?.[0].toLowerCase();
  return calculated === undefined ? tables : tables.filter((table) => states(table, calculated.replace(/s$/, '')));
};

/** Applies all operators to the tables of the found pages. */
export const operate = (question: ReadQuestion, tables: readonly PageTable[], today: number): Operation[] => {
  const able = answeringTables(question, tables);
  return OPERATORS.flatMap((operator) => operator(question, able, today));
};

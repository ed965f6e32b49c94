import type { PageTable } from '../candidates/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { comparison } from './comparison.ts';
import { dateRow } from './date-row.ts';
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
  superlative,
  comparison,
  filterRows,
  otherwise,
  joinedRow,
  wholeTable,
];

/** Applies all operators to the tables of the found pages. */
export const operate = (question: ReadQuestion, tables: readonly PageTable[], today: number): Operation[] =>
  OPERATORS.flatMap((operator) => operator(question, tables, today));

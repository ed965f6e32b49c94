import type { PageTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';

/** Rows that an operator selects from a page's table as an answer. */
export interface Operation {
  operator: 'range' | 'date' | 'superlative' | 'comparison' | 'filter' | 'count' | 'otherwise' | 'whole' | 'join';
  table: PageTable;
  /** Numbers of the rows, in the order to show them. */
  rows: readonly number[];
  /** 0 to 1: how closely the table's words match the question. */
  quality: number;
  /** Stems of the question that the operator interpreted. They count as covered. */
  consumed: ReadonlySet<string>;
  /** A description of the operation for the reader: "the largest of 12 by People". */
  says?: string;
  /** Columns to show besides the label; all if absent. */
  columns?: readonly number[];
  /** True if the question shares only the names of columns with the table. */
  byColumn?: boolean;
  /** Rows of the page's other tables that belong to the answer. */
  with?: readonly { table: PageTable; rows: readonly number[] }[];
}

/** Applies one kind of table operation to a question and the tables of the found pages. */
export type Operator = (question: ReadQuestion, tables: readonly PageTable[], today: number) => Operation[];

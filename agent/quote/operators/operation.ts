import type { PageTable } from '../candidates/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';

/** Rows that an operator takes from a page's table as an answer. */
export interface Operation {
  operator: 'range' | 'date' | 'superlative' | 'comparison' | 'filter' | 'count' | 'otherwise' | 'whole' | 'join';
  table: PageTable;
  /** Numbers of the rows, in the order to show them. */
  rows: readonly number[];
  /** 0 to 1: how exactly the table's own words say what the operator took them for. */
  quality: number;
  /** Stems of the question that the operator has used up: they count as covered. */
  consumed: ReadonlySet<string>;
  /** What was done, said beside the rows: "the largest of 12 by People". */
  says?: string;
  /** Columns to show beside the rows' labels, where the question names some; all where it names none. */
  columns?: readonly number[];
  /** Rows of the page's other tables that belong to the answer. */
  with?: readonly { table: PageTable; rows: readonly number[] }[];
}

/** An operator reads one question against the tables of the pages found. */
export type Operator = (question: ReadQuestion, tables: readonly PageTable[], today: number) => Operation[];

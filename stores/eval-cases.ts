import type { CaseStatus, EvalCase } from '../core/eval-case.ts';

/** Where the next page of cases starts: after this case, in the order of `list`. */
export type CaseCursor = Pick<EvalCase, 'updatedAt' | 'id'>;

/** Cases for evals: questions that people judged, with their gold answers. */
export interface EvalCaseStore {
  get(id: string): Promise<EvalCase | undefined>;
  /**
   * Writes version `n` where version `n - 1` stands, and version 1 where nothing does.
   * @returns false, with nothing written, where another version stands: somebody else wrote first
   */
  put(next: EvalCase): Promise<boolean>;
  /** The newest change first, starting after `before`, at most `limit`. */
  list(options: { status?: CaseStatus; before?: CaseCursor; limit: number }): Promise<EvalCase[]>;
  /** Cases with this key, by id: the same question. */
  withKey(key: string): Promise<EvalCase[]>;
  /** The case that a thumb on this turn became, for each person. */
  ofTurn(turnId: string): Promise<EvalCase[]>;
  counts(): Promise<Record<CaseStatus, number>>;
  /** Writes a case as it is, whatever stands there: for migration alone. */
  restore(one: EvalCase): Promise<void>;
  /** Streams every case in the order of ids, for export and migration. */
  all(): AsyncIterable<EvalCase>;
  /** Erases what cases hold of a person (`withoutPerson`); returns how many cases it stood in. */
  forgetPerson(personId: string): Promise<number>;
}

import type { CaseStatus, EvalCase } from '../core/eval-case.ts';

/** The last case of a page in the order of `list`; the next page starts after it. */
export type CaseCursor = Pick<EvalCase, 'updatedAt' | 'id'>;

/** Eval cases: questions whose answers people judged, with gold answers. */
export interface EvalCaseStore {
  get(id: string): Promise<EvalCase | undefined>;
  /**
   * Writes version `n` if version `n - 1` is stored, or version 1 if no version is stored (optimistic locking).
   * @returns false if another version is stored, because somebody else wrote first; nothing is written then
   */
  put(next: EvalCase): Promise<boolean>;
  /** At most `limit` cases, last changed first, starting after `before`. */
  list(options: { status?: CaseStatus; before?: CaseCursor; limit: number }): Promise<EvalCase[]>;
  /** The cases with this question key, which are those of the same question, by id. */
  withKey(key: string): Promise<EvalCase[]>;
  /** The cases that came from feedback on this turn. */
  ofTurn(turnId: string): Promise<EvalCase[]>;
  counts(): Promise<Record<CaseStatus, number>>;
  /** Writes a case and replaces any stored version. For migration only. */
  restore(one: EvalCase): Promise<void>;
  /** Streams all cases in id order, for export and migration. */
  all(): AsyncIterable<EvalCase>;
  /** Erases from all cases what came from this turn, with `withoutTurn`. @returns the number of cases that contained it */
  forgetTurn(turnId: string): Promise<number>;
  /**
   * Erases a person's data from all cases with `withoutPerson`.
   * @param options.dryRun erases nothing
   * @returns the number of cases that contained the person
   */
  forgetPerson(personId: string, options?: { dryRun?: boolean }): Promise<number>;
}

import type { CaseOrigin, EvalCase } from '../../core/eval-case.ts';

/** Consecutive runs that a case must pass before people are told that it is fixed. */
const PASSES_TO_TELL = 2;

/**
 * The thumbs down whose givers should be told that a reviewed case is now answered correctly: those who were not told yet and
 * whose thumb is older than the last two runs, which both passed.
 */
export const originsToTell = ({ status, origins, results }: EvalCase): CaseOrigin[] => {
  const last = results.slice(-PASSES_TO_TELL);
  const [first] = last;
  if (status !== 'reviewed' || first === undefined || last.length < PASSES_TO_TELL) return [];
  if (last.some(({ passed }) => !passed)) return [];
  return origins.filter(({ rating, toldAt, at }) => rating === 'down' && toldAt === undefined && at < first.at);
};

/** What a case is waiting for, as text. `a second pass`: people are told only after `PASSES_TO_TELL` passes. */
export const waitsFor = (
  found: EvalCase,
): 'an answer' | 'a review' | 'a run' | 'a fix' | 'a second pass' | 'nothing' => {
  if (found.status === 'needs-answer') return 'an answer';
  if (found.status === 'new') return 'a review';
  if (found.status === 'retired') return 'nothing';
  const last = found.results.at(-1);
  if (last === undefined) return 'a run';
  if (!last.passed) return 'a fix';
  const owed = found.origins.some(({ rating, toldAt }) => rating === 'down' && toldAt === undefined);
  return owed && originsToTell(found).length === 0 ? 'a second pass' : 'nothing';
};

import type { CaseOrigin, EvalCase } from '../../core/eval-case.ts';

/** Runs in a row that a case must pass before anybody is told that it is fixed. */
const PASSES_TO_TELL = 2;

/**
 * The thumbs down of a reviewed case whose people are to be told that it is answered correctly: they have not been told, and
 * the last two runs, both after the thumb, passed.
 */
export const originsToTell = ({ status, origins, results }: EvalCase): CaseOrigin[] => {
  const last = results.slice(-PASSES_TO_TELL);
  const [first] = last;
  if (status !== 'reviewed' || first === undefined || last.length < PASSES_TO_TELL) return [];
  if (last.some(({ passed }) => !passed)) return [];
  return origins.filter(({ rating, toldAt, at }) => rating === 'down' && toldAt === undefined && at < first.at);
};

/** What a case waits for: `an answer`, `a review`, `a fix` (it fails or was not run), `nothing`. */
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

import { asParleyError, isParleyError } from '../core/errors.ts';
import type { QuestionContext } from './question-context.ts';
import type { Failure } from './state.ts';

/** Results and failures of branches that ran in parallel. */
export interface SettledBranches<T> {
  results: T[];
  /** For the state's `failures`. */
  failures: Failure[];
  exhausted: boolean;
}

/**
 * Waits for parallel branches. A failed branch does not affect the others; its failure is in the trace and in the
 * result.
 * @throws CANCELLED at once; the first failure if every branch failed for a reason other than the budget
 */
export const settleBranches = async <T>(
  context: QuestionContext,
  branches: readonly Promise<T>[],
): Promise<SettledBranches<T>> => {
  const settled = await Promise.allSettled(branches);
  context.signal.throwIfAborted();
  const results = settled.flatMap((branch) => (branch.status === 'fulfilled' ? [branch.value] : []));
  const reasons = settled.flatMap((branch) => (branch.status === 'rejected' ? [asParleyError(branch.reason)] : []));
  const cancelled = reasons.find(({ code }) => code === 'CANCELLED');
  if (cancelled) throw cancelled;
  const [failed, ...others] = reasons.filter((reason) => !isParleyError(reason, 'BUDGET_EXHAUSTED'));
  if (failed && results.length === 0 && reasons.length === others.length + 1) throw failed;
  const failures = [failed, ...others]
    .filter((reason) => reason !== undefined)
    .map(({ code, message }) => ({ node: context.node, code, message }));
  for (const failure of failures)
    context.trace({ kind: 'note', name: failure.code, data: { message: failure.message } });
  return { results, failures, exhausted: reasons.length > failures.length };
};

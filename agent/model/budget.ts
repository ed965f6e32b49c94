import type { Budget, Usage } from '../../core/answer.ts';
import { type Clock, steadyMs } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import type { CallUsage } from './model.ts';

/** The default budget of an answer. */
export const DEFAULT_BUDGET: Budget = { tokens: 48_000, calls: 48, seconds: 120 };

/** Cost of an answer so far. Calls in flight count with their maximum. */
export interface Spent {
  tokens: number;
  calls: number;
  seconds: number;
}

/** True if a further call of about `estimate` tokens would exceed the budget. */
const wouldOverrun = (budget: Budget, spent: Spent, estimate: number): boolean =>
  spent.tokens + estimate > budget.tokens || spent.calls + 1 > budget.calls || spent.seconds >= budget.seconds;

/** An admitted call, which may return at most `maxOutputTokens`. */
export interface Admission {
  maxOutputTokens: number;
  /**
   * Replaces the reserved maximum by the actual cost. Without usage (the call failed unbilled) only the call counts.
   */
  settle(usage?: CallUsage): void;
  /** Cancels the call, because the provider rejected it before processing (a rate limit). */
  withdraw(): void;
}

/** Counts one answer's model calls against its budget. */
export interface Meter {
  readonly budget: Budget;
  spent(): Spent;
  /** True if `admit` would refuse a call of this size. */
  refuses(inputTokens: number, minOutputTokens?: number): boolean;
  /**
   * Admits a call or throws. Reserves its maximum cost until it is settled, so that parallel calls can't exceed the
   * budget together.
   * @throws BUDGET_EXHAUSTED
   */
  admit(need: { inputTokens: number; minOutputTokens: number; maxOutputTokens: number }): Admission;
  usage(): Usage;
  /** Milliseconds until the budget's seconds are over. */
  remainingMs(): number;
}

/**
 * Creates a meter; its seconds run from now.
 * @param before usage of an earlier process for the same answer; its seconds do not count
 */
export const createMeter = (budget: Budget, clock: Clock, before?: Usage): Meter => {
  const startedAt = steadyMs(clock);
  const { calls = 0, inputTokens = 0, outputTokens = 0, estimated = false } = before ?? {};
  const total = { calls, inputTokens, outputTokens, estimated };
  let held = 0;
  /** Length of the longest chain of finished calls; a call that starts now depends on all of them. */
  let rounds = before?.rounds ?? 0;
  const seconds = () => (steadyMs(clock) - startedAt) / 1000;
  const spent = (): Spent => ({
    tokens: total.inputTokens + total.outputTokens + held,
    calls: total.calls,
    seconds: seconds(),
  });
  return {
    budget,
    spent,
    refuses: (inputTokens, minOutputTokens = 0) => wouldOverrun(budget, spent(), inputTokens + minOutputTokens),
    admit({ inputTokens, minOutputTokens, maxOutputTokens: wanted }) {
      const before = spent();
      if (wouldOverrun(budget, before, inputTokens + minOutputTokens)) throw exhausted(budget, before);
      const maxOutputTokens = Math.min(wanted, budget.tokens - before.tokens - inputTokens);
      const hold = inputTokens + maxOutputTokens;
      held += hold;
      total.calls += 1;
      const round = rounds + 1;
      let open = true;
      const close = () => {
        if (!open) return false;
        open = false;
        held -= hold;
        return true;
      };
      return {
        maxOutputTokens,
        withdraw() {
          if (close()) total.calls -= 1;
        },
        settle(usage) {
          if (!close()) return;
          rounds = Math.max(rounds, round);
          total.inputTokens += usage?.inputTokens ?? 0;
          total.outputTokens += usage?.outputTokens ?? 0;
          total.estimated ||= usage?.estimated ?? false;
        },
      };
    },
    usage: () => ({
      calls: total.calls,
      inputTokens: total.inputTokens,
      outputTokens: total.outputTokens,
      seconds: Math.round(seconds() * 1000) / 1000,
      rounds,
      ...(total.estimated ? { estimated: true } : {}),
    }),
    remainingMs: () => Math.max(0, budget.seconds * 1000 - (steadyMs(clock) - startedAt)),
  };
};

const exhausted = (budget: Budget, spent: Spent) =>
  new ParleyError('BUDGET_EXHAUSTED', {
    message: `The next model call would pass the budget of ${budget.tokens} tokens, ${budget.calls} calls and ${budget.seconds} seconds.`,
    remedy: 'Raise it with --budget tokens=…,calls=…,seconds=… to let Parley think for longer.',
    details: { spent },
  });

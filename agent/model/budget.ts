import type { Budget, Usage } from '../../core/answer.ts';
import { type Clock, steadyMs } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import type { CallUsage } from './model.ts';

/** The budget of an answer when the asker names none. */
export const DEFAULT_BUDGET: Budget = { tokens: 48_000, calls: 48, seconds: 120 };

/** Cost of an answer so far; calls in flight count with their maximum. */
export interface Spent {
  tokens: number;
  calls: number;
  seconds: number;
}

/** True once the next call of about `estimate` tokens would pass a bound: asked *before* the call. */
const wouldOverrun = (budget: Budget, spent: Spent, estimate: number): boolean =>
  spent.tokens + estimate > budget.tokens || spent.calls + 1 > budget.calls || spent.seconds >= budget.seconds;

/** An admitted call: it may return at most `maxOutputTokens`, and `settle` books its actual cost. */
export interface Admission {
  maxOutputTokens: number;
  /** Books the call's actual cost; without usage (it failed before it was billed) only the call counts. */
  settle(usage?: CallUsage): void;
  /** Takes the call back: the provider rejected it unread (a rate limit). */
  withdraw(): void;
}

/** Counts one answer's model calls against its budget. */
export interface Meter {
  readonly budget: Budget;
  spent(): Spent;
  /** True when a call with such a prompt would be refused. */
  refuses(inputTokens: number, minOutputTokens?: number): boolean;
  /**
   * Lets a call through or stops it. Calls in flight hold their worst case, so that parallel branches can't overrun
   * together.
   * @throws BUDGET_EXHAUSTED
   */
  admit(need: { inputTokens: number; minOutputTokens: number; maxOutputTokens: number }): Admission;
  usage(): Usage;
  /** Milliseconds until the budget's seconds are over. */
  remainingMs(): number;
}

/**
 * Opens the meter; its seconds run from now.
 * @param before what an earlier process spent on the same answer; its seconds are over with it
 */
export const createMeter = (budget: Budget, clock: Clock, before?: Usage): Meter => {
  const startedAt = steadyMs(clock);
  const { calls = 0, inputTokens = 0, outputTokens = 0, estimated = false } = before ?? {};
  const total = { calls, inputTokens, outputTokens, estimated };
  let held = 0;
  /** Length of the longest chain of finished calls: a call that starts now waited for all of them. */
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

import type { Usage } from '../../core/answer.ts';

/** Bounds on a whole run; any of them. */
export interface CostCap {
  tokens?: number;
  calls?: number;
  seconds?: number;
  /** US dollars by `prices`. */
  usd?: number;
}

/** US dollars a million tokens. */
export interface Prices {
  input: number;
  output: number;
}

/** What a run has spent, this attempt and the ones before. */
export interface Spent {
  tokens: number;
  calls: number;
  usd: number;
}

/** Adds a call's usage to what was spent. */
export const addUsage = (spent: Spent, { calls, inputTokens, outputTokens }: Usage, prices?: Prices): Spent => ({
  calls: spent.calls + calls,
  tokens: spent.tokens + inputTokens + outputTokens,
  usd: spent.usd + (prices ? (inputTokens * prices.input + outputTokens * prices.output) / 1e6 : 0),
});

/** The bound that is reached, in words, or undefined. Asked before a question is started. */
export const capReached = (cap: CostCap, spent: Spent, seconds: number): string | undefined => {
  if (cap.tokens !== undefined && spent.tokens >= cap.tokens) return `${spent.tokens} of ${cap.tokens} tokens`;
  if (cap.calls !== undefined && spent.calls >= cap.calls) return `${spent.calls} of ${cap.calls} calls`;
  if (cap.seconds !== undefined && seconds >= cap.seconds) return `${Math.round(seconds)} of ${cap.seconds} seconds`;
  if (cap.usd !== undefined && spent.usd >= cap.usd) return `${spent.usd.toFixed(2)} of ${cap.usd} US dollars`;
  return undefined;
};

import type { TurnSum } from '../../../stores/index.ts';
import type { UsageDay, UsageStrategy, UsageView } from '../console-api.ts';

const DAY_MS = 86_400_000;

/** Which figure a turn's outcome counts towards; small talk counts towards none. */
const COUNTS_AS: Record<TurnSum['outcome'], 'answered' | 'likely' | 'notFound' | 'other' | undefined> = {
  answered: 'answered',
  'invalid-premise': 'answered',
  likely: 'likely',
  unknown: 'notFound',
  declined: 'other',
  failed: 'other',
  cancelled: 'other',
  smalltalk: undefined,
};

/** The last `count` days in UTC up to `at` (epoch milliseconds), oldest first, in the form `2026-11-21`. */
export const daysUntil = (at: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => new Date(at - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10));

/**
 * Adds up questions, durations, tokens and costs by day and by strategy.
 * @param days the days to report, including days without questions; sums of other days are ignored
 * @param prices US dollars per million tokens
 */
export const usageOf = (
  sums: readonly TurnSum[],
  days: readonly string[],
  prices?: { input: number; output: number },
): UsageView => {
  const byDay = new Map(days.map((day) => [day, [] as TurnSum[]]));
  const byStrategy = new Map<string, TurnSum[]>();
  for (const sum of sums) {
    byDay.get(sum.day)?.push(sum);
    if (sum.strategy === undefined || !byDay.has(sum.day)) continue;
    const own = byStrategy.get(sum.strategy);
    if (own) own.push(sum);
    else byStrategy.set(sum.strategy, [sum]);
  }
  const shown = [...byDay.values()].flat();
  return {
    days: [...byDay].map(([day, own]): UsageDay => ({ day, ...figuresOf(own, prices) })),
    strategies: [...byStrategy]
      .map(([strategy, own]): UsageStrategy => ({ strategy, ...figuresOf(own, prices) }))
      .sort((a, b) => b.questions - a.questions || a.strategy.localeCompare(b.strategy)),
    all: figuresOf(shown, prices),
    ...(prices && { prices }),
  };
};

const figuresOf = (sums: readonly TurnSum[], prices?: { input: number; output: number }): UsageView['all'] => {
  const counts = { answered: 0, likely: 0, notFound: 0, other: 0 };
  const seconds: number[] = [];
  let [calls, inputTokens, outputTokens] = [0, 0, 0];
  for (const sum of sums) {
    const as = COUNTS_AS[sum.outcome];
    if (as) {
      counts[as] += sum.turns;
      for (const one of sum.seconds) seconds.push(one);
    }
    // Small talk is not a question, but it may call the model.
    calls += sum.calls;
    inputTokens += sum.inputTokens;
    outputTokens += sum.outputTokens;
  }
  seconds.sort((a, b) => a - b);
  return {
    ...counts,
    questions: counts.answered + counts.likely + counts.notFound + counts.other,
    ...(seconds.length > 0 && { p50: quantile(seconds, 0.5), p95: quantile(seconds, 0.95) }),
    calls,
    inputTokens,
    outputTokens,
    ...(prices && { usd: (inputTokens * prices.input + outputTokens * prices.output) / 1e6 }),
  };
};

/** The quantile by the nearest-rank method. @param sorted ascending, not empty @param share 0 to 1 */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

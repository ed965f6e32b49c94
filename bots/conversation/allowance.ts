import type { Usage } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import { counted } from '../../core/text/counted.ts';
import type { ConversationStore, Spending } from '../../stores/index.ts';

/** Limits of a person and of a whole workspace for each day (UTC). An absent limit is unlimited. */
export interface DailyLimits {
  person?: Partial<Spending>;
  workspace?: Partial<Spending>;
}

/** The person and workspace whose limits a question counts towards. */
export interface Spender {
  askerId: string;
  workspace?: string;
}

/** Counts questions and tokens across all processes, and enforces the daily limits. */
export interface Allowance {
  /**
   * Counts a question. A resumed question, which has the same `eventId`, is counted once.
   * @param question `askedAt` (ISO 8601) decides the day that it counts towards
   * @returns a notice for the asker when the day's tokens are used up, so that no model may be called; undefined otherwise
   * @throws TOO_MANY_QUESTIONS when the day's questions are used up
   */
  question(who: Spender, question: { eventId: string; askedAt: string }): Promise<string | undefined>;
  /** Counts the tokens of an answer towards today. */
  tokens(who: Spender, usage: Usage): Promise<void>;
}

const NOTHING: Spending = { questions: 0, tokens: 0 };

/** Creates the counter. Without limits, it counts and stores nothing. */
export const createAllowance = (
  store: Pick<ConversationStore, 'spend'>,
  limits: DailyLimits,
  clock: Clock,
): Allowance => {
  const accountsOf = ({ askerId, workspace }: Spender) => [
    ...(limits.person ? [{ whose: 'person' as const, who: `person ${digest(askerId)}`, limit: limits.person }] : []),
    ...(limits.workspace && workspace
      ? [{ whose: 'workspace' as const, who: `workspace ${digest(workspace)}`, limit: limits.workspace }]
      : []),
  ];
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);

  return {
    async question(spender, { eventId, askedAt }) {
      let notice: string | undefined;
      for (const { whose, who, limit } of accountsOf(spender)) {
        const sum = await store.spend(askedAt.slice(0, 10), who, { ...NOTHING, questions: 1 }, digest(eventId));
        if (limit.questions !== undefined && sum.questions > limit.questions)
          throw usedUp(whose, limit.questions, clock);
        if (limit.tokens !== undefined && sum.tokens >= limit.tokens) notice ??= quotaNotice(whose, clock);
      }
      return notice;
    },
    async tokens(spender, { inputTokens, outputTokens }) {
      const tokens = inputTokens + outputTokens;
      if (tokens === 0) return;
      for (const { who } of accountsOf(spender)) await store.spend(today(), who, { ...NOTHING, tokens });
    },
  };
};

/** Hashes an id, so that the records do not show who spent how much. */
const digest = (id: string): string => sha256(id).slice(0, 32);

const usedUp = (whose: 'person' | 'workspace', max: number, clock: Clock) =>
  new ParleyError('TOO_MANY_QUESTIONS', {
    message:
      whose === 'person'
        ? `You have asked ${counted(max, 'question')} today, which is the limit for one person.`
        : `Your workspace has asked ${max} questions today, which is its limit.`,
    remedy: `Ask again ${tomorrow(clock)}, or ask whoever runs Parley for more.`,
  });

const quotaNotice = (whose: 'person' | 'workspace', clock: Clock): string =>
  `${whose === 'person' ? 'Your' : 'This workspace’s'} share of the model is used up for today, so I quote the pages; I write answers again ${tomorrow(clock)}.`;

/** `in 5 hours`, until the day ends in UTC. */
const tomorrow = (clock: Clock): string => {
  const minutes = Math.ceil((86_400_000 - (clock.now() % 86_400_000)) / 60_000);
  if (minutes <= 90) return `in ${counted(minutes, 'minute')}`;
  return `in ${Math.round(minutes / 60)} hours`;
};

import { randomUUID } from 'node:crypto';
import { QUOTE } from '../../../agent/strategies/index.ts';
import type { Answer } from '../../../core/answer.ts';
import { systemClock } from '../../../core/clock.ts';
import type { AskOptions } from '../../../runtime/parley.ts';
import { createAllowance } from '../../conversation/allowance.ts';
import { limitsOf } from '../../conversation/limits.ts';
import type { WebParley } from '../dependencies.ts';

/**
 * Answers a question from the console without storing it in a thread. The question and its tokens count towards the asker's
 * daily limits, as in the chat.
 *
 * @returns the answer; when the day's tokens are used up, an answer in quote mode with a notice that says so
 * @throws TOO_MANY_QUESTIONS when the day's questions are used up; CANCELLED when the signal aborts
 */
export type AskWithinLimits = (askerId: string, question: string, options: AskOptions) => Promise<Answer>;

/** Creates the way to ask from the console, over the daily allowance that the settings name. */
export const createAskWithinLimits = ({
  stores,
  settings,
  ask,
}: Pick<WebParley, 'stores' | 'settings' | 'ask'>): AskWithinLimits => {
  const allowance = createAllowance(stores.conversations, limitsOf(settings).daily, systemClock);
  return async (askerId, question, options) => {
    const spender = { askerId, workspace: 'web' };
    const askedAt = new Date(systemClock.now()).toISOString();
    const quotaNotice = await allowance.question(spender, { eventId: `console:${randomUUID()}`, askedAt });
    const answer = await ask(question, quotaNotice ? { ...options, strategy: QUOTE } : options);
    await allowance.tokens(spender, answer.usage);
    return quotaNotice ? { ...answer, notices: [quotaNotice, ...(answer.notices ?? [])] } : answer;
  };
};

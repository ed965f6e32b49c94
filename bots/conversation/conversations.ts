import { randomUUID } from 'node:crypto';
import type { Agent } from '../../agent/agent.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { type Log, silentLog } from '../../core/log.ts';
import type { Cases } from '../../runtime/cases/cases.ts';
import type { ConversationStore, DocumentStore } from '../../stores/index.ts';
import { createAllowance, type DailyLimits } from './allowance.ts';
import type { Conversations } from './events.ts';
import { storeFeedback } from './feedback.ts';
import { takeTurn } from './turn.ts';
import { logTurn, type TurnObserver, type TurnRecord } from './turn-record.ts';
import { createTurnstile } from './turnstile.ts';
import { createWaitingLine, defaultLimits, type Limits } from './waiting-line.ts';

/** Options of `createConversations`. */
export interface ConversationOptions {
  agent: Agent;
  store: ConversationStore;
  /** When given, earlier answers that cite a page which the asker may no longer see are left out of the thread's history. */
  documents?: Pick<DocumentStore, 'visible'>;
  /** When given, feedback is turned into cases for evals. */
  cases?: Pick<Cases, 'noteThumb'>;
  log?: Log;
  clock?: Clock;
  limits?: Limits;
  /** Daily limits; none by default. */
  daily?: DailyLimits;
  /** Age from which a claim that was not renewed counts as that of a dead process. */
  staleAfterMs?: number;
  /** Abort it when the process shuts down: running turns then stay unfinished for the next process, and do not fail. */
  closing?: AbortSignal;
  /** Is notified of every attempt at a question, for metrics; every attempt is also logged. */
  observer?: TurnObserver;
}

/**
 * Creates the service through which every platform asks questions.
 *
 * @example
 * const conversations = createConversations({ agent: parley.agent, store: parley.stores.conversations });
 * for await (const event of conversations.ask({ eventId, conversationId, platform: 'slack', askerId, text, scopes })) {
 *   if (event.type === 'answer') await post(event.answer.text);
 * }
 */
export const createConversations = ({
  agent,
  store,
  documents,
  cases,
  log = silentLog,
  clock = systemClock,
  limits = defaultLimits,
  daily = {},
  staleAfterMs = 15_000,
  closing,
  observer,
}: ConversationOptions): Conversations => {
  const line = createWaitingLine(limits);
  observer?.line(line);
  const ended = (record: TurnRecord) => {
    logTurn(log, record);
    observer?.ended(record);
  };
  const turnstile = createTurnstile();
  const allowance = createAllowance(store, daily, clock);
  return {
    ask: (ask) =>
      takeTurn(
        {
          agent,
          store,
          documents,
          log,
          clock,
          line,
          turnstile,
          allowance,
          staleAfterMs,
          closing,
          ended,
          holder: randomUUID(),
          newId: randomUUID,
        },
        ask,
      ),
    async feedback(feedback) {
      await storeFeedback({ store, cases, log }, feedback);
      observer?.feedback?.(feedback);
    },
  };
};

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

/** What a conversation needs, on every platform. */
export interface ConversationOptions {
  agent: Agent;
  store: ConversationStore;
  /** Where a thread's earlier answers are looked at: what rests on a page that is gone since is not told to the agent. */
  documents?: Pick<DocumentStore, 'visible'>;
  /** Where thumbs become cases for evals. */
  cases?: Pick<Cases, 'noteThumb'>;
  log?: Log;
  clock?: Clock;
  limits?: Limits;
  /** What may be spent on a day; no bounds by default. */
  daily?: DailyLimits;
  /** A claim that has not been renewed for so long belongs to a process that died. */
  staleAfterMs?: number;
  /** How many turns of the thread the agent is told of. */
  historyTurns?: number;
  /** Aborts when the process goes down: running turns are left to be taken up again, not failed. */
  closing?: AbortSignal;
  /** Hears of every attempt at a question, such as metrics; every attempt is a line of the log anyway. */
  observer?: TurnObserver;
}

/**
 * Opens the conversation that every platform drives.
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
  historyTurns = 12,
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
          historyTurns,
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

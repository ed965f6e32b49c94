import type { Agent } from '../../agent/agent.ts';
import type { Clock } from '../../core/clock.ts';
import type { Turn } from '../../core/conversation.ts';
import type { Log } from '../../core/log.ts';
import type { ClaimFence, ConversationStore, DocumentStore } from '../../stores/index.ts';
import type { Allowance } from './allowance.ts';
import type { Ask, TurnEvent } from './events.ts';
import type { Lease } from './lease.ts';
import type { TurnRecord } from './turn-record.ts';
import type { WaitingLine } from './waiting-line.ts';

/** Dependencies of a turn. */
export interface TurnContext {
  agent: Agent;
  store: ConversationStore;
  documents?: Pick<DocumentStore, 'visible'>;
  log: Log;
  clock: Clock;
  line: WaitingLine;
  /** Awaited before the work on an answer starts. */
  turnstile: () => Promise<void>;
  allowance: Allowance;
  staleAfterMs: number;
  /** Called with the result of each attempt. */
  ended: (record: TurnRecord) => void;
  closing?: AbortSignal;
  /**
   * Identifies this attempt in the claim. It is unique within the process, too, so that one process cannot claim an event
   * twice.
   */
  holder: string;
  newId: () => string;
}

/** The result of an attempt. */
export interface Outcome {
  event: TurnEvent;
  /** True when nothing is left to do for a later attempt at the event. */
  settled: boolean;
  ended: TurnRecord['outcome'];
  /** Given when the end of the turn could not be stored: tries once more. @returns false when the claim was lost */
  storeAgain?: () => Promise<boolean>;
}

/** One attempt at a turn. */
export interface TurnAttempt {
  context: TurnContext;
  ask: Ask;
  turn: Turn;
  lease: Lease;
  /** True when an earlier process already accepted and counted the question. */
  resumed: boolean;
  /** True when the turn is in the store, unless it was erased since. */
  isStored: boolean;
  /** True when all that the thread held before is small talk, after which it is named. */
  wasSmallTalk: boolean;
  /** Aborts when the caller stopped iterating, so that nobody delivers further events. */
  left: AbortSignal;
  /** Aborts for any reason to stop: by the asker, by the caller, at shutdown, or after a takeover. */
  signal: AbortSignal;
  push: (event: TurnEvent) => void;
}

/** The condition on all writes of a turn: the process must still hold the claim, which a takeover or an erasure removes. */
export const fenceOf = ({ holder }: TurnContext, { eventId }: Turn): ClaimFence => ({ eventId, holder });

/** The time as turns and threads store it. */
export const timestamp = (clock: Clock) => new Date(clock.now()).toISOString();

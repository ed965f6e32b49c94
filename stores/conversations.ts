import type { Verdict } from '../core/answer.ts';
import type { Conversation, Feedback, Turn } from '../core/conversation.ts';

/** Questions asked, and input and output tokens used for them. */
export interface Spending {
  questions: number;
  tokens: number;
}

export interface DailySpending extends Spending {
  day: string;
  who: string;
}

/** A turn without its texts, for operators. `code` is the error code of a turn that failed. */
export type TurnOverview = Pick<Turn, 'id' | 'eventId' | 'askedAt'> & { code?: string };

/** Sums over the turns of one day with the same outcome and strategy; no texts and no people. */
export interface TurnSum {
  /** UTC, such as `2026-11-21`. */
  day: string;
  /** The answer's verdict, or how a turn without an answer ended. */
  outcome: Verdict | 'failed' | 'cancelled';
  /** Absent if the turns ended without an answer. */
  strategy?: string;
  turns: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Wall time of each answer, unordered. */
  seconds: number[];
}

export type Claim = 'claimed' | 'already-done' | 'held-by-another';

/** A claim that the writer must still hold, unfinished, for a write to happen; checked in the write's transaction. */
export interface ClaimFence {
  eventId: string;
  holder: string;
}

/** The id of the event under which a revision of a question is claimed and answered: that of the question itself, or of an edit. */
export const revisionId = ({ key, revision }: { key: string; revision: number }): string =>
  revision === 0 ? key : `${key}~${revision}`;

/** Claims on platform events, so that each event is answered once. */
export interface ClaimRecords {
  /**
   * Claims an event for `holder`. A claim that was not renewed for `staleAfterMs` is taken over, because its process has
   * probably died, so that no question is lost.
   */
  claim(eventId: string, holder: string, staleAfterMs: number): Promise<Claim>;
  /** @returns false if the holder has lost the claim or finished it */
  renewClaim(eventId: string, holder: string): Promise<boolean>;
  finishClaim(eventId: string, holder: string): Promise<void>;
  /** Deletes an unfinished claim of this holder, as if the event had never come. */
  releaseClaim(eventId: string, holder: string): Promise<void>;
  /**
   * Marks events as done whether or not they were claimed, so that they are never answered: those of an erased person, which a
   * platform may deliver again.
   */
  closeEvents(eventIds: readonly string[]): Promise<void>;
  /** Whether one of these events was closed by `closeEvents`. */
  isClosed(eventIds: readonly string[]): Promise<boolean>;
  /** Streams the events whose claims are finished, in the order of their ids. */
  doneEvents(): AsyncIterable<string>;
}

/** Conversations and their turns. */
export interface ThreadRecords {
  /** @param fence writes only while the fence's holder has the claim. @returns whether it wrote */
  putConversation(conversation: Conversation, fence?: ClaimFence): Promise<boolean>;
  /**
   * Creates a conversation, or sets only when it was changed: its title stays, which an erasure may have just replaced.
   * @param fence as for `putConversation`
   */
  openConversation(conversation: Conversation, fence?: ClaimFence): Promise<boolean>;
  conversation(id: string): Promise<Conversation | undefined>;
  /** Newest first. */
  conversations(platform: Conversation['platform'], askerId: string, limit: number): Promise<Conversation[]>;
  /** @param fence as for `putConversation`: a process that lost its claim writes nothing. @returns whether it wrote */
  putTurn(turn: Turn, fence?: ClaimFence): Promise<boolean>;
  turn(id: string): Promise<Turn | undefined>;
  turnByEvent(eventId: string): Promise<Turn | undefined>;
  /** Turns with this status that were asked after `since` (ISO 8601), oldest first, without texts. */
  turnsWith(status: Turn['status'], since: string, limit: number): Promise<TurnOverview[]>;
  /**
   * The newest `limit` turns with the verdict `unknown` since a moment (ISO 8601), oldest first. The time depends on the
   * number of such turns only, not on all turns.
   */
  unansweredTurns(since: string, limit: number): Promise<Turn[]>;
  /** Sums of the finished turns that were asked since a moment (ISO 8601), by day, outcome and strategy. */
  turnSums(since: string): Promise<TurnSum[]>;
  /** The last `limit` turns of a conversation, oldest first. */
  turns(conversationId: string, limit: number): Promise<Turn[]>;
  /** Streams all conversations in id order. The streams here serve export and migration. */
  allConversations(): AsyncIterable<Conversation>;
  /** Streams all turns in the order in which they were asked. */
  allTurns(): AsyncIterable<Turn>;
}

export interface FeedbackRecords {
  /** Replaces the person's earlier feedback on that turn. Stores nothing when the turn is gone, since it was erased. */
  putFeedback(feedback: Feedback): Promise<void>;
  feedback(turnId: string): Promise<Feedback[]>;
  allFeedback(): AsyncIterable<{ feedback: Feedback; turn: Turn }>;
}

/** What people and workspaces spend per day. */
export interface SpendingRecords {
  /**
   * Adds to what `who` (a person or a workspace) spent on a day and returns the new sum of the day. Adding and reading is one
   * transaction, so concurrent processes do not lose each other's amounts. Days before yesterday are deleted.
   * @param day UTC, such as `2026-11-21`
   * @param once idempotency key: a repeated call with the same key adds nothing and returns the first call's sum
   */
  spend(day: string, who: string, amount: Spending, once?: string): Promise<Spending>;
  /** Streams all rows by day and `who`; for migration. */
  allSpent(): AsyncIterable<DailySpending>;
}

/** Permanently deletes what people asked and were answered. */
export interface ConversationErasure {
  /** Erases a conversation with its turns, answers and feedback. @returns whether it existed */
  deleteConversation(id: string): Promise<boolean>;
  /** Erases an event's turn with its feedback, and the conversation if it has no other turn. @returns whether it existed */
  forgetTurn(eventId: string): Promise<boolean>;
  /**
   * Erases a person's turns, with answers and traces, and their feedback. Marks their events as done, so that an answer
   * in progress is not stored. Erases claims on events whose ids begin with the person's id (`ID:`).
   * @param options.dryRun erases nothing
   * @returns how many of each were erased
   */
  forgetPerson(
    askerId: string,
    options?: { dryRun?: boolean },
  ): Promise<{ turns: number; feedback: number; conversations: number }>;
}

/** Conversations, turns, feedback and the claims that make each event be answered once. */
export interface ConversationStore
  extends ClaimRecords,
    ThreadRecords,
    FeedbackRecords,
    SpendingRecords,
    ConversationErasure {}

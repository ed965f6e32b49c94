import type { Verdict } from '../core/answer.ts';
import type { Conversation, Feedback, Turn } from '../core/conversation.ts';

/** Questions asked, and tokens that models took for them. */
export interface Spent {
  questions: number;
  tokens: number;
}

/** What somebody spent on a day. */
export interface SpentOnDay extends Spent {
  day: string;
  who: string;
}

/** A turn as an operator sees it: nothing of what was asked. */
export type TurnGlance = Pick<Turn, 'id' | 'eventId' | 'askedAt'> & { code?: string };

/** Turns of one day that ended alike, summed: nothing of what was asked or by whom. */
export interface TurnSum {
  /** Such as `2026-11-21`, UTC. */
  day: string;
  /** The answer's verdict, or how a turn without one ended. */
  outcome: Verdict | 'failed' | 'cancelled';
  /** Absent where the turn ended without an answer. */
  strategy?: string;
  turns: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Wall time of each answer, in no order. */
  seconds: number[];
}

/** The outcome of claiming a platform event. */
export type Claim = 'claimed' | 'already-done' | 'held-by-another';

/** A claim that must be held, and not be done, for a write to happen: both in one transaction. */
export interface ClaimFence {
  eventId: string;
  holder: string;
}

/** Claims on events of platforms, which make each event be answered once. */
export interface ClaimRecords {
  /**
   * Claims an event for this process; the same event is claimed once. A claim whose holder has not renewed it for
   * `staleAfterMs` is taken over (the process died), so that no question is lost.
   */
  claim(eventId: string, holder: string, staleAfterMs: number): Promise<Claim>;
  renewClaim(eventId: string, holder: string): Promise<boolean>;
  finishClaim(eventId: string, holder: string): Promise<void>;
  /** Streams the events whose claims are finished, in the order of their ids. */
  doneEvents(): AsyncIterable<string>;
}

/** Conversations and their turns. */
export interface ThreadRecords {
  /** @param fence writes only while this holder has the claim on the event. @returns whether it wrote */
  putConversation(conversation: Conversation, fence?: ClaimFence): Promise<boolean>;
  conversation(id: string): Promise<Conversation | undefined>;
  /** Newest first. */
  conversations(platform: Conversation['platform'], askerId: string, limit: number): Promise<Conversation[]>;
  /** @param fence as for a conversation: what a process says that lost its claim is not kept. @returns whether it wrote */
  putTurn(turn: Turn, fence?: ClaimFence): Promise<boolean>;
  turn(id: string): Promise<Turn | undefined>;
  turnByEvent(eventId: string): Promise<Turn | undefined>;
  /** Turns of this status that were asked after `since` (ISO 8601), oldest first: for whoever runs Parley, without their texts. */
  turnsWith(status: Turn['status'], since: string, limit: number): Promise<TurnGlance[]>;
  /**
   * Turns whose answer is that the pages do not say, asked since a moment (ISO 8601): the newest `limit`, oldest first. Takes
   * as long as there are of these, however many turns there are.
   */
  unansweredTurns(since: string, limit: number): Promise<Turn[]>;
  /** Sums of the turns that were asked since a moment (ISO 8601) and have ended, by day, outcome and strategy. */
  turnSums(since: string): Promise<TurnSum[]>;
  /** The thread so far, oldest first, at most the last `limit`. */
  turns(conversationId: string, limit: number): Promise<Turn[]>;
  /** Streams every conversation in the order of ids; for export and migration, as the other streams here. */
  allConversations(): AsyncIterable<Conversation>;
  /** Streams every turn in the order asked. */
  allTurns(): AsyncIterable<Turn>;
}

/** What people thought of answers. */
export interface FeedbackRecords {
  /** Replaces the person's earlier feedback on that turn. */
  putFeedback(feedback: Feedback): Promise<void>;
  feedback(turnId: string): Promise<Feedback[]>;
  allFeedback(): AsyncIterable<{ feedback: Feedback; turn: Turn }>;
}

/** What people and workspaces spend, by the day. */
export interface SpendingRecords {
  /**
   * Adds to what somebody (a person, a workspace) spent on a day, and returns the day's sum with it, so that of several
   * processes none counts past another. Days before yesterday are dropped.
   * @param day such as `2026-11-21`, UTC
   * @param once names what is counted: repeated with the same name, nothing is added, and the first sum is returned again
   */
  spend(day: string, who: string, amount: Spent, once?: string): Promise<Spent>;
  /** Streams what was spent on the days that are kept, by day and then by who; for migration. */
  allSpent(): AsyncIterable<SpentOnDay>;
}

/** Removes what was said, for good. */
export interface ConversationErasure {
  /** Erases a conversation with its turns, answers and feedback; says whether it was there. */
  deleteConversation(id: string): Promise<boolean>;
  /** Erases the turn of an event, with its feedback and, where no other turn is left, its thread; says whether it was there. */
  forgetTurn(eventId: string): Promise<boolean>;
  /**
   * Erases a person's turns, answers, feedback and traces; returns how many of each. Their events count as done from then on,
   * so that what is under way is not kept; claims on events whose ids begin with the person's (`ID:`) are erased.
   */
  forgetPerson(askerId: string): Promise<{ turns: number; feedback: number; conversations: number }>;
}

/** Conversations, turns, feedback and the claims that make each event be answered once. */
export interface ConversationStore
  extends ClaimRecords,
    ThreadRecords,
    FeedbackRecords,
    SpendingRecords,
    ConversationErasure {}

import type { Answer, Budget } from './answer.ts';
import type { Scope } from './document.ts';

/** A thread on a platform. Its id starts with the platform's name, such as `web:3f2a`. */
export interface Conversation {
  id: string;
  /** The platform's own name, such as `web` or `cli`. */
  platform: string;
  title: string;
  createdAt: string;
  updatedAt: string;
}

/** An earlier question of a thread and its answer. */
export interface EarlierTurn {
  question: string;
  answer: string;
  /** The passages that the answer cites. */
  passageIds?: readonly string[];
}

/** One question with its answer or error. */
export interface Turn {
  id: string;
  conversationId: string;
  /** The platform's id of the event that asked. One event never creates two turns. */
  eventId: string;
  /** The person's id on the platform; used by `/forget me`. */
  askerId: string;
  question: string;
  /** The question rewritten so that it needs no thread. */
  standalone?: string;
  scopes: Scope[];
  /** Input besides the question, kept while the turn runs, for a process that resumes it after a crash. */
  given?: TurnGiven;
  status: 'running' | 'done' | 'failed' | 'cancelled';
  answer?: Answer;
  error?: { code: string; message: string; remedy?: string };
  askedAt: string;
  answeredAt?: string;
}

export interface TurnGiven {
  strategy?: string;
  sources?: readonly string[];
  budget?: Partial<Budget>;
  /** Texts of attached files, and the names of unreadable ones. */
  attachments?: readonly { name: string; text?: string; unread?: string }[];
}

/** A person's rating of an answer; one per person and turn, changeable. */
export interface Feedback {
  turnId: string;
  askerId: string;
  rating: 'up' | 'down';
  reason?: 'wrong' | 'outdated' | 'not-grounded' | 'missing-source' | 'other';
  /** The person's comment. */
  comment?: string;
  /** The correct answer in the person's words. */
  answer?: string;
  at: string;
}

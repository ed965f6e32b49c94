import type { Answer, Budget } from './answer.ts';
import type { Scope } from './document.ts';

/** A thread on a platform; its id begins with the platform's name, as `web:3f2a` does. */
export interface Conversation {
  id: string;
  /** The platform's own name, such as `web` or `cli`. */
  platform: string;
  title: string;
  createdAt: string;
  updatedAt: string;
}

/** One question with its answer or error. */
export interface Turn {
  id: string;
  conversationId: string;
  /** The platform's id of the event that asked; the same event never makes a second turn. */
  eventId: string;
  /** The person, as the platform names them; used by `/forget me`. */
  askerId: string;
  question: string;
  /** The question as it stands without its thread. */
  standalone?: string;
  scopes: Scope[];
  /** What the question came with; kept while the turn runs, for the process that takes it up after a crash. */
  given?: TurnGiven;
  status: 'running' | 'done' | 'failed' | 'cancelled';
  answer?: Answer;
  error?: { code: string; message: string; remedy?: string };
  askedAt: string;
  answeredAt?: string;
}

/** What a question comes with, beside its words. */
export interface TurnGiven {
  strategy?: string;
  sources?: readonly string[];
  budget?: Partial<Budget>;
  /** Text of files, and names of those that could not be read. */
  attachments?: readonly { name: string; text?: string; unread?: string }[];
}

/** What a person thought of an answer; one a person and turn, changeable. */
export interface Feedback {
  turnId: string;
  askerId: string;
  rating: 'up' | 'down';
  reason?: 'wrong' | 'outdated' | 'not-grounded' | 'missing-source' | 'other';
  /** What the person said beside it. */
  comment?: string;
  /** What would have been right, in the person's words. */
  answer?: string;
  at: string;
}

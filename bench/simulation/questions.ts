import type { Owner } from './virtual-time.ts';
import type { Person, Place } from './world.ts';

/** A question as the world knows it, whatever Parley makes of it. */
export interface Question {
  /** `q3` */
  name: string;
  person: Person;
  place: Place;
  askedAt: number;
  /** Its words now; each wording holds `(q3)`, and edited ones `(q3e1)`. */
  text: string;
  edits: number;
  /** As Parley keys it: `slack:T1/CGENERAL/17.1`. */
  key: string;
  /** The platform's own id of its message, and of the thread that it stands in. */
  messageId: string;
  threadId: string;
  /** The event id under which its first wording is asked in the conversation. */
  eventId: string;
  /** Parley acknowledged it. From then on it may not be lost. */
  acknowledged: boolean;
  /** When Parley was last told of it, in steady milliseconds: told after an erasure, it is asked anew. */
  toldAt: number;
  /** When it was first told of while a process was there to hear: what was answered then stays when it is told again. */
  heardAt?: number;
  removed: boolean;
  /** When a process had dealt with its deletion, in steady milliseconds. */
  withdrawnAt?: number;
  stopped: boolean;
  /** A process died while it was told of an edit, a deletion or a stop, which platforms say once: both ends are right. */
  uncertain: boolean;
  /** When a reply in Discord first showed an end, in steady milliseconds. */
  endedAt?: number;
  /** Called when a process has dealt with what Discord told once of it. */
  dealtWith?: () => void;
  /** At the web page: the last event that the page was shown, and all ids of turns that it was given. */
  page?: { final?: FinalShown; turnIds: Set<string> };
}

export interface FinalShown {
  type: 'answer' | 'error';
  text: string;
  code?: string;
  /** The process that showed it had not been able to store it, and says so. */
  unstored?: boolean;
  by?: Owner;
}

/** The names of the questions that a text speaks of: `q3` for `(q3e1)`. */
export const questionsNamed = (text: string): string[] =>
  [...text.matchAll(/\((q\d+)(?:e\d+)?\)/g)].map(([, name]) => name ?? '');

/** When the conversation began that this question belongs to: what was said there before is known there. */
export const conversationBegan = (
  all: Iterable<Question>,
  { place, threadId }: Pick<Question, 'place' | 'threadId'>,
): number => {
  let first = Number.POSITIVE_INFINITY;
  for (const other of all)
    if (other.place === place && other.threadId === threadId) first = Math.min(first, other.askedAt);
  return first;
};

import type { PoisonedPage } from '../../tools/quarantine.ts';

/** What other programs are told of. */
export const EVENT_TYPES = ['question.unanswered', 'feedback.given', 'source.failed', 'page.poisoned'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * Something that happened. It names what it is about and holds nobody's words: these are read from the records when it is
 * sent, so that what was erased since is not sent.
 */
export type TeamEvent =
  | { type: 'question.unanswered'; turnId: string }
  | { type: 'feedback.given'; turnId: string; askerId: string }
  | { type: 'source.failed'; source: string; failure: SourceFailure }
  | { type: 'page.poisoned'; documentId: string; severity: PoisonedPage['severity'] }
  /** Somebody tries the endpoint. */
  | { type: 'test' };

/** Why a source, or pages of it, could not be read. */
export interface SourceFailure {
  code: string;
  message: string;
  /** Pages that failed; absent when the source as a whole did. */
  pages?: number;
}

/** What is sent, signed and as JSON; the form is that of Standard Webhooks. */
export interface Payload {
  type: TeamEvent['type'];
  /** When it happened; ISO 8601, UTC. */
  timestamp: string;
  data: Record<string, unknown>;
}

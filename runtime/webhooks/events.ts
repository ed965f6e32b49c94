import type { PoisonedPage } from '../../tools/quarantine.ts';

/** The events that webhooks can receive. */
export const EVENT_TYPES = ['question.unanswered', 'feedback.given', 'source.failed', 'page.poisoned'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * An event with the ids of its subject and without texts. Texts are read from the stores when the event is sent, so that data
 * that was erased meanwhile is not sent.
 */
export type TeamEvent =
  | { type: 'question.unanswered'; turnId: string }
  | { type: 'feedback.given'; turnId: string; askerId: string }
  | { type: 'source.failed'; source: string; failure: SourceFailure }
  | { type: 'page.poisoned'; documentId: string; severity: PoisonedPage['severity'] }
  /** A test of the webhook by a person. */
  | { type: 'test' };

/** Why a source or some of its pages could not be read. */
export interface SourceFailure {
  code: string;
  message: string;
  /** Number of failed pages; absent if the whole source failed. */
  pages?: number;
}

/** The JSON that is sent, in the format of Standard Webhooks. */
export interface Payload {
  type: TeamEvent['type'];
  /** When it happened; ISO 8601, UTC. */
  timestamp: string;
  data: Record<string, unknown>;
}

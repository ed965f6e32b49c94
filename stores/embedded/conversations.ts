import type { ConversationStore } from '../conversations.ts';
import { embeddedClaims } from './claims.ts';
import { embeddedErasure } from './conversation-erasure.ts';
import type { Database } from './database.ts';
import { embeddedFeedback } from './feedback.ts';
import { embeddedSpending } from './spending.ts';
import { embeddedThreads } from './threads.ts';

/** Conversations, turns, feedback, spending and claims in the data file. `now` is the wall-clock time in milliseconds. */
export const embeddedConversations = (
  db: Database,
  { now = Date.now }: { now?: () => number } = {},
): ConversationStore => ({
  ...embeddedClaims(db, now),
  ...embeddedThreads(db),
  ...embeddedFeedback(db),
  ...embeddedSpending(db),
  ...embeddedErasure(db),
});

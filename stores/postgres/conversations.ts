import type { ConversationStore } from '../conversations.ts';
import { postgresClaims } from './claims.ts';
import type { Postgres } from './connection.ts';
import { postgresErasure } from './conversation-erasure.ts';
import { postgresFeedback } from './feedback.ts';
import { postgresSpending } from './spending.ts';
import { postgresThreads } from './threads.ts';

/**
 * Conversations, turns, feedback and claims on a Postgres server. Ids of turns are indexed in the database's collation and
 * those of conversations and feedback by bytes, so joins name one.
 */
export const postgresConversations = (db: Postgres): ConversationStore => ({
  ...postgresClaims(db),
  ...postgresThreads(db),
  ...postgresFeedback(db),
  ...postgresSpending(db),
  ...postgresErasure(db),
});

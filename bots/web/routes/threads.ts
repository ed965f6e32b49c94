import { Hono } from 'hono';
import type { Turn } from '../../../core/conversation.ts';
import type { ConversationStore } from '../../../stores/index.ts';
import type { ThreadSummary, ThreadView, TurnView } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';

const NEWEST_THREADS = 100;
const NEWEST_TURNS = 200;

/** The person's own threads and what is in them. */
export const threads = (web: WebDependencies) => {
  const store = web.parley.stores.conversations;
  return new Hono<WebEnv>()
    .get('/', async (c) => {
      const own = await store.conversations('web', c.var.askerId, NEWEST_THREADS);
      return c.json<ThreadSummary[]>(own.map(({ id, title, updatedAt }) => ({ id, title, updatedAt })));
    })
    .get('/:id', async (c) => {
      const id = c.req.param('id');
      const [conversation, turns] = await Promise.all([store.conversation(id), ownTurns(store, id, c.var.askerId)]);
      if (!conversation || !turns) throw notFound('thread');
      const views = await Promise.all(turns.map((turn) => turnView(web, turn, c.var.askerId)));
      return c.json<ThreadView>({ id, title: conversation.title, updatedAt: conversation.updatedAt, turns: views });
    });
};

/** The turns of a thread that is the person's alone; an empty list for a new one, undefined for somebody else's. */
export const ownTurns = async (store: ConversationStore, id: string, askerId: string): Promise<Turn[] | undefined> => {
  const turns = await store.turns(id, NEWEST_TURNS);
  return turns.every((turn) => turn.askerId === askerId) ? turns : undefined;
};

const turnView = async ({ parley, view }: WebDependencies, turn: Turn, askerId: string): Promise<TurnView> => {
  const { id, question, standalone, status, answer, error } = turn;
  const opinions = status === 'done' ? await parley.stores.conversations.feedback(id) : [];
  const own = opinions.find((opinion) => opinion.askerId === askerId);
  return {
    id,
    question,
    standalone,
    status,
    answer: answer && view.answer(answer),
    error: error && view.failure(error),
    feedback: own && { rating: own.rating, reason: own.reason, comment: own.comment, answer: own.answer },
  };
};

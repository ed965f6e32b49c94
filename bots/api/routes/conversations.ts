import { createRoute, z } from '@hono/zod-openapi';
import type { Turn } from '../../../core/conversation.ts';
import { type SeenAnswers, seenAnswers } from '../../conversation/seen-answers.ts';
import type { TurnView } from '../../web/api.ts';
import type { WebDependencies } from '../../web/dependencies.ts';
import { notFound } from '../../web/failure.ts';
import { may } from '../caller.ts';
import { createRoutes } from '../create-routes.ts';
import { isOwn, ownTurns } from '../own-turns.ts';
import { conversationSchema, conversationViewSchema, failed, idParam, json } from '../schemas.ts';

const NEWEST_CONVERSATIONS = 100;

const list = createRoute({
  method: 'get',
  path: '/conversations',
  operationId: 'listConversations',
  summary: "The caller's own conversations, newest first",
  middleware: may('ask'),
  responses: { 200: json(z.array(conversationSchema), 'At most 100.'), ...failed },
});

const read = createRoute({
  method: 'get',
  path: '/conversations/{id}',
  operationId: 'getConversation',
  summary: 'One conversation with its turns',
  middleware: may('ask'),
  request: { params: idParam },
  responses: { 200: json(conversationViewSchema, 'The conversation.'), ...failed },
});

/** Routes that list the caller's conversations and return their turns. */
export const conversationRoutes = (web: WebDependencies) => {
  const store = web.parley.stores.conversations;
  return createRoutes()
    .openapi(list, async (c) => {
      const { caller } = c.var;
      // Who asks without a token may have asked at the page and by `/ask`, and is the same person there.
      const platforms = caller.token ? (['api'] as const) : (['web', 'api'] as const);
      const lists = await Promise.all(
        platforms.map((platform) => store.conversations(platform, caller.id, NEWEST_CONVERSATIONS)),
      );
      const own = lists
        .flat()
        .sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
        .slice(0, NEWEST_CONVERSATIONS);
      // A title is the first question, so a token that may not read that turn does not get the conversation.
      const visible = caller.token
        ? await Promise.all(own.map(async ({ id }) => (await store.turns(id, 1)).every((turn) => isOwn(turn, caller))))
        : own.map(() => true);
      return c.json(
        own.filter((_, at) => visible[at]).map(({ id, title, updatedAt }) => ({ id, title, updatedAt })),
        200,
      );
    })
    .openapi(read, async (c) => {
      const { id } = c.req.valid('param');
      const [conversation, turns] = await Promise.all([store.conversation(id), ownTurns(store, id, c.var.caller)]);
      if (!conversation || !turns || (c.var.caller.token && turns.length === 0)) throw notFound('thread');
      const seen = seenAnswers(web.parley.stores.documents, c.var.caller.scopes);
      const views = await Promise.all(turns.map((turn) => turnView(web, turn, c.var.caller.id, seen)));
      return c.json({ id, title: conversation.title, updatedAt: conversation.updatedAt, turns: views }, 200);
    });
};

const turnView = async ({ parley, view }: WebDependencies, turn: Turn, askerId: string, seen: SeenAnswers) => {
  const { id, question, standalone, status, answer, error } = turn;
  const opinions = status === 'done' ? await parley.stores.conversations.feedback(id) : [];
  const own = opinions.find((opinion) => opinion.askerId === askerId);
  return {
    id,
    question,
    standalone,
    status,
    answer: answer && view.answer(await seen.answer(answer)),
    error: error && view.failure(error),
    feedback: own && { rating: own.rating, reason: own.reason, comment: own.comment, answer: own.answer },
  } satisfies TurnView;
};

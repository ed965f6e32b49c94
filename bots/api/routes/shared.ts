import { createRoute, z } from '@hono/zod-openapi';
import { seenAnswers } from '../../conversation/seen-answers.ts';
import type { WebDependencies } from '../../web/dependencies.ts';
import { notFound } from '../../web/failure.ts';
import { createRoutes } from '../create-routes.ts';
import { failed, idParam, json, sharedAnswerSchema } from '../schemas.ts';

const shared = createRoute({
  method: 'get',
  path: '/shared/{id}',
  operationId: 'getSharedAnswer',
  summary: 'One answer with its trace, for whoever holds its link',
  request: { params: idParam, query: z.object({ key: z.string().max(200).default('') }) },
  responses: { 200: json(sharedAnswerSchema, 'The answer.'), ...failed },
});

/** Route that returns an answer with its trace to anybody who has its signed link. */
export const sharedRoutes = ({ parley, links, view }: WebDependencies) =>
  createRoutes().openapi(shared, async (c) => {
    const { id } = c.req.valid('param');
    const opened = links.opens(id, c.req.valid('query').key);
    const turn = opened ? await parley.stores.conversations.turn(id) : undefined;
    if (!turn?.answer) throw notFound('answer');
    // Shows what the asker saw, without pages that the asker's scopes no longer allow.
    const seen = seenAnswers(parley.stores.documents, turn.scopes);
    const answer = await seen.answer(turn.answer);
    return c.json(
      { question: turn.question, answer: view.answer(answer), trace: view.trace(await seen.trace(turn.answer)) },
      200,
    );
  });

import { createRoute, z } from '@hono/zod-openapi';
import { seenAnswers } from '../../conversation/seen-answers.ts';
import type { WebDependencies } from '../../web/dependencies.ts';
import { streamTurn } from '../answer-stream.ts';
import { may } from '../caller.ts';
import { createRoutes } from '../create-routes.ts';
import { ownTurn } from '../own-turns.ts';
import { eventStream, failed, idParam, json, jsonBody, ownFeedbackSchema, traceSchema } from '../schemas.ts';

const request = { params: idParam };

const events = createRoute({
  method: 'get',
  path: '/turns/{id}/events',
  operationId: 'streamTurnEvents',
  summary: 'The turn as it happens, as server-sent events; `Last-Event-ID` continues after a lost connection',
  middleware: may('ask'),
  request: {
    ...request,
    headers: z.object({
      'last-event-id': z.string().optional().openapi({ description: 'The id of the last event that was received.' }),
    }),
  },
  responses: {
    200: { description: 'Events named `turn`.', content: eventStream },
    204: { description: 'The last event was received already.' },
    ...failed,
  },
});

const trace = createRoute({
  method: 'get',
  path: '/turns/{id}/trace',
  operationId: 'getTrace',
  summary: 'How the answer was reached',
  middleware: may('ask'),
  request,
  responses: { 200: json(traceSchema, 'In order.'), ...failed },
});

const stop = createRoute({
  method: 'post',
  path: '/turns/{id}/stop',
  operationId: 'stopTurn',
  summary: 'Stops an answer that is being made',
  middleware: may('ask'),
  request,
  responses: { 200: json(z.object({ stopped: z.boolean() }), 'Whether it was running.'), ...failed },
});

const feedback = createRoute({
  method: 'put',
  path: '/turns/{id}/feedback',
  operationId: 'giveFeedback',
  summary: 'What the caller thinks of the answer, in place of what they thought before',
  middleware: may('ask'),
  request: { ...request, ...jsonBody(ownFeedbackSchema) },
  responses: { 200: json(z.object({ kept: z.boolean() }), 'Stored.'), ...failed },
});

/** Routes for a turn's event stream, its trace, stopping it, and feedback. */
export const turnRoutes = (web: WebDependencies) => {
  const { parley, conversations, live, view } = web;
  const store = parley.stores.conversations;
  return createRoutes()
    .openapi(events, async (c) => {
      const turn = await ownTurn(store, c.req.valid('param').id, c.var.caller);
      return streamTurn(c, web, turn, c.var.caller) as never;
    })
    .openapi(trace, async (c) => {
      const turn = await ownTurn(store, c.req.valid('param').id, c.var.caller);
      const seen = seenAnswers(parley.stores.documents, c.var.caller.scopes);
      return c.json(view.trace(turn.answer ? await seen.trace(turn.answer) : []), 200);
    })
    .openapi(stop, async (c) => {
      const turn = await ownTurn(store, c.req.valid('param').id, c.var.caller);
      const stopped = turn.status === 'running';
      if (stopped) await live.stopAnywhere(turn.id);
      return c.json({ stopped }, 200);
    })
    .openapi(feedback, async (c) => {
      const turn = await ownTurn(store, c.req.valid('param').id, c.var.caller);
      const askerId = c.var.caller.id;
      await conversations.feedback({
        ...c.req.valid('json'),
        turnId: turn.id,
        askerId,
        at: new Date().toISOString(),
      });
      return c.json({ kept: true }, 200);
    });
};

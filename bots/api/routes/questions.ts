import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Answer } from '../../../core/answer.ts';
import { type ErrorCode, ParleyError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/sha256.ts';
import { storable } from '../../../core/text/storable.ts';
import type { WebEnv } from '../../web/asker.ts';
import type { WebDependencies } from '../../web/dependencies.ts';
import { notFound } from '../../web/failure.ts';
import { chosenSources } from '../../web/visible-sources.ts';
import { eventsFor, streamTurn } from '../answer-stream.ts';
import { may } from '../caller.ts';
import { createRoutes } from '../create-routes.ts';
import { ownTurns } from '../own-turns.ts';
import {
  answeredSchema,
  askSchema,
  eventStream,
  failed,
  idParam,
  json,
  jsonBody,
  newQuestionSchema,
} from '../schemas.ts';
import { startTurn } from '../start-turn.ts';

const asking = {
  ...jsonBody(askSchema),
  headers: z.object({
    'idempotency-key': z
      .string()
      .min(8)
      .max(200)
      .optional()
      .openapi({ description: 'The same key sent again gives the same answer and asks nothing twice.' }),
  }),
};

const ask = createRoute({
  method: 'post',
  path: '/ask',
  operationId: 'ask',
  summary: 'Asks, and answers in the same response',
  middleware: may('ask'),
  request: asking,
  responses: { 200: json(answeredSchema, 'The answer.'), ...failed },
});

const askStream = createRoute({
  method: 'post',
  path: '/ask/stream',
  operationId: 'askStreaming',
  summary: 'Asks, and tells what happens until the answer, as server-sent events',
  middleware: may('ask'),
  request: asking,
  responses: { 200: { description: 'Events named `turn`.', content: eventStream }, ...failed },
});

const question = createRoute({
  method: 'post',
  path: '/conversations/{id}/questions',
  operationId: 'askInConversation',
  summary: 'Asks, and answers with the turn’s id as soon as the question is stored; its events tell the rest',
  middleware: may('ask'),
  request: { params: idParam, ...jsonBody(newQuestionSchema) },
  responses: { 202: json(z.object({ turnId: z.string() }), 'Stored; it is being answered.'), ...failed },
});

const conversationId = /^(?:web|api):[\w-]{8,64}$/;

/** For a program whose conversation is not found because it did not say that it is the same one. */
const KNOWN_BY_COOKIE =
  'Without a token a program is known by the cookie of its first answer: send it back, or use a token.';

/** Routes that ask a question: in a conversation of the web page, and from programs with or without a stream. */
export const questionRoutes = (web: WebDependencies) => {
  const { parley, view } = web;
  const store = parley.stores.conversations;
  const isMine = async (id: string, caller: Parameters<typeof ownTurns>[2]) =>
    conversationId.test(id) && (await ownTurns(store, id, caller)) !== undefined;

  /** Starts a turn from the request's body. @param key the idempotency key: the same key is the same question */
  const begin = async (c: Context<WebEnv>, given: z.infer<typeof askSchema>, key: string | undefined) => {
    const { caller, address } = c.var;
    const text = storable(given.question); // as the stored turn has it, to which a repeated key is compared
    const id = given.conversationId ?? `api:${crypto.randomUUID()}`;
    if (!(await isMine(id, caller))) throw notFound('thread', caller.token ? '' : KNOWN_BY_COOKIE);
    const turn = await startTurn(web, {
      eventId: `${caller.id}:${key === undefined ? crypto.randomUUID() : `key-${hashOf(key)}`}`,
      conversationId: id,
      platform: 'api',
      askerId: caller.id,
      workspace: 'web',
      address,
      text,
      strategy: given.strategy,
      budget: given.budget,
      sources: await chosenSources(parley.stores.documents, caller.scopes, given.sources),
      scopes: caller.scopes,
    });
    if (turn.question !== text) throw repeatedKey();
    // A client that sent a key can get the answer later with the same key; a client without one cannot.
    return { turn, stopWhenLeft: key === undefined };
  };

  return createRoutes()
    .openapi(question, async (c) => {
      const { eventId, text, strategy, sources } = c.req.valid('json');
      const { id } = c.req.valid('param');
      const { caller, address } = c.var;
      if (!(await isMine(id, caller))) throw notFound('thread');
      const turn = await startTurn(web, {
        // Contains the asker, so that nobody can claim, or find out about, another person's event.
        eventId: `${caller.id}:${eventId}`,
        conversationId: id,
        platform: caller.token ? 'api' : 'web',
        askerId: caller.id,
        workspace: 'web',
        address,
        text,
        strategy,
        sources: await chosenSources(parley.stores.documents, caller.scopes, sources),
        scopes: caller.scopes,
      });
      return c.json({ turnId: turn.id }, 202);
    })
    .openapi(askStream, async (c) => {
      const { turn, stopWhenLeft } = await begin(c, c.req.valid('json'), c.req.valid('header')['idempotency-key']);
      return streamTurn(c, web, turn, c.var.caller, { stopWhenLeft }) as never;
    })
    .openapi(ask, async (c) => {
      const { caller, address } = c.var;
      const { turn, stopWhenLeft } = await begin(c, c.req.valid('json'), c.req.valid('header')['idempotency-key']);
      const { signal } = c.req.raw;
      signal.addEventListener('abort', () => void (stopWhenLeft && web.live.stop(turn.id)), { once: true });
      let answer: Answer | undefined;
      for await (const { event } of eventsFor(web, turn, caller, { address, signal })) {
        if (event.type === 'error') {
          const { code, message, remedy, retryAfterSeconds } = event;
          throw new ParleyError(code as ErrorCode, { message, remedy, details: { retryAfterSeconds } });
        }
        if (event.type === 'answer' || event.type === 'duplicate') answer = event.answer;
      }
      if (!answer) throw notFound('answer');
      return c.json({ turnId: turn.id, conversationId: turn.conversationId, answer: view.answer(answer) }, 200);
    });
};

const hashOf = (key: string): string => sha256(key).slice(0, 32);

const repeatedKey = () =>
  new ParleyError('REPEATED_KEY', {
    message: 'This Idempotency-Key was sent with another question.',
    remedy: 'Make a new key for each question.',
  });

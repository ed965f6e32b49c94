import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import { plainIssue } from '../../core/plain-issue.ts';
import { assertMay, type Caller } from '../../runtime/access/caller.ts';
import { baseOf } from '../api/caller.ts';
import { askThrough, assertOrigin, callerAtDoor, type DoorQuestion } from '../api/door.ts';
import { ownTurn } from '../api/own-turns.ts';
import { failureOf } from '../conversation/failure.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { statusOf } from '../web/failure.ts';
import { chatAnswer, chatUsage, responseCitations, restOf } from './answers.ts';
import { openAiFailure } from './failure.ts';
import { chatRequest, questionIn, responsesRequest, withReferences } from './requests.ts';
import { finishedResponse, responseEvents, startedResponse } from './response-events.ts';

/** The model name for the automatic choice of a strategy. */
const DEFAULT_MODEL = 'parley';
/** Larger than for other routes, since clients send the whole conversation with each question. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const PING_MS = 15_000;

interface OpenAiEnv {
  Variables: { caller: Caller };
}

/** Routes for chat completions, responses and models that are compatible with OpenAI's API. Strategies are listed as models. */
export const openAiRoutes = (web: WebDependencies) => {
  const app = new Hono<OpenAiEnv>();
  const models = () => [DEFAULT_MODEL, ...(web.parley.settings.PARLEY_MODEL ? web.parley.agent.strategies : [])];
  const started = Math.floor(Date.now() / 1000);
  const modelOf = (id: string) => ({ id, object: 'model' as const, created: started, owned_by: 'parley' });

  app.onError((error, c) => {
    const { body, status, retryAfter } = failureIn(error, web);
    if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
    if (status === 401) c.header('www-authenticate', 'Bearer');
    return c.json(body, status);
  });
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }), async (c, next) => {
    assertOrigin(c, web.parley.settings.PARLEY_ALLOWED_ORIGINS);
    c.set('caller', await callerAtDoor(c, web));
    await next();
  });

  const strategyOf = (model: string): string | undefined => {
    if (!models().includes(model)) throw unknownModel(model);
    return model === DEFAULT_MODEL ? undefined : model;
  };
  const asked = (c: Context<OpenAiEnv>, { note, ...question }: NotedQuestion, signal: AbortSignal) => {
    assertMay(c.var.caller, 'ask');
    const events = askThrough(web, c.var.caller, { ...question, address: web.addressOf(c) }, signal);
    return note === undefined ? events : withNote(events, note);
  };
  const whole = async (events: ReturnType<typeof asked>) => {
    for await (const event of events)
      if (event.type === 'answer') return { answer: web.view.answer(event.answer), turnId: event.turnId };
    throw new ParleyError('CANCELLED', { message: 'Whoever asked has left.', remedy: 'Ask again.' });
  };
  /** Opens an event stream with keep-alive comments. An error during the stream is sent as its last event. */
  const streamed = (c: Context<OpenAiEnv>, write: (stream: SSEStreamingApi, signal: AbortSignal) => Promise<void>) => {
    const release = web.streams.open(c.var.caller.id);
    return streamSSE(c, async (stream) => {
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      const ping = setInterval(() => void stream.write(': still here\n\n'), PING_MS);
      try {
        await write(stream, left.signal);
      } catch (error) {
        if (!left.signal.aborted) await stream.writeSSE({ data: JSON.stringify(failureIn(error, web).body) });
      } finally {
        clearInterval(ping);
        release();
      }
    });
  };

  app.get('/models', (c) => c.json({ object: 'list', data: models().map(modelOf) }));
  app.get('/models/:id', (c) => {
    strategyOf(c.req.param('id'));
    return c.json(modelOf(c.req.param('id')));
  });

  app.post('/chat/completions', async (c) => {
    const { model, messages, stream, stream_options: options } = await read(c, chatRequest);
    const question = { ...questionIn(messages), strategy: strategyOf(model), address: undefined };
    assertMay(c.var.caller, 'ask');
    const base = baseOf(c, web);
    const id = `chatcmpl-${crypto.randomUUID()}`;
    const created = Math.floor(Date.now() / 1000);
    if (!stream) {
      const { answer } = await whole(asked(c, question, c.req.raw.signal));
      const { text, annotations, definitions } = chatAnswer(answer, base);
      const message = { role: 'assistant', content: `${text}${definitions}`, refusal: null, annotations };
      return c.json({
        id,
        object: 'chat.completion',
        created,
        model,
        choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
        usage: chatUsage(answer.usage),
      });
    }
    return streamed(c, async (out, signal) => {
      const send = (delta: object, finish_reason: 'stop' | null, more: object = {}) =>
        out.writeSSE({
          data: JSON.stringify({
            id,
            object: 'chat.completion.chunk',
            created,
            model,
            choices: [{ index: 0, delta, logprobs: null, finish_reason }],
            ...more,
          }),
        });
      await send({ role: 'assistant', content: '' }, null);
      for await (const { content, annotations, answer } of withLinks(piecesOf(web, asked(c, question, signal)), base)) {
        if (content !== '') await send({ content }, null);
        if (!answer) continue;
        await send({ annotations }, 'stop');
        if (options?.include_usage) await send({}, null, { choices: [], usage: chatUsage(answer.usage) });
      }
      await out.writeSSE({ data: '[DONE]' });
    });
  });

  app.post('/responses', async (c) => {
    const { model, input, stream, previous_response_id: previous } = await read(c, responsesRequest);
    assertMay(c.var.caller, 'ask');
    const answerOf = async (turnId: string) =>
      (await ownTurn(web.parley.stores.conversations, turnId, c.var.caller)).answer?.text ?? '';
    const { text, note, history } = questionIn(await withReferences(input, answerOf), 'input');
    const strategy = strategyOf(model);
    const before = previous
      ? await ownTurn(web.parley.stores.conversations, turnIdOf(previous), c.var.caller)
      : undefined;
    const question = {
      text,
      note,
      strategy,
      address: undefined,
      // The history is that of the stored conversation, or else the one in the request.
      ...(before ? { conversationId: before.conversationId } : { history }),
    };
    const base = baseOf(c, web);
    const shape = { model, created: Math.floor(Date.now() / 1000), previous: previous ?? null };
    if (!stream) {
      const { answer, turnId } = await whole(asked(c, question, c.req.raw.signal));
      return c.json(finishedResponse(shape, turnId, answer, responseCitations(answer, base)));
    }
    return streamed(c, async (out, signal) => {
      const events = asked(c, question, signal);
      const say = responseEvents(shape, (event) => out.writeSSE({ event: event.type, data: JSON.stringify(event) }));
      const pieces = piecesOf(
        web,
        withFirst(events, (turnId) => say.begin(startedResponse(shape, turnId))),
      );
      for await (const { piece, text, answer, turnId } of pieces) {
        if (piece !== '') await say.piece(piece);
        if (answer) await say.end(turnId, { ...answer, text }, responseCitations({ ...answer, text }, base));
      }
    });
  });
  // The message tells users of clients that need other routes, such as embeddings, what is supported.
  app.all('*', () => {
    throw new ParleyError('UNKNOWN_ID', {
      message: 'Parley has no such route.',
      remedy: 'It serves chat completions, responses and models.',
    });
  });
  return app;
};

/** Yields the pieces of an answer while they arrive, and then the answer without internal details. */
async function* piecesOf(web: WebDependencies, events: ReturnType<typeof askThrough>) {
  let sent = '';
  for await (const event of events) {
    if (event.type === 'token') {
      sent += event.text;
      yield { piece: event.text };
    } else if (event.type === 'answer') {
      const answer = web.view.answer(event.answer);
      const piece = restOf(sent, answer.text);
      yield { piece, text: sent + piece, answer, turnId: event.turnId };
    }
  }
}

/**
 * Adds links to the pieces of an answer. The newest piece waits for the next one: a quote comes as one piece, and only its
 * answer tells which pages it names.
 */
async function* withLinks(pieces: ReturnType<typeof piecesOf>, base: string) {
  let sent = '';
  let held = '';
  for await (const { piece, text, answer } of pieces) {
    if (!answer) {
      yield { content: held };
      sent += held;
      held = piece;
      continue;
    }
    const linked = chatAnswer({ ...answer, text }, base);
    const shown = linked.text.startsWith(sent) ? linked : chatAnswer({ ...answer, text, nearest: [] }, base);
    yield { content: shown.text.slice(sent.length) };
    yield { content: shown.definitions, annotations: shown.annotations, answer };
  }
}

/** A question with what its answer begins with. */
type NotedQuestion = DoorQuestion & { note?: string };

/** Puts a note in front of an answer and of its first piece. */
async function* withNote(events: ReturnType<typeof askThrough>, note: string): ReturnType<typeof askThrough> {
  let begun = false;
  for await (const event of events) {
    if (event.type === 'token' && !begun) {
      begun = true;
      yield { ...event, text: `${note}${event.text}` };
    } else if (event.type === 'answer')
      yield { ...event, answer: { ...event.answer, text: `${note}${event.answer.text}` } };
    else yield event;
  }
}

/** Passes events on, and calls `first` with the turn's id before the first event that has one. */
async function* withFirst(
  events: ReturnType<typeof askThrough>,
  first: (turnId: string) => Promise<void>,
): ReturnType<typeof askThrough> {
  let told = false;
  for await (const event of events) {
    if (!told && (event.type === 'accepted' || event.type === 'answer')) {
      told = true;
      await first(event.turnId);
    }
    yield event;
  }
}

const turnIdOf = (responseId: string): string => responseId.replace(/^resp_/, '');

/** Parses and validates the request's JSON. @throws BAD_USAGE, naming the invalid field */
const read = async <Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> => {
  const json: unknown = await c.req.json().catch(() => {
    throw new ParleyError('BAD_USAGE', { message: 'The body is not JSON.', remedy: 'Send JSON.' });
  });
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param = issue?.path.join('.') ?? '';
  throw new ParleyError('BAD_USAGE', {
    message: `${[param, issue && plainIssue(issue)].filter(Boolean).join(': ')}.`,
    remedy: 'The page of the documentation on the OpenAI-compatible door says what is read.',
    details: { param },
  });
};

/** Converts an error to the format of OpenAI's API, with Parley's own code. */
const failureIn = (error: unknown, web: WebDependencies) => {
  const { code, details } = asParleyError(error);
  const id = crypto.randomUUID();
  if (code === 'INTERNAL') web.log.error({ err: error, id }, 'an OpenAI-compatible request failed');
  const { message, remedy, retryAfterSeconds } = failureOf(error, id);
  const status = details.unknownModel ? 404 : statusOf(error);
  const param = typeof details.param === 'string' && details.param !== '' ? details.param : null;
  const shown = { ...web.view.failure({ message, remedy }), code: details.unknownModel ? 'model_not_found' : code };
  return { status, retryAfter: retryAfterSeconds, body: openAiFailure(shown, status, param) };
};

const tooLarge = () => {
  throw new ParleyError('INPUT_TOO_LARGE', {
    message: `A request may hold ${MAX_BODY_BYTES / 1024 / 1024} MB.`,
    remedy: 'Send fewer of the earlier messages.',
  });
};

const unknownModel = (model: string) =>
  new ParleyError('UNKNOWN_STRATEGY', {
    message: `There is no model ${model.slice(0, 100)}.`,
    remedy: 'The list of models names those that there are.',
    details: { unknownModel: true, param: 'model' },
  });

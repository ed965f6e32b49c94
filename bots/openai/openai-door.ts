import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import { plainIssue } from '../../core/plain-issue.ts';
import { assertMay, type Caller } from '../../runtime/access/caller.ts';
import { askThrough, type DoorQuestion } from '../api/door.ts';
import { failureOf } from '../conversation/failure.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { statusOf } from '../web/failure.ts';
import { restOf } from './answers.ts';
import { openAiFailure } from './failure.ts';

/** The model name for the automatic choice of a strategy. */
const DEFAULT_MODEL = 'parley';
const PING_MS = 15_000;

export interface OpenAiEnv {
  Variables: { caller: Caller };
}

/** What the routes have in common: models by name, questions with their events, and event streams. */
export const createOpenAiDoor = (web: WebDependencies) => {
  const models = () => [DEFAULT_MODEL, ...(web.parley.settings.PARLEY_MODEL ? web.parley.agent.strategies : [])];
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

  return { models, strategyOf, asked, whole, streamed };
};
export type OpenAiDoor = ReturnType<typeof createOpenAiDoor>;

/** Yields the pieces of an answer while they arrive, and then the answer without internal details. */
export async function* piecesOf(web: WebDependencies, events: ReturnType<typeof askThrough>) {
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

/** Parses and validates the request's JSON. @throws BAD_USAGE, naming the invalid field */
export const read = async <Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> => {
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
export const failureIn = (error: unknown, web: WebDependencies) => {
  const { code, details } = asParleyError(error);
  const id = crypto.randomUUID();
  if (code === 'INTERNAL') web.log.error({ err: error, id }, 'an OpenAI-compatible request failed');
  const { message, remedy, retryAfterSeconds } = failureOf(error, id);
  const status = details.unknownModel ? 404 : statusOf(error);
  const param = typeof details.param === 'string' && details.param !== '' ? details.param : null;
  const shown = { ...web.view.failure({ message, remedy }), code: details.unknownModel ? 'model_not_found' : code };
  return { status, retryAfter: retryAfterSeconds, body: openAiFailure(shown, status, param) };
};

const unknownModel = (model: string) =>
  new ParleyError('UNKNOWN_STRATEGY', {
    message: `There is no model ${model.slice(0, 100)}.`,
    remedy: 'List the models to see which there are.',
    details: { unknownModel: true, param: 'model' },
  });

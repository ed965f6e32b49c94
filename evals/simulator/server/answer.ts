import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../../core/text/parse-json.ts';
import type { Knobs } from '../reader/knobs.ts';
import { keyHash, type Reader } from '../reader/reader.ts';
import { embedText } from './embeddings.ts';
import { type Chat, chatSchema, embeddingsSchema, schemaOf } from './request.ts';
import { fail, logprobsOf, messageOf, send, streamChoices } from './respond.ts';
import type { Trouble } from './trouble.ts';

/** One answered call. */
export interface LoggedCall {
  task: string | undefined;
  status: number;
  /** Equal for equal requests. */
  key: string;
  inputTokens: number;
  outputTokens: number;
  content: string;
}

/** The dependencies of a request. */
export interface Serving {
  reader: Reader;
  knobs: Knobs;
  trouble: (key: string) => Trouble;
  note: (call: LoggedCall) => void;
}

/** Serves one request. */
export const answer = async (request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> => {
  const path = (request.url ?? '').replace(/\?.*$/, '').replace(/\/$/, '');
  if (request.method === 'GET' && path.endsWith('/models'))
    return send(response, 200, {
      object: 'list',
      data: [{ id: 'simulated', object: 'model', created: 0, owned_by: 'parley' }],
    });
  const isChat = path.endsWith('/chat/completions');
  if (request.method !== 'POST' || (!isChat && !path.endsWith('/embeddings')))
    return fail(response, 404, 'not_found', `There is nothing at ${path}.`);
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const body = parseJson(text);
  if (body === undefined) return fail(response, 400, 'invalid_request_error', 'The body is not JSON.');
  const read = isChat ? chatSchema.safeParse(body) : embeddingsSchema.safeParse(body);
  if (!read.success) return fail(response, 400, 'invalid_request_error', z.prettifyError(read.error));
  if (isChat) return complete(response, read.data as Chat, serving);
  const { model, input, dimensions, encoding_format: format } = read.data as z.infer<typeof embeddingsSchema>;
  const texts = typeof input === 'string' ? [input] : input;
  const data = texts.map((item, index) => {
    const vector = embedText(item, dimensions);
    const embedding = format === 'float' ? Array.from(vector) : Buffer.from(vector.buffer).toString('base64');
    return { object: 'embedding', index, embedding };
  });
  const tokens = texts.reduce((sum, item) => sum + Math.ceil(item.length / 4), 0);
  return send(response, 200, { object: 'list', model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } });
};

const readArguments = (json: string) => (parseJson(json) ?? {}) as Record<string, unknown>;

const complete = async (
  response: ServerResponse,
  chat: Chat,
  { reader, knobs, trouble, note }: Serving,
): Promise<void> => {
  const messages = chat.messages.map(({ role, content, tool_calls: toolCalls }) => ({
    role,
    content: typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''),
    ...(toolCalls && {
      calls: toolCalls.map(({ function: called }) => ({
        name: called.name,
        arguments: readArguments(called.arguments),
      })),
    }),
  }));
  const schema = schemaOf(chat);
  const replies = Array.from({ length: chat.n ?? 1 }, (_, choice) =>
    reader.read({
      messages,
      ...(schema && { schema }),
      ...(!schema &&
        chat.tools &&
        chat.tool_choice !== 'none' && { functions: chat.tools.map((tool) => tool.function) }),
      temperature: chat.temperature ?? 0,
      seed: chat.seed ?? 0,
      choice,
      maxTokens: chat.max_completion_tokens ?? chat.max_tokens ?? undefined,
    }),
  );
  const { key, task } = replies[0]!;
  const form = schema ? Math.ceil(JSON.stringify(schema.json).length / 4) : 0;
  const inputTokens = form + messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4) + 4, 0);
  const outputTokens = replies.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const logged = { task, key: keyHash(key), inputTokens, outputTokens, content: replies[0]!.content };
  const befalls = trouble(key);
  if (befalls === 'rate-limit' || befalls === 'outage') {
    const status = befalls === 'outage' ? 503 : 429;
    note({ ...logged, status, outputTokens: 0, content: '' });
    response.setHeader('retry-after', String(knobs.retryAfter));
    return befalls === 'outage'
      ? fail(response, status, 'server_error', 'The simulated model is down.')
      : fail(response, status, 'rate_limit_error', 'Too many requests.');
  }
  note({ ...logged, status: 200 });
  if (knobs.latency > 0) await sleep(knobs.latency);
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  const base = { id: `chatcmpl-${keyHash(key)}`, created: 0, model: chat.model };
  const forced = schema?.forced === true ? schema.name : undefined;
  if (chat.stream)
    return streamChoices(response, { ...base, object: 'chat.completion.chunk' }, replies, {
      forced,
      logprobs: chat.logprobs === true,
      usage: chat.stream_options?.include_usage ? usage : undefined,
      cut: befalls === 'cut',
      pause: knobs.tokenLatency,
    });
  if (befalls === 'cut') return void response.destroy();
  if (knobs.tokenLatency > 0) await sleep(knobs.tokenLatency * outputTokens);
  const choices = replies.map((reply, index) => ({
    index,
    message: { role: 'assistant', ...messageOf(reply, forced) },
    finish_reason: forced ? 'stop' : reply.finish,
    logprobs: chat.logprobs ? logprobsOf(reply, 0, reply.tokens.length) : null,
  }));
  return send(response, 200, { ...base, object: 'chat.completion', choices, usage });
};

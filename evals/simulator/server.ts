import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { embedText } from './embeddings.ts';
import { diceOf, type Knobs, readKnobs } from './reader/knobs.ts';
import { keyHash, openReader, type Reader, type ReaderOptions, type ReadReply, tokensOf } from './reader/reader.ts';
import type { Schema } from './reader/tasks/by-schema.ts';

/** One call as the server answered it. */
export interface LoggedCall {
  task: string | undefined;
  status: number;
  /** Equal for equal requests. */
  key: string;
  inputTokens: number;
  outputTokens: number;
  content: string;
}

export interface SimulatedModelOptions extends ReaderOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** The address to listen at; this machine only by default. */
  host?: string;
  /** Entries of `log` that are kept, the latest; 10,000 by default. */
  keepLog?: number;
}

/** A simulated model that serves. */
export interface SimulatedModel {
  /** The base URL for PARLEY_MODEL_BASE_URL and PARLEY_EMBEDDINGS_BASE_URL. */
  url: string;
  log: LoggedCall[];
  close(): Promise<void>;
}

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish(),
});
const functionSchema = z.looseObject({
  function: z.looseObject({ name: z.string(), parameters: z.looseObject({}).optional() }),
});
const chatSchema = z.looseObject({
  model: z.string().default('simulated'),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  n: z.number().int().min(1).max(64).nullish(),
  temperature: z.number().nullish(),
  seed: z.number().int().nullish(),
  logprobs: z.boolean().nullish(),
  max_tokens: z.number().int().nullish(),
  max_completion_tokens: z.number().int().nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ name: z.string(), schema: z.looseObject({}) }).optional(),
    })
    .nullish(),
  tools: z.array(functionSchema).nullish(),
  tool_choice: z.unknown().optional(),
});
type Chat = z.infer<typeof chatSchema>;
const embeddingsSchema = z.looseObject({
  model: z.string().default('simulated'),
  input: z.union([z.string(), z.array(z.string())]),
  dimensions: z.number().int().min(1).max(4096).default(256),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

/**
 * Serves the simulated model over the OpenAI API: `/v1/chat/completions` (streaming, tools, JSON schema, logprobs, n) and
 * `/v1/embeddings` (by hashing words).
 *
 * @example
 * const model = await startSimulatedModel({ world: { seed: 7, size: 2000 } });
 * // PARLEY_MODEL=openai:simulated PARLEY_MODEL_BASE_URL=model.url
 * await model.close();
 * @throws BAD_USAGE for a port that is taken
 */
export const startSimulatedModel = async (options: SimulatedModelOptions = {}): Promise<SimulatedModel> => {
  const { port = 0, host = '127.0.0.1', keepLog = 10_000 } = options;
  const reader = openReader(options);
  const knobs = readKnobs(options.knobs);
  const log: LoggedCall[] = [];
  const note = (call: LoggedCall): void => {
    if (log.length >= keepLog) log.shift();
    log.push(call);
  };
  const trouble = troubles(options.seed ?? 1, knobs);
  const server = createServer((request, response) => {
    answer(request, response, { reader, knobs, trouble, note }).catch((error: unknown) => {
      if (!response.headersSent) fail(response, 500, 'server_error', String(error));
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(host, port) : error);
    });
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/v1`,
    log,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const portTaken = (host: string, port: number) =>
  new ParleyError('BAD_USAGE', {
    message: `Something listens at ${host}:${port} already.`,
    remedy: 'Give another --port; 0 takes a free one.',
  });

type Trouble = 'rate-limit' | 'outage' | 'cut' | undefined;

/** What befalls an attempt. A prompt in trouble meets it on its first attempts, counted by prompt, then gets through. */
const troubles = (seed: number, knobs: Knobs): ((key: string) => Trouble) => {
  const attempts = new Map<string, number>();
  const mostRemembered = 100_000;
  return (key) => {
    const dice = diceOf(seed, key);
    const kind: Trouble =
      dice.roll('rate-limit') < knobs.rateLimits
        ? 'rate-limit'
        : dice.roll('outage') < knobs.outages
          ? 'outage'
          : dice.roll('cut') < knobs.cutStreams
            ? 'cut'
            : undefined;
    if (!kind) return undefined;
    const made = attempts.get(keyHash(key)) ?? 0;
    if (attempts.size >= mostRemembered) attempts.clear();
    attempts.set(keyHash(key), made + 1);
    return made < knobs.failures ? kind : undefined;
  };
};

interface Serving {
  reader: Reader;
  knobs: Knobs;
  trouble: (key: string) => Trouble;
  note: (call: LoggedCall) => void;
}

const answer = async (request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> => {
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
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fail(response, 400, 'invalid_request_error', 'The body is not JSON.');
  }
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

/** The schema that the answer must have, whether asked for as a response format or as one forced function. */
const schemaOf = ({ response_format: format, tools, tool_choice: choice }: Chat) => {
  if (format?.json_schema)
    return { name: format.json_schema.name, json: format.json_schema.schema as Schema, forced: false };
  const forced = (choice as { function?: { name?: string } } | undefined)?.function?.name;
  const tool = tools?.find((it) => it.function.name === forced);
  return tool && { name: tool.function.name, json: (tool.function.parameters ?? {}) as Schema, forced: true };
};

const complete = async (
  response: ServerResponse,
  chat: Chat,
  { reader, knobs, trouble, note }: Serving,
): Promise<void> => {
  const messages = chat.messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''),
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
    return stream(response, { ...base, object: 'chat.completion.chunk' }, replies, {
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

const messageOf = ({ content, calls, finish, key }: ReadReply, forced: string | undefined) => {
  if (finish === 'content_filter') return { content: null, refusal: 'I decline to answer that.' };
  const chosen = forced
    ? [{ name: forced, json: content }]
    : calls.map((call) => ({ name: call.name, json: JSON.stringify(call.arguments) }));
  if (chosen.length === 0) return { content, refusal: null };
  const toolCalls = chosen.map(({ name, json }, index) => ({
    index,
    id: `call_${keyHash(key)}_${index}`,
    type: 'function',
    function: { name, arguments: json },
  }));
  return { content: null, refusal: null, tool_calls: toolCalls };
};

const logprobsOf = ({ tokens, logprobs }: ReadReply, from: number, to: number) => ({
  content: tokens.slice(from, to).map((token, i) => ({
    token,
    logprob: logprobs[from + i],
    bytes: [...Buffer.from(token)],
    top_logprobs: [],
  })),
});

/** Tokens that travel in one event. */
const tokensPerEvent = 4;

const stream = async (
  response: ServerResponse,
  base: Record<string, unknown>,
  replies: readonly ReadReply[],
  {
    forced,
    logprobs,
    usage,
    cut,
    pause,
  }: { forced?: string; logprobs: boolean; usage?: object; cut: boolean; pause: number },
): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const event = (data: object): void => {
    response.write(`data: ${JSON.stringify({ ...base, ...data })}\n\n`);
  };
  for (const [index, reply] of replies.entries()) {
    const choice = (delta: object, finish: string | null = null, probabilities: object | null = null): void =>
      event({ choices: [{ index, delta, finish_reason: finish, logprobs: probabilities }] });
    const { tool_calls: toolCalls, refusal } = messageOf(reply, forced) as { tool_calls?: object[]; refusal?: string };
    choice({ role: 'assistant', content: '' });
    if (toolCalls && !forced) choice({ tool_calls: toolCalls });
    else if (refusal) choice({ refusal });
    else {
      const end = cut ? Math.floor(reply.tokens.length / 2) : reply.tokens.length;
      for (let from = 0; from < end; from += tokensPerEvent) {
        const to = Math.min(end, from + tokensPerEvent);
        const text = reply.tokens.slice(from, to).join('');
        const piece = forced
          ? {
              tool_calls: [
                {
                  index: 0,
                  ...(from === 0 && { id: `call_${keyHash(reply.key)}_0`, type: 'function' }),
                  function: { ...(from === 0 && { name: forced }), arguments: text },
                },
              ],
            }
          : { content: text };
        choice(piece, null, logprobs ? logprobsOf(reply, from, to) : null);
        if (pause > 0) await sleep(pause * (to - from));
        if (response.destroyed) return;
      }
    }
    if (cut) return void response.destroy();
    choice({}, forced ? 'stop' : reply.finish);
  }
  if (usage) event({ choices: [], usage });
  response.end('data: [DONE]\n\n');
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const fail = (response: ServerResponse, status: number, type: string, message: string): void =>
  send(response, status, { error: { message, type, code: type, param: null } });

/** Tokens of a text as the server counts them in answers. */
export const countTokens = (text: string): number => tokensOf(text).length;

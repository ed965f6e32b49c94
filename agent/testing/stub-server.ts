import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the stub received. */
export interface StubRequest {
  /** Name of the JSON schema asked for, or the `Task:` line of the prompt. */
  task: string;
  system: string;
  user: string;
  messages: { role: string; content: string }[];
  body: Record<string, unknown>;
  authorization: string | undefined;
  /** Number of earlier requests for this task. */
  nth: number;
}

export type StubReply =
  | { json: unknown }
  /** `thinking` is sent before the text as `reasoning_content`; `tokens` is the reported number of output tokens. */
  | { text: string; logprobs?: number[]; usage?: boolean; finish?: string; thinking?: string; tokens?: number }
  /** Arguments that are a string are sent as they are, as the start of a JSON. */
  | { functionCalls: { name: string; arguments: unknown }[]; finish?: string }
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Closes the connection after this many characters of the text. */
  | { cut: number; text: string }
  /** Closes the connection before any reply. */
  | { dropped: true }
  /** Answers once the promise resolves. Clients that disconnect earlier are counted in `aborted`. */
  | { wait: Promise<unknown>; reply: StubReply };

export interface StubServer {
  url: string;
  requests: StubRequest[];
  /** Number of requests whose client disconnected before the answer. */
  aborted: number;
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible chat server with answers written by a test: streaming or not, JSON schema, functions,
 * log-probabilities, errors with headers, cut streams. It uses real HTTP, so tests cover the whole path to a provider.
 */
export const startStubServer = async (answer: (request: StubRequest) => StubReply): Promise<StubServer> => {
  const seen = new Map<string, number>();
  const stub: StubServer = { url: '', requests: [], aborted: 0, close: async () => {} };
  const server = createServer(async (incoming, response) => {
    const body = JSON.parse(await read(incoming)) as Record<string, unknown>;
    const messages = body.messages as { role: string; content: string }[];
    const system = messages.find(({ role }) => role === 'system')?.content ?? '';
    const format = body.response_format as { json_schema?: { name?: string } } | undefined;
    const task = format?.json_schema?.name ?? /^Task: (\S+)/.exec(system)?.[1] ?? '';
    const nth = seen.get(task) ?? 0;
    seen.set(task, nth + 1);
    const user = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const request: StubRequest = {
      task,
      system,
      user,
      messages,
      body,
      authorization: incoming.headers.authorization,
      nth,
    };
    stub.requests.push(request);
    response.on('close', () => {
      if (!response.writableEnded) stub.aborted += 1;
    });
    await send(response, request, answer(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  stub.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return stub;
};

const read = async (incoming: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
};

const send = async (response: ServerResponse, request: StubRequest, reply: StubReply): Promise<void> => {
  if ('wait' in reply) {
    await reply.wait;
    if (!response.destroyed) await send(response, request, reply.reply);
    return;
  }
  if ('dropped' in reply) {
    response.destroy();
    return;
  }
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify({ error: { message: reply.message ?? `status ${reply.status}`, type: 'stub' } }));
    return;
  }
  const text = 'json' in reply ? JSON.stringify(reply.json) : 'functionCalls' in reply ? '' : reply.text;
  const calls = 'functionCalls' in reply ? reply.functionCalls : [];
  const finish = 'finish' in reply && reply.finish ? reply.finish : calls.length > 0 ? 'tool_calls' : 'stop';
  const prompt = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  const usage = {
    prompt_tokens: Math.ceil(prompt / 4),
    completion_tokens: ('tokens' in reply ? reply.tokens : undefined) ?? Math.ceil(text.length / 4),
    total_tokens: 0,
  };
  const withUsage = !('usage' in reply && reply.usage === false);
  const logprobs = 'logprobs' in reply && request.body.logprobs ? reply.logprobs : undefined;
  const toolCalls = calls.map((call, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  if (request.body.stream !== true) {
    const message = { role: 'assistant', content: text, ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}) };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'stub',
        object: 'chat.completion',
        model: request.body.model,
        choices: [{ index: 0, message, finish_reason: finish }],
        ...(withUsage ? { usage } : {}),
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (choice: unknown, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'stub', object: 'chat.completion.chunk', model: request.body.model, choices: choice ? [choice] : [], ...more })}\n\n`,
    );
  chunk({
    index: 0,
    delta: { role: 'assistant', content: '', ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}) },
  });
  if ('thinking' in reply && reply.thinking) chunk({ index: 0, delta: { reasoning_content: reply.thinking } });
  const sent = 'cut' in reply ? text.slice(0, reply.cut) : text;
  const pieces = sent.match(/[\s\S]{1,7}/g) ?? [];
  pieces.forEach((content, at) => {
    const logprob = logprobs?.[at];
    const more =
      logprob === undefined ? {} : { logprobs: { content: [{ token: content, logprob, top_logprobs: [] }] } };
    chunk({ index: 0, delta: { content }, ...more });
  });
  if ('cut' in reply) {
    // Gives the data time to be sent before the connection is closed.
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.destroy();
    return;
  }
  chunk({ index: 0, delta: {}, finish_reason: finish });
  const wantsUsage = (request.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage;
  if (withUsage && wantsUsage) chunk(undefined, { usage });
  response.end('data: [DONE]\n\n');
};

import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyHash, type ReadReply } from '../reader/reader.ts';

/** Sends a JSON body. */
export const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Sends an error in the form that clients of the API expect. */
export const fail = (response: ServerResponse, status: number, type: string, message: string): void =>
  send(response, status, { error: { message, type, code: type, param: null } });

/** A choice's message. `forced` is the function whose arguments the answer is. */
export const messageOf = ({ content, calls, finish, key }: ReadReply, forced: string | undefined) => {
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

/** Log-probabilities of a range of tokens. */
export const logprobsOf = ({ tokens, logprobs }: ReadReply, from: number, to: number) => ({
  content: tokens.slice(from, to).map((token, i) => ({
    token,
    logprob: logprobs[from + i],
    bytes: [...Buffer.from(token)],
    top_logprobs: [],
  })),
});

/** Tokens sent in one event. */
const tokensPerEvent = 4;

/** Sends choices as server-sent events; `cut` breaks off in the middle, `pause` is milliseconds a token. */
export const streamChoices = async (
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

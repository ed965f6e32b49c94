import type { Context } from 'hono';
import { assertMay } from '../../runtime/access/caller.ts';
import { baseOf } from '../api/caller.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { chatAnswer, chatUsage } from './answers.ts';
import { type OpenAiDoor, type OpenAiEnv, piecesOf, read } from './openai-door.ts';
import { chatRequest, questionIn } from './requests.ts';

/** `POST /chat/completions`: an answer as a whole, or as an event stream of its pieces. */
export const chatCompletions =
  (web: WebDependencies, { strategyOf, asked, whole, streamed }: OpenAiDoor) =>
  async (c: Context<OpenAiEnv>) => {
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
  };

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

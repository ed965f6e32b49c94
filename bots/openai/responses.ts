import type { Context } from 'hono';
import { assertMay } from '../../runtime/access/caller.ts';
import { baseOf } from '../api/caller.ts';
import type { askThrough } from '../api/door.ts';
import { ownTurn } from '../api/own-turns.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { responseCitations } from './answers.ts';
import { type OpenAiDoor, type OpenAiEnv, piecesOf, read } from './openai-door.ts';
import { questionIn, responsesRequest, withReferences } from './requests.ts';
import { finishedResponse, responseEvents, startedResponse } from './response-events.ts';

/** `POST /responses`: an answer as a whole, or as an event stream; it may go on with a stored conversation. */
export const responses =
  (web: WebDependencies, { strategyOf, asked, whole, streamed }: OpenAiDoor) =>
  async (c: Context<OpenAiEnv>) => {
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
  };

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

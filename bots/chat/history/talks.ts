import type { ChatMessage } from './message.ts';

/** A silence that ends a talk: messages outside threads belong together while they follow each other. */
export const SILENCE_MS = 60 * 60_000;
/** A talk without such a silence is cut after so many messages. */
const MAX_MESSAGES = 100;

/** Groups messages, newest first, into talks; each talk is given oldest first. */
export async function* talksOf(messages: AsyncIterable<ChatMessage>): AsyncGenerator<ChatMessage[]> {
  let talk: ChatMessage[] = [];
  for await (const message of messages) {
    const next = talk.at(-1);
    if (next && (next.at.getTime() - message.at.getTime() > SILENCE_MS || talk.length === MAX_MESSAGES)) {
      yield talk.reverse();
      talk = [];
    }
    talk.push(message);
  }
  if (talk.length > 0) yield talk.reverse();
}

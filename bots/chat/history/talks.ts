import type { ChatMessage } from './message.ts';

/** A pause this long ends a talk, which is a sequence of messages outside of threads. */
export const SILENCE_MS = 60 * 60_000;
/** A longer talk is split into several. */
const MAX_MESSAGES = 100;

/**
 * Groups messages into talks.
 * @param messages newest first
 * @param silence milliseconds of a pause that ends a talk
 * @returns talks, newest first, each with its oldest message first
 */
export async function* talksOf(
  messages: AsyncIterable<ChatMessage>,
  silence = SILENCE_MS,
): AsyncGenerator<ChatMessage[]> {
  let talk: ChatMessage[] = [];
  for await (const message of messages) {
    const next = talk.at(-1);
    if (next && (next.at.getTime() - message.at.getTime() > silence || talk.length === MAX_MESSAGES)) {
      yield talk.reverse();
      talk = [];
    }
    talk.push(message);
  }
  if (talk.length > 0) yield talk.reverse();
}

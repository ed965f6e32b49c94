import { createErasedPeople, type Stores } from '../../stores/index.ts';

/** How many messages of a thread are read when Parley is asked in it for the first time. */
export const MAX_THREAD_MESSAGES = 30;
const MAX_THREAD_CHARS = 12_000;

/** A message as the platform gives it. */
export interface EarlierMessage {
  /** Its author as Parley names people: `slack:T1/U1`. */
  personId: string;
  /** The event under which it would have been answered as a question. */
  eventId: string;
  /** When it was written, in ms since 1970 by the platform's clock. */
  at: number;
  text: string;
}

/**
 * The messages of a thread that Parley is asked in, as an attachment to the question. What a person wrote before they were
 * erased is left out: it stays on the platform, and an answer would keep it again.
 *
 * @param messages oldest first, without the question and without Parley's own, which may repeat what others wrote
 */
export const earlierMessages = async (
  { keyValues, conversations }: Pick<Stores, 'keyValues' | 'conversations'>,
  messages: readonly EarlierMessage[],
): Promise<{ name: string; text: string }[]> => {
  const erasures = await createErasedPeople(keyValues).timesOf(messages.map(({ personId }) => personId));
  const written: string[] = [];
  for (const { personId, eventId, at, text } of messages) {
    const erasedAt = erasures.get(personId);
    // The clocks of the platform and of this machine may differ; an erasure closes the events of questions, whatever they say.
    if (erasedAt !== undefined && (at <= erasedAt || (await conversations.isClosed([eventId])))) continue;
    if (text) written.push(text);
  }
  const text = written.join('\n\n');
  return text ? [{ name: 'earlier messages of this thread', text: text.slice(0, MAX_THREAD_CHARS) }] : [];
};

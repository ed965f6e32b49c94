import { ParleyError } from '../../../core/errors.ts';
import { contentHash, type PageItem } from '../../../ingest/inputs/item.ts';
import type { ChannelHistory, ThreadHead } from './channel-history.ts';
import { type ChatMessage, citableMessages, pageOf } from './message.ts';

/** The stored metadata of a thread, or of a talk: messages outside of threads. */
export interface TalkMemory {
  hash: string;
  kind: 'thread' | 'talk';
  /** The thread's id, or that of the talk's first message. */
  first: string;
  startedAt: string;
  lastAt: string;
  mark?: string;
  name?: string;
}

/**
 * Turns a thread or talk into a page.
 * @returns undefined when too little of it can be cited
 */
export const talkPage = (
  location: string,
  of: Omit<TalkMemory, 'hash'>,
  channel: ChannelHistory,
  messages: readonly ChatMessage[],
): PageItem | undefined => {
  const kept = citableMessages(messages);
  if (!kept) return undefined;
  const id = `${location}/${of.first}`;
  const content = kept.map((message) => [message.id, message.version, message.author, message.text]);
  const hash = contentHash(id, channel.name, String(channel.scopes), JSON.stringify([of.mark, of.name, content]));
  return page(id, { ...of, hash }, channel, async () => pageOf(channel.name, kept, of.name));
};

/** The page of an unchanged thread or talk. Its messages are fetched only if the pipeline reads the page again. */
export const talkAsBefore = (id: string, own: TalkMemory, channel: ChannelHistory): PageItem =>
  page(id, own, channel, async () => {
    const messages =
      own.kind === 'thread'
        ? await channel.thread(own.first)
        : await oldestFirst(channel.between(new Date(own.startedAt), new Date(own.lastAt)));
    const kept = citableMessages(messages ?? []);
    if (!kept)
      throw new ParleyError('INPUT_NOT_FOUND', {
        message: `The messages of ${id} were deleted since the channel was listed.`,
        remedy: 'Nothing to do: its page goes when the whole channel is read again, within a week.',
      });
    return pageOf(channel.name, kept, own.name);
  });

/** The entry that the list of a channel would have for a thread. */
export const headOf = ({ first, name, mark = '', startedAt, lastAt }: TalkMemory): ThreadHead => ({
  id: first,
  name,
  mark,
  startedAt: new Date(startedAt),
  lastAt: new Date(lastAt),
});

const page = (id: string, own: TalkMemory, channel: ChannelHistory, extract: PageItem['extract']): PageItem => ({
  kind: 'page',
  input: id,
  id,
  url: own.kind === 'thread' ? channel.linkToThread(own.first) : channel.linkTo(own.first),
  hash: own.hash,
  scopes: channel.scopes,
  metadata: { ...own },
  extract,
});

const oldestFirst = async (messages: AsyncIterable<ChatMessage>): Promise<ChatMessage[]> => {
  const all: ChatMessage[] = [];
  for await (const message of messages) all.push(message);
  return all.reverse();
};

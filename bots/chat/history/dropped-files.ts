import { ParleyError } from '../../../core/errors.ts';
import { contentHash, type PageItem } from '../../../ingest/inputs/item.ts';
import { readerFor } from '../../../ingest/sandbox/index.ts';
import { MAX_FILE_BYTES } from '../attachments.ts';
import type { ChannelHistory, ThreadHead } from './channel-history.ts';
import type { ChatMessage, DroppedFile } from './message.ts';

/** The stored metadata of a file that somebody posted in a channel. */
export interface FileMemory {
  kind: 'file';
  hash: string;
  /** Id of the message that the file is attached to. */
  first: string;
  author: string;
  /** Id of that message's thread; absent for a message outside of threads. */
  thread?: string;
  /** ISO 8601. `startedAt`: start of the thread, or of the message outside of threads. `lastAt`: time of the message. */
  startedAt: string;
  lastAt: string;
  file: Omit<DroppedFile, 'url'>;
}

/**
 * Turns the readable files of messages into pages. A page has the channel's scopes, links to the message with the file, and is
 * deleted with that message. Leaves out files that Parley posted.
 */
export const filesOf = (
  location: string,
  channel: ChannelHistory,
  messages: readonly ChatMessage[],
  thread?: Pick<ThreadHead, 'id' | 'startedAt'>,
): PageItem[] =>
  messages
    .filter(({ part }) => part !== 'parley')
    .flatMap((message) =>
      (message.files ?? []).flatMap((file) => {
        const { id, name, size, type } = file;
        if (size > MAX_FILE_BYTES || readerFor({ name, contentType: type }) === undefined) return [];
        const at = message.at.toISOString();
        const hash = contentHash(id, name, String(size), channel.name, String(channel.scopes));
        const own: FileMemory = {
          kind: 'file',
          hash,
          first: message.id,
          author: message.author,
          ...(thread && { thread: thread.id }),
          startedAt: thread?.startedAt.toISOString() ?? at,
          lastAt: at,
          file: { id, name, size, type },
        };
        return [filePage(`${location}/file/${id}`, own, channel, () => Promise.resolve(file))];
      }),
    );

/** The page of an unchanged file. If the pipeline reads it again, this fetches its message first, since file URLs expire. */
export const fileAsBefore = (id: string, own: FileMemory, channel: ChannelHistory): PageItem =>
  filePage(id, own, channel, async () => {
    const { thread, lastAt } = own;
    const at = new Date(lastAt);
    const messages: ChatMessage[] = [];
    if (thread !== undefined) messages.push(...((await channel.thread(thread)) ?? []));
    else for await (const message of channel.between(at, at)) messages.push(message);
    const found = messages.flatMap(({ files = [] }) => files).find((file) => file.id === own.file.id);
    if (found) return found;
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `${own.file.name} is no longer in the channel.`,
      remedy: 'The next sync removes it.',
    });
  });

const filePage = (
  id: string,
  own: FileMemory,
  channel: ChannelHistory,
  find: () => Promise<DroppedFile>,
): PageItem => ({
  kind: 'page',
  input: `#${channel.name}: ${own.file.name}`,
  id,
  url: channel.linkTo(own.first),
  hash: own.hash,
  scopes: channel.scopes,
  metadata: { ...own },
  async extract() {
    const { author, lastAt: published, file } = own;
    const { name, type } = file;
    const bytes = await channel.download(await find());
    const read = readerFor({ name, contentType: type, bytes });
    if (read === undefined)
      throw new ParleyError('INPUT_UNREADABLE', {
        message: `${name} is of no format that Parley reads.`,
        remedy: 'docs/reading.md lists them.',
      });
    const page = await read(bytes, { contentType: type });
    return {
      ...page,
      title: `#${channel.name}: ${page.title || name}`,
      metadata: { ...page.metadata, author, published },
    };
  },
});

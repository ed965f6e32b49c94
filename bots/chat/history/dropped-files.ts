import { ParleyError } from '../../../core/errors.ts';
import { contentHash, type PageItem } from '../../../ingest/inputs/item.ts';
import { readerFor } from '../../../ingest/sandbox/index.ts';
import { MAX_FILE_BYTES } from '../attachments.ts';
import type { ChannelHistory, ThreadHead } from './channel-history.ts';
import type { ChatMessage, DroppedFile } from './message.ts';

/** What is remembered of a file that was dropped into a channel. */
export interface FileMemory {
  kind: 'file';
  hash: string;
  /** The message that it came with. */
  first: string;
  author: string;
  /** The thread of that message; none for one that stands alone. */
  thread?: string;
  /** When its thread began, or the message itself; and when the message was written. */
  startedAt: string;
  lastAt: string;
  file: Omit<DroppedFile, 'url'>;
}

/**
 * The files of messages as pages of their own, for those that some reader takes: each is seen by whom the channel's messages
 * are, cites the message that it came with, and goes with it. Files that Parley sent are left out.
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

/** A file as it was; should the pipeline want to read it anew, its message is asked for again: addresses of files expire. */
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

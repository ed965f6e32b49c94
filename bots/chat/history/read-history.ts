import { asParleyError, isParleyError, ParleyError } from '../../../core/errors.ts';
import { contentHash, type Item, type PageItem } from '../../../ingest/inputs/item.ts';
import type { ConnectorContext } from '../../../ingest/sources/connector.ts';
import type { ChannelHistory, ThreadHead } from './channel-history.ts';
import { type FileMemory, fileAsBefore, filesOf } from './dropped-files.ts';
import { type ChatMessage, citableMessages, pageOf } from './message.ts';
import { SILENCE_MS, talksOf } from './talks.ts';

const DAY_MS = 86_400_000;
/** How far back each sync lists the channel, to find edits and deletions. */
const LIST_DAYS = 30;
/** Each sync reads threads with a message this recent in full, since the list does not show edited replies. */
const RECENT_DAYS = 7;
/** Interval after which the whole channel is listed again, to find older edits and deletions. */
const WHOLE_DAYS = 7;

/** The stored state of a channel, and of each of its documents. */
interface ChannelMemory {
  wholeAt: string;
  name: string;
  scopes: string[];
}
interface TalkMemory {
  hash: string;
  /** `talk`: messages outside of threads. */
  kind: 'thread' | 'talk';
  /** The thread's id, or that of the talk's first message. */
  first: string;
  startedAt: string;
  lastAt: string;
  mark?: string;
  name?: string;
}

/**
 * Reads a channel's threads, talks and posted files as documents. The first sync, and one sync per WHOLE_DAYS, list the whole
 * channel. The others list the last LIST_DAYS, which finds recent edits and deletions; unchanged threads are not read again.
 *
 * @param location the source's location of the channel, which is the prefix of all document ids
 * @param now epoch milliseconds
 */
export async function* readHistory(
  location: string,
  channel: ChannelHistory,
  context: ConnectorContext,
  now: number,
): AsyncGenerator<Item> {
  const known = new Map<string, TalkMemory>();
  const knownFiles = new Map<string, FileMemory>();
  for (const [id, { metadata }] of context.known) {
    if (!id.startsWith(`${location}/`)) continue;
    const own = metadata as unknown as TalkMemory | FileMemory;
    if (own.kind === 'file') knownFiles.set(id, own);
    else known.set(id, own);
  }
  const memory = context.memory as ChannelMemory | undefined;
  // A new name changes every title, and new scopes change every document.
  const same = memory?.name === channel.name && String(memory.scopes) === String(channel.scopes);
  const since =
    same && now - Date.parse(memory.wholeAt) < WHOLE_DAYS * DAY_MS ? windowStart([...known.values()], now) : undefined;
  const isRecent = (lastAt: Date | string) => now - new Date(lastAt).getTime() < RECENT_DAYS * DAY_MS;
  const given = new Set<string>();
  let whole = true;
  const threadsRead = new Set<string>();
  const filesByThread = Map.groupBy(knownFiles.values(), ({ thread }) => thread ?? '');

  const item = (of: Omit<TalkMemory, 'hash'>, messages: readonly ChatMessage[]): PageItem | undefined => {
    const kept = citableMessages(messages);
    const id = `${location}/${of.first}`;
    if (!kept || given.has(id)) return undefined;
    given.add(id);
    const content = kept.map((message) => [message.id, message.version, message.author, message.text]);
    const hash = contentHash(id, channel.name, String(channel.scopes), JSON.stringify([of.mark, of.name, content]));
    return page(id, { ...of, hash }, () => pageOf(channel.name, kept, of.name));
  };
  const page = (id: string, own: TalkMemory, extract: PageItem['extract']): PageItem => ({
    kind: 'page',
    input: id,
    id,
    url: own.kind === 'thread' ? channel.linkToThread(own.first) : channel.linkTo(own.first),
    hash: own.hash,
    scopes: channel.scopes,
    metadata: { ...own },
    extract,
  });
  /** An unchanged document. Its messages are fetched only if the pipeline reads the document again. */
  const asBefore = (id: string, own: TalkMemory): PageItem => {
    given.add(id);
    return page(id, own, async () => {
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
  };
  /** True the first time for each file, since a file may be shared in several messages. */
  const notGiven = ({ id }: PageItem): boolean => !given.has(id) && given.add(id) !== undefined;
  const filesAsBefore = (which: (own: FileMemory) => boolean): PageItem[] =>
    [...knownFiles].flatMap(([id, own]) => (which(own) ? fileAsBefore(id, own, channel) : [])).filter(notGiven);
  const readThread = async ({ id: first, name, mark, startedAt, lastAt }: ThreadHead): Promise<Item[]> => {
    const id = `${location}/${first}`;
    const before = known.get(id);
    const files = filesByThread.get(first) ?? [];
    // Deleting only a file does not change the mark, so threads with files are read again when the whole channel is listed.
    const isSame = before?.mark === mark && same && !isRecent(lastAt) && (since !== undefined || files.length === 0);
    threadsRead.add(first);
    if (before && isSame) return [asBefore(id, before), ...filesAsBefore(({ thread }) => thread === first)];
    try {
      const messages = await channel.thread(first);
      if (!messages) return [];
      const times = { startedAt: startedAt.toISOString(), lastAt: lastAt.toISOString() };
      const found = item({ kind: 'thread', first, mark, ...(name ? { name } : {}), ...times }, messages);
      return [
        ...(found ? [found] : []),
        ...filesOf(location, channel, messages, { id: first, startedAt }).filter(notGiven),
      ];
    } catch (error) {
      if (isParleyError(error, 'CANCELLED')) throw error;
      whole = false;
      given.add(id);
      const { code, message, remedy } = asParleyError(error);
      const failed: Item = { kind: 'failure', id, failure: { input: id, code, message, remedy } };
      return [failed, ...filesAsBefore(({ thread }) => thread === first)];
    }
  };

  const threads: ThreadHead[] = [];
  const messagesOutsideThreads = async function* () {
    for await (const listed of channel.list(since)) {
      if (listed.kind === 'thread') threads.push(listed.thread);
      else yield listed.message;
    }
  };
  for await (const talk of talksOf(messagesOutsideThreads())) {
    const [startedAt, lastAt] = [talk[0]!.at.toISOString(), talk.at(-1)!.at.toISOString()];
    const found = item({ kind: 'talk', first: talk[0]!.id, startedAt, lastAt }, talk);
    if (found) yield found;
    yield* filesOf(location, channel, talk).filter(notGiven);
  }
  for (const head of threads) {
    context.signal?.throwIfAborted();
    yield* await readThread(head);
  }
  if (since !== undefined) {
    for (const [id, own] of known) {
      if (given.has(id) || Date.parse(own.startedAt) >= since.getTime()) continue;
      // The thread began before `since`, so it was not listed, but it has recent messages.
      if (own.kind === 'thread' && isRecent(own.lastAt)) yield* await readThread(headOf(own));
      else yield asBefore(id, own);
    }
    // Files of threads that were read in this sync are already included, or no longer exist.
    const isBefore = ({ thread = '', startedAt }: FileMemory) =>
      Date.parse(startedAt) < since.getTime() && !threadsRead.has(thread);
    yield* filesAsBefore(isBefore);
  }
  if (whole)
    context.remember({
      wholeAt: since === undefined ? new Date(now).toISOString() : memory!.wholeAt,
      name: channel.name,
      scopes: channel.scopes,
    } satisfies ChannelMemory);
}

const headOf = ({ first, name, mark = '', startedAt, lastAt }: TalkMemory): ThreadHead => ({
  id: first,
  name,
  mark,
  startedAt: new Date(startedAt),
  lastAt: new Date(lastAt),
});

/** The time since which a channel is listed. Never in the middle of a talk, since a talk's id is that of its first message. */
const windowStart = (known: readonly TalkMemory[], now: number): Date => {
  const start = now - LIST_DAYS * DAY_MS;
  const current = known.filter(({ kind, lastAt }) => kind === 'talk' && Date.parse(lastAt) >= start - SILENCE_MS);
  return new Date(Math.min(start, ...current.map(({ startedAt }) => Date.parse(startedAt))));
};

const oldestFirst = async (messages: AsyncIterable<ChatMessage>): Promise<ChatMessage[]> => {
  const all: ChatMessage[] = [];
  for await (const message of messages) all.push(message);
  return all.reverse();
};

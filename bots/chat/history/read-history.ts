import { asParleyError, isParleyError } from '../../../core/errors.ts';
import type { Item, PageItem } from '../../../ingest/inputs/item.ts';
import type { ConnectorContext } from '../../../ingest/sources/connector.ts';
import type { ChannelHistory, ThreadHead } from './channel-history.ts';
import { type FileMemory, fileAsBefore, filesOf } from './dropped-files.ts';
import { headOf, type TalkMemory, talkAsBefore, talkPage } from './talk-pages.ts';
import { SILENCE_MS, talksOf } from './talks.ts';

const DAY_MS = 86_400_000;
/** How far back each sync lists the channel, to find edits and deletions. */
const LIST_DAYS = 30;
/** Each sync reads threads with a message this recent in full, since the list does not show edited replies. */
const RECENT_DAYS = 7;
/** Interval after which the whole channel is listed again, to find older edits and deletions. */
const WHOLE_DAYS = 7;

/** The stored state of a channel. */
interface ChannelMemory {
  wholeAt: string;
  name: string;
  scopes: string[];
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
  const { talks: known, files: knownFiles } = knownPages(location, context);
  const memory = context.memory as ChannelMemory | undefined;
  // A new name changes every title, and new scopes change every document.
  const same = memory?.name === channel.name && String(memory.scopes) === String(channel.scopes);
  const since =
    same && now - Date.parse(memory.wholeAt) < WHOLE_DAYS * DAY_MS ? windowStart([...known.values()], now) : undefined;
  const isRecent = (lastAt: Date | string) => now - new Date(lastAt).getTime() < RECENT_DAYS * DAY_MS;
  const given = new Set<string>();
  let allRead = true;
  const threadsRead = new Set<string>();
  const filesByThread = Map.groupBy(knownFiles.values(), ({ thread }) => thread ?? '');

  /** True the first time for each page, since a file may be shared in several messages. */
  const notGiven = ({ id }: PageItem): boolean => !given.has(id) && given.add(id) !== undefined;
  const onceEach = (pages: readonly (PageItem | undefined)[]): PageItem[] =>
    pages.filter((page) => page !== undefined).filter(notGiven);
  const unchanged = (id: string, own: TalkMemory): PageItem => {
    given.add(id);
    return talkAsBefore(id, own, channel);
  };
  const filesAsBefore = (which: (own: FileMemory) => boolean): PageItem[] =>
    [...knownFiles].flatMap(([id, own]) => (which(own) ? fileAsBefore(id, own, channel) : [])).filter(notGiven);
  const readThread = async ({ id: first, name, mark, startedAt, lastAt }: ThreadHead): Promise<Item[]> => {
    const id = `${location}/${first}`;
    const before = known.get(id);
    const files = filesByThread.get(first) ?? [];
    // Deleting only a file does not change the mark, so threads with files are read again when the whole channel is listed.
    const isSame = before?.mark === mark && same && !isRecent(lastAt) && (since !== undefined || files.length === 0);
    threadsRead.add(first);
    if (before && isSame) return [unchanged(id, before), ...filesAsBefore(({ thread }) => thread === first)];
    try {
      const messages = await channel.thread(first);
      if (!messages) return [];
      const times = { startedAt: startedAt.toISOString(), lastAt: lastAt.toISOString() };
      const own = { kind: 'thread', first, mark, ...(name ? { name } : {}), ...times } as const;
      return onceEach([
        talkPage(location, own, channel, messages),
        ...filesOf(location, channel, messages, { id: first, startedAt }),
      ]);
    } catch (error) {
      if (isParleyError(error, 'CANCELLED')) throw error;
      allRead = false;
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
    const own = { kind: 'talk', first: talk[0]!.id, startedAt, lastAt } as const;
    yield* onceEach([talkPage(location, own, channel, talk), ...filesOf(location, channel, talk)]);
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
      else yield unchanged(id, own);
    }
    // Files of threads that were read in this sync are already included, or no longer exist.
    const isBefore = ({ thread = '', startedAt }: FileMemory) =>
      Date.parse(startedAt) < since.getTime() && !threadsRead.has(thread);
    yield* filesAsBefore(isBefore);
  }
  if (allRead)
    context.remember({
      wholeAt: since === undefined ? new Date(now).toISOString() : memory!.wholeAt,
      name: channel.name,
      scopes: channel.scopes,
    } satisfies ChannelMemory);
}

/** The pages of the channel that were stored before, by id. */
const knownPages = (location: string, context: ConnectorContext) => {
  const talks = new Map<string, TalkMemory>();
  const files = new Map<string, FileMemory>();
  for (const [id, { metadata }] of context.known) {
    if (!id.startsWith(`${location}/`)) continue;
    const own = metadata as unknown as TalkMemory | FileMemory;
    if (own.kind === 'file') files.set(id, own);
    else talks.set(id, own);
  }
  return { talks, files };
};

/** The time since which a channel is listed. Never in the middle of a talk, since a talk's id is that of its first message. */
const windowStart = (known: readonly TalkMemory[], now: number): Date => {
  const start = now - LIST_DAYS * DAY_MS;
  const current = known.filter(({ kind, lastAt }) => kind === 'talk' && Date.parse(lastAt) >= start - SILENCE_MS);
  return new Date(Math.min(start, ...current.map(({ startedAt }) => Date.parse(startedAt))));
};

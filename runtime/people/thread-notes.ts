import { randomBytes } from 'node:crypto';
import { collectAll, type KeyValueStore } from '../../stores/index.ts';

/** A person's changes to one of their threads: its name, and whether it is pinned to the top of the list. */
export interface ThreadNote {
  title?: string;
  pinned?: boolean;
}

/** A thread that its owner shares with a link. */
export interface ThreadShare {
  threadId: string;
  askerId: string;
}

const NOTE = 'web-thread';
const SHARE = 'web-thread-share';

/** Names, pins and links of threads. They belong to the thread's owner and are erased with that person. */
export interface ThreadNotes {
  notesOf(askerId: string): Promise<Map<string, ThreadNote>>;
  /** The ids of the person's threads that have a link. */
  sharedBy(askerId: string): Promise<Set<string>>;
  note(askerId: string, threadId: string): Promise<ThreadNote>;
  change(askerId: string, threadId: string, change: ThreadNote): Promise<void>;
  /** Returns the key of the thread's link; creates it if there is none. Its holders see what they may see of the thread. */
  share(askerId: string, threadId: string): Promise<string>;
  shared(key: string): Promise<ThreadShare | undefined>;
  unshare(askerId: string, threadId: string): Promise<void>;
  /** Removes name, pin and link, when the thread is deleted. */
  remove(askerId: string, threadId: string): Promise<void>;
}

/** Creates the notes that people keep on their threads: names, pins and links to share. */
export const createThreadNotes = (keyValues: KeyValueStore): ThreadNotes => {
  const keyOf = (askerId: string, threadId: string) => `${askerId}/${threadId}`;
  const note: ThreadNotes['note'] = async (askerId, threadId) =>
    (await keyValues.get<ThreadNote>(NOTE, keyOf(askerId, threadId))) ?? {};
  const linkOf = (askerId: string, threadId: string) =>
    keyValues.get<{ key: string }>(`${SHARE}-of`, keyOf(askerId, threadId));
  const unshare: ThreadNotes['unshare'] = async (askerId, threadId) => {
    const link = await linkOf(askerId, threadId);
    if (link) await keyValues.delete(SHARE, link.key);
    await keyValues.delete(`${SHARE}-of`, keyOf(askerId, threadId));
  };
  /** A person's records of a kind, by thread. */
  const recordsOf = async <T>(kind: string, askerId: string): Promise<Map<string, T>> => {
    const prefix = `${askerId}/`;
    const records = await collectAll<T>(keyValues, kind, { prefix });
    return new Map(records.map(({ key, value }) => [key.slice(prefix.length), value]));
  };
  return {
    note,
    notesOf: (askerId) => recordsOf<ThreadNote>(NOTE, askerId),
    sharedBy: async (askerId) => new Set((await recordsOf(`${SHARE}-of`, askerId)).keys()),
    async change(askerId, threadId, change) {
      const before = await note(askerId, threadId);
      await keyValues.put(NOTE, keyOf(askerId, threadId), { ...before, ...change }, { personId: askerId });
    },
    async share(askerId, threadId) {
      const options = { personId: askerId };
      const key = randomBytes(24).toString('base64url');
      await keyValues.add(`${SHARE}-of`, keyOf(askerId, threadId), { key }, options);
      const link = (await linkOf(askerId, threadId)) ?? { key };
      await keyValues.put(SHARE, link.key, { threadId, askerId } satisfies ThreadShare, options);
      return link.key;
    },
    shared: (key) => keyValues.get<ThreadShare>(SHARE, key),
    unshare,
    async remove(askerId, threadId) {
      await unshare(askerId, threadId);
      await keyValues.delete(NOTE, keyOf(askerId, threadId));
    },
  };
};

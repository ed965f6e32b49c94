import type { Change, DocumentChange } from './changes.ts';
import { NOTHING_DELETED } from './changes.ts';
import type { DeletionReceipt, Follower } from './documents.ts';
import type { DocumentKnowledge, WritableGraphStore } from './graph.ts';
import type { Stores } from './stores.ts';
import type { Transactions } from './transactions.ts';
import type { PassageVector, WritableVectorStore } from './vectors.ts';

/** Stores in another database than the documents, so no transaction covers both. */
export interface SeparateStores {
  vectors?: WritableVectorStore;
  graph?: WritableGraphStore;
}

/** Applies changes to every store. */
export interface Changes {
  apply: Stores['apply'];
  /** Completes changes that a crash interrupted: at once, or in the background while another process holds the lock. */
  resumePending(): Promise<void>;
  /** Ends the retries of interrupted changes. The next process that opens the stores completes them. */
  close(): void;
}

/** Pauses before an interrupted change is tried again: the first, doubled each time up to the last. */
const RETRY_MS = 5000;
const MAX_RETRY_MS = 5 * 60_000;

/**
 * Applies changes to several databases with a transactional outbox. The documents are committed first, together with an
 * outbox entry that lists the writes to the other stores. Those writes follow, and then the entry is removed. The writes are
 * idempotent, so after a crash they are repeated, and so they are when a store failed: a sync does not write a page again that
 * the documents hold already, so nobody else would. Only one process applies changes at a time: otherwise an old entry could
 * overwrite a newer change.
 *
 * @param separate the stores in other databases
 * @param current the stores that the settings select now: pending entries are applied to these, even if the entry was
 *   written under other settings
 */
export const createChanges = (
  documents: Transactions,
  separate: SeparateStores,
  current: { vectors: WritableVectorStore; graph: WritableGraphStore },
): Changes => {
  const hasOneDatabase = !separate.vectors && !separate.graph;

  // Serialises the changes of this process. Other processes are kept out by the lock.
  let last: Promise<unknown> = Promise.resolve();
  const inSequence = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };

  const completePending = async () => {
    for (let entry = await documents.oldestEntry(); entry; entry = await documents.oldestEntry()) {
      const message = readEntry(entry.content);
      // Without a vector space (it was dropped since) the entry's vectors are skipped: `reindex` computes them again.
      const vectors = (await current.vectors.space()) && current.vectors;
      const ids = message.put.map(({ id }) => id);
      await propagate({ vectors, graph: current.graph }, message, ids, await documents.followers(ids));
      await documents.removeEntry(entry.id);
    }
  };

  const applyEverywhere = async (change: Change): Promise<DeletionReceipt> => {
    await completePending();
    const message = messageOf(change);
    const { receipt, replaced, entryId } = await documents.commit(change, { entry: writeEntry(message) });
    const followers = await documents.followers(message.put.map(({ id }) => id));
    const removed = await propagate(separate, message, replaced, followers);
    if (entryId !== undefined) await documents.removeEntry(entryId);
    return { ...NOTHING_DELETED, ...receipt, ...removed };
  };

  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const completeLater = (pauseMs = RETRY_MS): void => {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      const nextPauseMs = Math.min(2 * pauseMs, MAX_RETRY_MS);
      resumePending(nextPauseMs).catch(() => completeLater(nextPauseMs));
    }, pauseMs);
    retry.unref();
  };
  const completeNow = async () => {
    await completePending();
    return true;
  };
  /** Looks again after `pauseMs` if the lock is held: its holder may be dead without the database having noticed. */
  const resumePending = async (pauseMs = RETRY_MS) => {
    if (!(await documents.oldestEntry())) return;
    const completed = await inSequence(() => documents.withLock(completeNow, { wait: false }));
    if (!completed) completeLater(pauseMs);
  };

  return {
    async apply(change, { dryRun = false } = {}) {
      if (change.space && !dryRun) await current.vectors.open(change.space);
      if (hasOneDatabase) return { ...NOTHING_DELETED, ...(await documents.commit(change, { dryRun })).receipt };
      if (dryRun) {
        const { receipt } = await documents.commit(change, { dryRun });
        return { ...NOTHING_DELETED, ...receipt, ...(await remove(separate, change.delete ?? [], true)) };
      }
      try {
        return (await inSequence(() => documents.withLock(() => applyEverywhere(change)))) ?? NOTHING_DELETED;
      } catch (error) {
        completeLater();
        throw error;
      }
    },
    async resumePending() {
      try {
        await resumePending();
      } catch (error) {
        completeLater();
        throw error;
      }
    },
    close() {
      closed = true;
      clearTimeout(retry);
    },
  };
};

/** The part of a change that concerns the stores in other databases. Stored as an outbox entry. */
interface Message {
  delete: readonly string[];
  put: readonly { id: string; vectors: readonly PassageVector[]; knowledge?: DocumentKnowledge }[];
}

const messageOf = ({ put = [], delete: removed = [] }: Change): Message => ({
  delete: removed,
  put: put.map(({ document, vectors = [], knowledge }: DocumentChange) => ({ id: document.id, vectors, knowledge })),
});

/** Deletes before it writes. @param replaced documents with an older version, whose vectors and facts are deleted */
const propagate = async (
  separate: SeparateStores,
  message: Message,
  replaced: readonly string[],
  followers: readonly Follower[],
): Promise<Partial<DeletionReceipt>> => {
  const receipt = await remove(separate, message.delete, false);
  const withoutFacts = new Set(message.put.filter(({ knowledge }) => !knowledge).map(({ id }) => id));
  const vectors = message.put.flatMap((put) => put.vectors);
  const following = new Map(followers.map(({ documentId, scopes }) => [documentId, scopes]));
  const knowledge = message.put
    .flatMap((put) => put.knowledge ?? [])
    .map((each) => ({ ...each, scopes: following.get(each.documentId) ?? each.scopes }));
  for (const { documentId } of knowledge) following.delete(documentId);
  await waitForAll([
    async () => {
      if (replaced.length > 0) await separate.vectors?.deleteDocuments(replaced);
      if (vectors.length > 0) await separate.vectors?.put(vectors);
    },
    async () => {
      const emptied = replaced.filter((id) => withoutFacts.has(id));
      if (emptied.length > 0) await separate.graph?.deleteDocuments(emptied);
      if (knowledge.length > 0) await separate.graph?.put(knowledge);
      if (following.size > 0)
        await separate.graph?.rescope([...following].map(([documentId, scopes]) => ({ documentId, scopes })));
    },
  ]);
  return receipt;
};

const remove = async (
  { vectors, graph }: SeparateStores,
  ids: readonly string[],
  dryRun: boolean,
): Promise<Partial<DeletionReceipt>> => {
  if (ids.length === 0) return {};
  const [deletedVectors, deletedFacts] = await waitForAll([
    async () => vectors?.deleteDocuments(ids, { dryRun }),
    async () => graph?.deleteDocuments(ids, { dryRun }),
  ]);
  return { ...(deletedVectors !== undefined && { vectors: deletedVectors }), ...deletedFacts };
};

/** Waits for every call even if one fails, because none may still be running when the lock is released. */
const waitForAll = async <T extends readonly unknown[]>(work: { [K in keyof T]: () => Promise<T[K]> }): Promise<T> => {
  const outcomes = await Promise.allSettled(work.map((each) => each()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
};

/** Serialises a message as JSON. Vectors are base64 of little-endian floats, the byte order of every platform Node supports. */
const writeEntry = (message: Message): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      ...message,
      put: message.put.map((put) => ({
        ...put,
        vectors: put.vectors.map(({ vector, ...rest }) => ({
          ...rest,
          vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
        })),
      })),
    }),
  );

const readEntry = (content: Uint8Array): Message => {
  const message = JSON.parse(Buffer.from(content).toString()) as Message;
  return {
    ...message,
    put: message.put.map((put) => ({
      ...put,
      vectors: put.vectors.map((each) => ({
        ...each,
        vector: new Float32Array(new Uint8Array(Buffer.from(each.vector as unknown as string, 'base64')).buffer),
      })),
    })),
  };
};

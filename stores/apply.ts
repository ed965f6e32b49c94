import type { Change, DocumentChange } from './changes.ts';
import { NOTHING_DELETED } from './changes.ts';
import type { DeletionReceipt, Follower } from './documents.ts';
import type { DocumentKnowledge, WritableGraphStore } from './graph.ts';
import type { Stores } from './stores.ts';
import type { Transactions } from './transactions.ts';
import type { PassageVector, WritableVectorStore } from './vectors.ts';

/** Stores in other databases than the documents: no transaction covers both. */
export interface Elsewhere {
  vectors?: WritableVectorStore;
  graph?: WritableGraphStore;
}

/** How changes reach every store. */
export interface Changes {
  apply: Stores['apply'];
  /** Completes what a crash cut short; does nothing while another process is at work. */
  resumePending(): Promise<void>;
}

/**
 * Carries changes out over several databases. The documents commit first, together with an outbox entry that says what the
 * other stores must do; then those do it; then the entry is removed. Their part can be repeated (documents are replaced as
 * one), so a crash at any point is made good by doing it again. One process at a time applies: otherwise an old entry could
 * be carried out after a newer change.
 *
 * @param elsewhere the stores in other databases
 * @param current all stores in use: old entries are carried out there, also when the settings have changed since
 */
export const createChanges = (
  documents: Transactions,
  elsewhere: Elsewhere,
  current: { vectors: WritableVectorStore; graph: WritableGraphStore },
): Changes => {
  const alone = !elsewhere.vectors && !elsewhere.graph;

  // Changes of this process wait for each other here; those of other processes wait for the lock.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };

  const completePending = async () => {
    for (let entry = await documents.oldestEntry(); entry; entry = await documents.oldestEntry()) {
      const message = readEntry(entry.content);
      // Vectors of a space that has been dropped since are made anew by `reindex`.
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
    const removed = await propagate(elsewhere, message, replaced, followers);
    if (entryId !== undefined) await documents.removeEntry(entryId);
    return { ...NOTHING_DELETED, ...receipt, ...removed };
  };

  return {
    async apply(change, { dryRun = false } = {}) {
      if (change.space && !dryRun) await current.vectors.open(change.space);
      if (alone) return { ...NOTHING_DELETED, ...(await documents.commit(change, { dryRun })).receipt };
      if (dryRun) {
        const { receipt } = await documents.commit(change, { dryRun });
        return { ...NOTHING_DELETED, ...receipt, ...(await remove(elsewhere, change.delete ?? [], true)) };
      }
      return (await inTurn(() => documents.withLock(() => applyEverywhere(change)))) ?? NOTHING_DELETED;
    },
    async resumePending() {
      if (await documents.oldestEntry()) await inTurn(() => documents.withLock(completePending, { wait: false }));
    },
  };
};

/** What the stores in other databases must do of a change. */
interface Message {
  delete: readonly string[];
  put: readonly { id: string; vectors: readonly PassageVector[]; knowledge?: DocumentKnowledge }[];
}

const messageOf = ({ put = [], delete: removed = [] }: Change): Message => ({
  delete: removed,
  put: put.map(({ document, vectors = [], knowledge }: DocumentChange) => ({ id: document.id, vectors, knowledge })),
});

/** Removes first, then writes. @param replaced documents whose older versions may have left something to remove */
const propagate = async (
  elsewhere: Elsewhere,
  message: Message,
  replaced: readonly string[],
  followers: readonly Follower[],
): Promise<Partial<DeletionReceipt>> => {
  const receipt = await remove(elsewhere, message.delete, false);
  const withoutFacts = new Set(message.put.filter(({ knowledge }) => !knowledge).map(({ id }) => id));
  const vectors = message.put.flatMap((put) => put.vectors);
  const following = new Map(followers.map(({ documentId, scopes }) => [documentId, scopes]));
  const knowledge = message.put
    .flatMap((put) => put.knowledge ?? [])
    .map((each) => ({ ...each, scopes: following.get(each.documentId) ?? each.scopes }));
  for (const { documentId } of knowledge) following.delete(documentId);
  await all([
    async () => {
      if (replaced.length > 0) await elsewhere.vectors?.deleteDocuments(replaced);
      if (vectors.length > 0) await elsewhere.vectors?.put(vectors);
    },
    async () => {
      const emptied = replaced.filter((id) => withoutFacts.has(id));
      if (emptied.length > 0) await elsewhere.graph?.deleteDocuments(emptied);
      if (knowledge.length > 0) await elsewhere.graph?.put(knowledge);
      if (following.size > 0)
        await elsewhere.graph?.rescope([...following].map(([documentId, scopes]) => ({ documentId, scopes })));
    },
  ]);
  return receipt;
};

const remove = async (
  { vectors, graph }: Elsewhere,
  ids: readonly string[],
  dryRun: boolean,
): Promise<Partial<DeletionReceipt>> => {
  if (ids.length === 0) return {};
  const [deletedVectors, deletedFacts] = await all([
    async () => vectors?.deleteDocuments(ids, { dryRun }),
    async () => graph?.deleteDocuments(ids, { dryRun }),
  ]);
  return { ...(deletedVectors !== undefined && { vectors: deletedVectors }), ...deletedFacts };
};

/** Runs all to their ends, also when one fails: nothing may still be running when the lock is released. */
const all = async <T extends readonly unknown[]>(work: { [K in keyof T]: () => Promise<T[K]> }): Promise<T> => {
  const outcomes = await Promise.allSettled(work.map((each) => each()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
};

/** A message as bytes: JSON with vectors in base64, little-endian as every platform that Node runs on. */
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

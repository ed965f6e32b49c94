import type { Change, DocumentChange } from './changes.ts';
import { NOTHING_DELETED } from './changes.ts';
import type { DeletionReceipt, Follower } from './documents.ts';
import type { DocumentKnowledge, WritableGraphStore } from './graph.ts';
import type { Records } from './records.ts';
import type { Stores } from './stores.ts';
import type { PassageVector, WritableVectorStore } from './vectors.ts';

/** Stores that the records' transaction does not cover. */
export interface Elsewhere {
  vectors?: WritableVectorStore;
  graph?: WritableGraphStore;
}

/** How changes reach every store. */
export interface Changes {
  apply: Stores['apply'];
  /** Completes what a crash cut short; does nothing while another process is at work. */
  heal(): Promise<void>;
}

/**
 * Carries changes out over several databases. The records commit first, together with a note of what the others must hear;
 * then the others are told; then the note goes. Telling is idempotent (documents are replaced as one), so a crash at any
 * point is healed by telling again. One process at a time applies, else an old note could be told after a newer change.
 *
 * @param elsewhere the stores that a change must be told to
 * @param current all stores in use: an old note is told to these, also when the settings have changed since
 */
export const createChanges = (
  records: Records,
  elsewhere: Elsewhere,
  current: { vectors: WritableVectorStore; graph: WritableGraphStore },
): Changes => {
  const alone = !elsewhere.vectors && !elsewhere.graph;

  // Within this process changes queue here; between processes they wait for the records' exclusion.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };

  const complete = async () => {
    for (let note = await records.oldestNote(); note; note = await records.oldestNote()) {
      const message = readNote(note.note);
      // Vectors of a space that has been dropped since are `reindex`'s to make anew.
      const vectors = (await current.vectors.space()) && current.vectors;
      const ids = message.put.map(({ id }) => id);
      await tell({ vectors, graph: current.graph }, message, ids, await records.followers(ids));
      await records.settle(note.id);
    }
  };

  return {
    async apply(change, { dryRun = false } = {}) {
      if (change.space && !dryRun) await current.vectors.open(change.space);
      if (alone) return { ...NOTHING_DELETED, ...(await records.commit(change, { dryRun })).receipt };
      if (dryRun) {
        const { receipt } = await records.commit(change, { dryRun });
        return { ...NOTHING_DELETED, ...receipt, ...(await removal(elsewhere, change.delete ?? [], true)) };
      }
      const receipt = await inTurn(() =>
        records.exclusively(async (): Promise<DeletionReceipt> => {
          await complete();
          const message = messageOf(change);
          const committed = await records.commit(change, { note: writeNote(message) });
          const followers = await records.followers(message.put.map(({ id }) => id));
          const told = await tell(elsewhere, message, committed.replaced, followers);
          await records.settle(committed.noteId!);
          return { ...NOTHING_DELETED, ...committed.receipt, ...told };
        }),
      );
      return receipt!;
    },
    async heal() {
      if (await records.oldestNote()) await inTurn(() => records.exclusively(complete, { wait: false }));
    },
  };
};

/** What stores elsewhere hear of a change. */
interface Message {
  delete: readonly string[];
  put: readonly { id: string; vectors: readonly PassageVector[]; knowledge?: DocumentKnowledge }[];
}

const messageOf = ({ put = [], delete: gone = [] }: Change): Message => ({
  delete: gone,
  put: put.map(({ document, vectors = [], knowledge }: DocumentChange) => ({ id: document.id, vectors, knowledge })),
});

/** Removes first, then writes; `replaced` says which documents may have left something to take away. */
const tell = async (
  elsewhere: Elsewhere,
  message: Message,
  replaced: readonly string[],
  followers: readonly Follower[],
): Promise<Partial<DeletionReceipt>> => {
  const receipt = await removal(elsewhere, message.delete, false);
  const silent = new Set(message.put.filter(({ knowledge }) => !knowledge).map(({ id }) => id));
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
      const unsaid = replaced.filter((id) => silent.has(id));
      if (unsaid.length > 0) await elsewhere.graph?.deleteDocuments(unsaid);
      if (knowledge.length > 0) await elsewhere.graph?.put(knowledge);
      if (following.size > 0)
        await elsewhere.graph?.rescope([...following].map(([documentId, scopes]) => ({ documentId, scopes })));
    },
  ]);
  return receipt;
};

const removal = async (
  { vectors, graph }: Elsewhere,
  ids: readonly string[],
  dryRun: boolean,
): Promise<Partial<DeletionReceipt>> => {
  if (ids.length === 0) return {};
  const [gone, stated] = await all([
    async () => vectors?.deleteDocuments(ids, { dryRun }),
    async () => graph?.deleteDocuments(ids, { dryRun }),
  ]);
  return { ...(gone !== undefined && { vectors: gone }), ...stated };
};

/** Runs all to their ends, also when one fails: nothing may still be under way when the exclusion is given up. */
const all = async <T extends readonly unknown[]>(work: { [K in keyof T]: () => Promise<T[K]> }): Promise<T> => {
  const outcomes = await Promise.allSettled(work.map((each) => each()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
};

/** A message as bytes: JSON with vectors in base64, little-endian as every platform that Node runs on. */
const writeNote = (message: Message): Uint8Array =>
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

const readNote = (note: Uint8Array): Message => {
  const message = JSON.parse(Buffer.from(note).toString()) as Message;
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

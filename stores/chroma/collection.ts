import { type ChromaClient, ChromaUniqueError, type Collection, type Metadata, type Where } from 'chromadb';
import type { Scope } from '../../core/document.ts';
import { dimensionChanged, type Space, spaceNotOpen } from '../vector-space.ts';
import type { PassageVector, VectorStamp } from '../vectors.ts';
import { isGone } from './server-error.ts';

/** Ids in one request that filters by them. */
const ID_BATCH = 500;
/** More candidates than the library's 100, so that filters leave enough of them. */
const SEARCH_WIDTH = 250;

type Got = Awaited<ReturnType<Collection['get']>>;

/** Calls the server with retries and with errors in Parley's words. */
export type Call = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Vectors in the collection of this name. A record's metadata holds its document and its scopes as a list, which `where`
 * filters by; the collection's holds encoder and dimension.
 * @param recover finds the collection where it is not under its name
 */
export const vectorCollection = (
  client: ChromaClient,
  name: string,
  { call, recover }: { call: Call; recover?: () => Promise<Collection | undefined> },
) => {
  let held: Collection | undefined;
  const collection = async (): Promise<Collection | undefined> => {
    if (held) return held;
    try {
      held = await call(() => client.getCollection({ name }));
    } catch (error) {
      if (!isGone(error)) throw error;
      held = await recover?.();
    }
    return held;
  };

  /** Runs on the collection, on the new one when another process replaced it; undefined when there is none. */
  const on = async <T>(work: (collection: Collection) => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      const known = held !== undefined;
      const current = await collection();
      if (!current) return undefined;
      try {
        return await work(current);
      } catch (error) {
        if (!isGone(error)) throw error;
        held = undefined;
        if (!known) return undefined;
      }
    }
  };

  /** Runs on the collection of vectors of this length; one that another process swapped in meanwhile counts. */
  const onLength = <T>(dimensions: number, work: (collection: Collection) => Promise<T>) =>
    on(async (known) => {
      if (spaceOf(known).dimensions === dimensions) return work(known);
      held = undefined;
      const current = await collection();
      if (!current) return undefined;
      if (spaceOf(current).dimensions !== dimensions) throw dimensionChanged(spaceOf(current), { dimensions });
      return work(current);
    });

  const maxRecords = batchLimit(client, call);

  /** Reads one field of the records of these passages, a batch of ids at a time. */
  const eachBatch = (passageIds: readonly string[], field: 'embeddings' | 'metadatas', read: (got: Got) => void) =>
    on(async (current) => {
      for (const batch of batches([...new Set(passageIds)], ID_BATCH))
        read(await call(() => current.get({ ids: batch, include: [field] })));
    });

  return {
    /** The collection as it is now: another process may have replaced it since. */
    async current() {
      held = undefined;
      return collection();
    },
    async space() {
      const current = await this.current();
      return current && spaceOf(current);
    },
    async open({ encoder, dimensions }: Required<Space>) {
      const existing = await this.current();
      const current =
        existing ??
        (await call(() =>
          client.createCollection({
            name,
            metadata: { encoder, dimensions },
            embeddingFunction: null,
            configuration: { hnsw: { space: 'cosine', ef_search: SEARCH_WIDTH } },
          }),
        ).catch(async (error) => {
          // Another process made it in between.
          if (error instanceof ChromaUniqueError) return call(() => client.getCollection({ name }));
          throw error;
        }));
      const space = spaceOf(current);
      if (space.encoder !== encoder || space.dimensions !== dimensions)
        throw dimensionChanged(space, { encoder, dimensions });
      if (!existing) await warmUp(current, call);
      held = current;
    },
    async put(vectors: readonly PassageVector[]) {
      if (vectors.length === 0) return;
      const most = await maxRecords();
      const latest = [...new Map(vectors.map((vector) => [vector.passageId, vector])).values()];
      const lengths = new Set(latest.map(({ vector }) => vector.length));
      if (lengths.size > 1)
        throw dimensionChanged({ dimensions: Math.max(...lengths) }, { dimensions: Math.min(...lengths) });
      const done = await onLength(latest[0]!.vector.length, async (current) => {
        for (const batch of batches(latest, most))
          await call(() =>
            current.upsert({
              ids: batch.map(({ passageId }) => passageId),
              embeddings: batch.map(({ vector }) => Array.from(vector)),
              metadatas: batch.map(metadataOf),
            }),
          );
        return true;
      });
      if (!done) throw spaceNotOpen();
    },
    /** Finds the records first and deletes them by id: the number is then right even when a call was repeated. */
    async deleteDocuments(documentIds: readonly string[], { dryRun = false }: { dryRun?: boolean } = {}) {
      const most = await maxRecords();
      const deleted = await on(async (current) => {
        const ids = await idsOf(call, current, documentIds);
        if (!dryRun) for (const batch of batches(ids, most)) await call(() => current.delete({ ids: batch }));
        return ids.length;
      });
      return deleted ?? 0;
    },
    async search(query: Float32Array, k: number, scopes: readonly Scope[], among?: readonly string[]) {
      if (k <= 0 || scopes.length === 0 || among?.length === 0) return [];
      const hits = await onLength(query.length, async (current) => {
        const { ids, distances } = await call(() =>
          current.query({
            queryEmbeddings: [Array.from(query)],
            nResults: k,
            where: sharing(scopes),
            ...(among && { ids: [...new Set(among)] }),
            include: ['distances'],
          }),
        );
        return ids[0]!.map((id, i) => ({ id, score: 1 - (distances[0]![i] ?? 1) }));
      });
      return (hits ?? []).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    },
    async vectors(passageIds: readonly string[]) {
      const found = new Map<string, Float32Array>();
      await eachBatch(passageIds, 'embeddings', ({ ids, embeddings }) => {
        for (const [i, id] of ids.entries()) found.set(id, Float32Array.from(embeddings[i]!));
      });
      return found;
    },
    async stampsOf(passageIds: readonly string[]) {
      const found = new Map<string, VectorStamp>();
      await eachBatch(passageIds, 'metadatas', ({ ids, metadatas }) => {
        for (const [i, id] of ids.entries()) found.set(id, stampOf(metadatas[i] ?? {}));
      });
      return found;
    },
    count: async () => (await on((current) => call(() => current.count()))) ?? 0,
    async clear() {
      held = undefined;
      try {
        await call(() => client.deleteCollection({ name }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
};

/** The records that one request may hold, asked once. */
const batchLimit = (client: ChromaClient, call: Call): (() => Promise<number>) => {
  let size: number | undefined;
  return async () => {
    size ??= await call(() => client.getMaxBatchSize());
    return size > 0 ? size : 1000;
  };
};

const idsOf = async (call: Call, current: Collection, documentIds: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const batch of batches([...new Set(documentIds)], ID_BATCH))
    ids.push(...(await call(() => current.get({ where: { documentId: { $in: batch } }, include: [] }))).ids);
  return ids;
};

/**
 * Chroma applies its log anew at the first reading of a collection, once a collection and server process, and the write
 * after that waits for it: seconds after an ingest, nothing while the collection is empty.
 */
const warmUp = (empty: Collection, call: Call) => call(() => empty.count());

export const spaceOf = ({ metadata }: Collection): Required<Space> => ({
  encoder: String(metadata?.encoder),
  dimensions: Number(metadata?.dimensions),
});

/** Chroma keeps no empty list: a vector without scopes has no such field, and no filter finds it. */
const metadataOf = ({ documentId, scopes }: PassageVector) => ({
  documentId,
  ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }),
});

const stampOf = ({ documentId, scopes }: Metadata): VectorStamp => ({
  documentId: String(documentId),
  scopes: Array.isArray(scopes) ? scopes.map(String) : [],
});

const sharing = (scopes: readonly Scope[]): Where => {
  const each = [...new Set(scopes)].map((scope): Where => ({ scopes: { $contains: scope } }));
  return each.length === 1 ? each[0]! : { $or: each };
};

function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

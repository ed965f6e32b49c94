import { type ChromaClient, ChromaUniqueError, type Collection, type Metadata, type Where } from 'chromadb';
import type { Scope } from '../../core/document.ts';
import { dimensionChanged, type Space, spaceNotOpen } from '../vector-space.ts';
import type { PassageVector, VectorStamp } from '../vectors.ts';
import { type Call, createKnownCollection, spaceOf } from './known-collection.ts';
import { isGone } from './server-error.ts';

/** Maximum number of ids that one request filters by. */
const ID_BATCH = 500;
/** HNSW `ef_search`. Above Chroma's default of 100, so that enough candidates remain after the scope filter. */
const SEARCH_WIDTH = 250;

/** What a `get` request returns. */
type Page = Awaited<ReturnType<Collection['get']>>;

/**
 * Vectors in the collection with this name. A record's metadata holds its document id and scopes, which `where` filters by.
 * The collection's metadata holds encoder and dimensions.
 * @param recover finds the collection when there is none with this name
 */
export const vectorCollection = (
  client: ChromaClient,
  name: string,
  options: { call: Call; recover?: () => Promise<Collection | undefined> },
) => {
  const known = createKnownCollection(client, name, options);
  const { withCollection, withDimensions } = known;
  const { call } = options;
  const batchLimit = requestBatchLimit(client, call);

  /** Reads one field of the passages' records, in batches of ids. */
  const eachBatch = (passageIds: readonly string[], field: 'embeddings' | 'metadatas', read: (page: Page) => void) =>
    withCollection(async (current) => {
      for (const batch of batches([...new Set(passageIds)], ID_BATCH))
        read(await call(() => current.get({ ids: batch, include: [field] })));
    });

  return {
    current: known.current,
    async space() {
      const current = await known.current();
      return current && spaceOf(current);
    },
    async open({ encoder, dimensions }: Required<Space>) {
      const existing = await known.current();
      const current = existing ?? (await createCollection(client, name, { encoder, dimensions }, call));
      const opened = spaceOf(current);
      if (opened.encoder !== encoder || opened.dimensions !== dimensions)
        throw dimensionChanged(opened, { encoder, dimensions });
      if (!existing) await warmUp(current, call);
      known.use(current);
    },
    async put(vectors: readonly PassageVector[]) {
      if (vectors.length === 0) return;
      const maxBatch = await batchLimit();
      const latest = [...new Map(vectors.map((vector) => [vector.passageId, vector])).values()];
      const lengths = new Set(latest.map(({ vector }) => vector.length));
      if (lengths.size > 1)
        throw dimensionChanged({ dimensions: Math.max(...lengths) }, { dimensions: Math.min(...lengths) });
      const done = await withDimensions(latest[0]!.vector.length, async (current) => {
        for (const batch of batches(latest, maxBatch))
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
    /** Finds the records first and deletes them by id, so the count is right even if a deletion was retried. */
    async deleteDocuments(documentIds: readonly string[], { dryRun = false }: { dryRun?: boolean } = {}) {
      const maxBatch = await batchLimit();
      const deleted = await withCollection(async (current) => {
        const ids = await idsOf(call, current, documentIds);
        if (!dryRun) for (const batch of batches(ids, maxBatch)) await call(() => current.delete({ ids: batch }));
        return ids.length;
      });
      return deleted ?? 0;
    },
    async search(query: Float32Array, k: number, scopes: readonly Scope[], among?: readonly string[]) {
      if (k <= 0 || scopes.length === 0 || among?.length === 0) return [];
      const hits = await withDimensions(query.length, async (current) => {
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
    count: async () => (await withCollection((current) => call(() => current.count()))) ?? 0,
    async clear() {
      known.use(undefined);
      try {
        await call(() => client.deleteCollection({ name }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
};

/** A new collection, or the one that another process made in between. */
const createCollection = (client: ChromaClient, name: string, metadata: Required<Space>, call: Call) =>
  call(() =>
    client.createCollection({
      name,
      metadata: { ...metadata },
      embeddingFunction: null,
      configuration: { hnsw: { space: 'cosine', ef_search: SEARCH_WIDTH } },
    }),
  ).catch((error) => {
    if (error instanceof ChromaUniqueError) return call(() => client.getCollection({ name }));
    throw error;
  });

/** The server's limit of records per request, requested once. */
const requestBatchLimit = (client: ChromaClient, call: Call): (() => Promise<number>) => {
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
 * At a collection's first read, each server process of Chroma replays the collection's log, and the next write waits for it.
 * That takes seconds after an ingest, but no time while the collection is still empty.
 */
const warmUp = (empty: Collection, call: Call) => call(() => empty.count());

/** Chroma stores no empty lists, so a vector without scopes has no `scopes` field, and no filter matches it. */
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

import { ChromaClient, ChromaUniqueError, type Collection, type Where } from 'chromadb';
import type { Scope } from '../../core/document.ts';
import { dimensionChanged, spaceNotOpen } from '../vector-space.ts';
import type { PassageVector, VectorStore } from '../vectors.ts';
import { callServer, isGone } from './server-error.ts';

/** Ids in one request that filters by them. */
const ID_BATCH = 500;
/** More candidates than the library's 100, so that filters leave enough of them. */
const SEARCH_WIDTH = 250;

interface Space {
  encoder: string;
  dimensions: number;
}

/**
 * Vectors in one collection of a Chroma server. A record's metadata holds its document and its scopes as a list, which
 * `where` filters by; the collection's holds encoder and dimension.
 *
 * @param url CHROMA_URL
 * @param namespace the collection is `NAMESPACE-passages`
 */
export const chromaVectors = (url: string, namespace: string): VectorStore => {
  const { protocol, hostname, port, username, password, host } = new URL(url);
  const ssl = protocol === 'https:';
  const client = new ChromaClient({
    host: hostname,
    port: port ? Number(port) : ssl ? 443 : 8000,
    ssl,
    ...(username && {
      headers: {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      },
    }),
  });
  const name = `${namespace}-passages`;
  const call = <T>(work: () => Promise<T>) => callServer(host, work);

  let held: Collection | undefined;
  const collection = async (): Promise<Collection | undefined> => {
    if (held) return held;
    try {
      held = await call(() => client.getCollection({ name }));
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    return held;
  };

  /** Runs on the collection, on the new one when another process cleared it; undefined when there is none. */
  const onCollection = async <T>(work: (collection: Collection) => Promise<T>): Promise<T | undefined> => {
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

  const spaceOf = ({ metadata }: Collection): Space => ({
    encoder: String(metadata?.encoder),
    dimensions: Number(metadata?.dimensions),
  });

  let batchSize: number | undefined;
  const mostRecords = async () => {
    batchSize ??= await call(() => client.getMaxBatchSize());
    return batchSize > 0 ? batchSize : 1000;
  };

  const idsOf = async (current: Collection, documentIds: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const batch of batches([...new Set(documentIds)], ID_BATCH))
      ids.push(...(await call(() => current.get({ where: { documentId: { $in: batch } }, include: [] }))).ids);
    return ids;
  };

  return {
    async space() {
      // Asked anew each time: another process may have cleared and opened it since.
      held = undefined;
      const current = await collection();
      return current && spaceOf(current);
    },
    async open({ encoder, dimensions }) {
      const existing = await collection();
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
      if (space.encoder !== encoder || space.dimensions !== dimensions) {
        held = undefined;
        throw dimensionChanged(space, { encoder, dimensions });
      }
      held = current;
    },
    async put(vectors) {
      if (vectors.length === 0) return;
      const most = await mostRecords();
      const latest = [...new Map(vectors.map((vector) => [vector.passageId, vector])).values()];
      const done = await onCollection(async (current) => {
        const space = spaceOf(current);
        const wrong = latest.find(({ vector }) => vector.length !== space.dimensions);
        if (wrong) throw dimensionChanged(space, { dimensions: wrong.vector.length });
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
    async deleteDocuments(documentIds, { dryRun = false } = {}) {
      const most = await mostRecords();
      const deleted = await onCollection(async (current) => {
        const ids = await idsOf(current, documentIds);
        if (!dryRun) for (const batch of batches(ids, most)) await call(() => current.delete({ ids: batch }));
        return ids.length;
      });
      return deleted ?? 0;
    },
    async search(query, k, scopes) {
      if (k <= 0 || scopes.length === 0) return [];
      const hits = await onCollection(async (current) => {
        const space = spaceOf(current);
        if (query.length !== space.dimensions) throw dimensionChanged(space, { dimensions: query.length });
        const { ids, distances } = await call(() =>
          current.query({
            queryEmbeddings: [Array.from(query)],
            nResults: k,
            where: sharing(scopes),
            include: ['distances'],
          }),
        );
        return ids[0]!.map((id, i) => ({ id, score: 1 - (distances[0]![i] ?? 1) }));
      });
      return (hits ?? []).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    },
    async vectors(passageIds) {
      const found = new Map<string, Float32Array>();
      await onCollection(async (current) => {
        for (const batch of batches([...new Set(passageIds)], ID_BATCH)) {
          const { ids, embeddings } = await call(() => current.get({ ids: batch, include: ['embeddings'] }));
          for (const [i, id] of ids.entries()) found.set(id, Float32Array.from(embeddings[i]!));
        }
      });
      return found;
    },
    async count() {
      return (await onCollection((current) => call(() => current.count()))) ?? 0;
    },
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

/** Chroma keeps no empty list: a vector without scopes has no such field, and no filter finds it. */
const metadataOf = ({ documentId, scopes }: PassageVector) => ({
  documentId,
  ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }),
});

const sharing = (scopes: readonly Scope[]): Where => {
  const each = [...new Set(scopes)].map((scope): Where => ({ scopes: { $contains: scope } }));
  return each.length === 1 ? each[0]! : { $or: each };
};

function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

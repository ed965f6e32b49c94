import { spaceNotOpen } from '../vector-space.ts';
import type { WritableVectorStore } from '../vectors.ts';
import { chromaServer } from './client.ts';
import { vectorCollection } from './collection.ts';
import { spaceOf } from './known-collection.ts';

/**
 * Vectors on a Chroma server, in the collection `NAMESPACE-passages`. `reindex` fills `NAMESPACE-passages-next`.
 *
 * @param url CHROMA_URL; a user and password in it are sent as basic authentication
 * @param namespace separates several installations on one server
 */
export const chromaVectors = (url: string, namespace: string): WritableVectorStore => {
  const { client, call } = chromaServer(url);
  const name = `${namespace}-passages`;

  const next = vectorCollection(client, `${name}-next`, { call });

  /** Finishes a swap that a crash interrupted: the old collection is deleted and the next one is marked `serves`. */
  const finishSwap = async () => {
    const made = await next.current();
    if (!made?.metadata?.serves) return undefined;
    await call(() => made.modify({ name }));
    return call(() => client.getCollection({ name }));
  };
  const serving = vectorCollection(client, name, { call, recover: finishSwap });

  return {
    space: () => serving.space(),
    open: (space) => serving.open(space),
    put: (vectors) => serving.put(vectors),
    async deleteDocuments(documentIds, options = {}) {
      if (!options.dryRun && (await next.current())) await next.deleteDocuments(documentIds);
      return serving.deleteDocuments(documentIds, options);
    },
    search: (...asked) => serving.search(...asked),
    vectors: (passageIds) => serving.vectors(passageIds),
    stampsOf: (passageIds) => serving.stampsOf(passageIds),
    count: () => serving.count(),
    clear: () => serving.clear(),
    next,
    async swap() {
      const made = await next.current();
      if (!made) throw spaceNotOpen();
      await call(() => made.modify({ metadata: { ...spaceOf(made), serves: true } }));
      await serving.clear();
      await serving.current();
    },
  };
};

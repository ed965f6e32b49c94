import type { ChromaClient, Collection } from 'chromadb';
import { dimensionChanged, type Space } from '../vector-space.ts';
import { isGone } from './server-error.ts';

/** Calls the server with retries and throws Parley's errors; see `callServer`. */
export type Call = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * The collection with this name, looked up once and again when another process has replaced it.
 * @param recover finds the collection when there is none with this name
 */
export const createKnownCollection = (
  client: ChromaClient,
  name: string,
  { call, recover }: { call: Call; recover?: () => Promise<Collection | undefined> },
) => {
  let cached: Collection | undefined;
  /** The collection; undefined if there is none. */
  const collection = async (): Promise<Collection | undefined> => {
    if (cached) return cached;
    try {
      cached = await call(() => client.getCollection({ name }));
    } catch (error) {
      if (!isGone(error)) throw error;
      cached = await recover?.();
    }
    return cached;
  };

  /** Runs `work`, again on the new collection if another process replaced the known one. Undefined if there is none. */
  const withCollection = async <T>(work: (collection: Collection) => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      const known = cached !== undefined;
      const current = await collection();
      if (!current) return undefined;
      try {
        return await work(current);
      } catch (error) {
        if (!isGone(error)) throw error;
        cached = undefined;
        if (!known) return undefined;
      }
    }
  };

  /** `withCollection` for vectors of this length. If it differs, another process may have swapped the collection. */
  const withDimensions = <T>(dimensions: number, work: (collection: Collection) => Promise<T>) =>
    withCollection(async (known) => {
      if (spaceOf(known).dimensions === dimensions) return work(known);
      cached = undefined;
      const current = await collection();
      if (!current) return undefined;
      if (spaceOf(current).dimensions !== dimensions) throw dimensionChanged(spaceOf(current), { dimensions });
      return work(current);
    });

  return {
    withCollection,
    withDimensions,
    /** Looks the collection up again, because another process may have replaced it. */
    async current() {
      cached = undefined;
      return collection();
    },
    /** Takes this collection, or none, for the current one. */
    use(current: Collection | undefined) {
      cached = current;
    },
  };
};

/** The encoder and the number of dimensions in the metadata of a collection of Parley. */
export const spaceOf = ({ metadata }: Collection): Required<Space> => ({
  encoder: String(metadata?.encoder),
  dimensions: Number(metadata?.dimensions),
});

import type { Scope } from '../../core/document.ts';
import { recentlyUsed } from '../../core/recently-used.ts';
import type { PassageIndex } from '../../stores/index.ts';
import type { Hops, KnownHops } from './hops.ts';

/**
 * A cache of connections over searches, because the same passages return question after question, and each has the lists of
 * dozens of names.
 */
export interface HopCache {
  /**
   * The cached connections for an asker; undefined if the index does not tell its version. Call it before anything else of
   * the index is read, so that no connection is cached for a later version than the one that it was read from.
   */
  knownTo(index: PassageIndex, scopes: readonly Scope[]): Promise<KnownHops | undefined>;
}

/** Maximum estimated size of the cache, about four thousand passages. */
const MAX_BYTES = 24_000_000;
/** Estimated size of a passage with its names, and of a link or a shared entity without its passages. */
const PASSAGE_BYTES = 2500;
const CONNECTION_BYTES = 150;
/** Maximum number of distinct scopes, each of which may be a long list. */
const MAX_ASKERS = 1000;

/** Creates the cache of the connections between passages that searches walk. */
export const createHopCache = (): HopCache => {
  const known = recentlyUsed<string, Hops>(MAX_BYTES, bytesOf);
  /** A number for each asker's scopes. No number is used twice, because a search may still hold an older one. */
  const askers = new Map<string, number>();
  let lastAsker = 0;
  let cached = -1;
  return {
    async knownTo(index, scopes) {
      const version = await index.version?.();
      if (version === undefined) return undefined;
      if (version !== cached || askers.size >= MAX_ASKERS) {
        known.clear();
        askers.clear();
        cached = version;
      }
      const asked = JSON.stringify(scopes);
      const asker = askers.get(asked) ?? ++lastAsker;
      askers.set(asked, asker);
      const keyOf = (passage: number) => `${asker} ${passage}`;
      return {
        get: (passage) => (version === cached ? known.get(keyOf(passage)) : undefined),
        set(hops) {
          if (version === cached) known.set(keyOf(hops.passage.number), hops);
        },
      };
    },
  };
};

const bytesOf = ({ links, shared }: Hops): number =>
  PASSAGE_BYTES +
  links.reduce((sum, { to }) => sum + CONNECTION_BYTES + to.byteLength, 0) +
  shared.reduce((sum, { passages }) => sum + CONNECTION_BYTES + passages.byteLength, 0);

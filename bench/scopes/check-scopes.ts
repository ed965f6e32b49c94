import type { Stores } from '../../stores/index.ts';
import { checkWeb } from './check-web.ts';
import { readPaths } from './read-paths.ts';
import { createScopeWorld, secretOf, secretsIn } from './scope-world.ts';

/** What was checked: a check is one document held against the reference in one answer to one asker. */
export interface ScopeResult {
  checks: number;
  answers: number;
  /** The first differences, in words; empty when every answer agrees with the reference. */
  differences: string[];
  differing: number;
}

export interface ScopeOptions {
  seed: number;
  /** Stops after the round in which this many checks are reached. */
  checks: number;
  documents?: number;
  people?: number;
  onRound?: (result: ScopeResult) => void;
}

const SHOWN = 10;

/**
 * Runs a random history over these stores, which must be empty, and holds every read path after each change against the
 * reference: no answer holds the words of a document that the asker may not read or that is no longer there, and a path that
 * gives everything misses none.
 */
export const checkScopes = async (
  stores: Stores,
  { seed, checks: wanted, onRound, ...size }: ScopeOptions,
): Promise<ScopeResult> => {
  const world = createScopeWorld(seed, size);
  const paths = readPaths(stores, world);
  const result: ScopeResult = { checks: 0, answers: 0, differences: [], differing: 0 };
  const differ = (what: string) => {
    result.differing += 1;
    if (result.differences.length < SHOWN) result.differences.push(what);
  };
  while (result.checks < wanted) {
    await stores.apply(world.nextChange());
    const documents = [...world.documents.values()].map((document) => ({ document, secret: secretOf(document) }));
    for (const asker of world.askers) {
      const allowed = new Map(documents.map(({ document, secret }) => [secret, world.mayRead(asker, document)]));
      for (const { name, complete, read } of paths) {
        const found = secretsIn(await read(asker));
        for (const secret of found)
          if (!allowed.get(secret))
            differ(`${name} gives ${asker.name} ${secret}, which they may not read (seed ${seed})`);
        // Facts about a page may be kept from somebody who sees the page and their file by different scopes.
        if (complete)
          for (const { document, secret } of documents)
            if (document.about === undefined && allowed.get(secret) && !found.has(secret))
              differ(`${name} keeps ${secret} from ${asker.name}, who may read it (seed ${seed})`);
        result.answers += 1;
        result.checks += documents.length;
      }
    }
    onRound?.(result);
  }
  result.checks += await checkWeb(stores, world, differ);
  return result;
};

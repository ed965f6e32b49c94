import { asParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { GraphStore } from '../stores/index.ts';
import { circuitBreaker, isStoreDown } from './circuit-breaker.ts';
import type { ReadFacts } from './ranking/stated-links.ts';

/** Maximum number of facts read per entity. Further facts of an entity with many say little about it. */
const MAX_FACTS_PER_ENTITY = 24;
/** Limits for the calls of one search to the graph. */
const GRAPH_TIMEOUT = { timeoutMs: 3_000, cooldownMs: 30_000 };

/** Reads the facts that one search follows. */
export interface FactReader {
  read: ReadFacts;
  /** Why facts could not be read; undefined if they could. */
  missing(): string | undefined;
}

/**
 * Creates the fact reader of each search. If the graph store is down or slow, `read` returns no facts, `missing` returns
 * the reason, and the failure is logged. The store is called again after the cooldown.
 */
export const createFactReader = (graph: GraphStore, log: Log): { forSearch(): FactReader } => {
  const store = circuitBreaker('the graph', log, GRAPH_TIMEOUT);
  return {
    forSearch() {
      const calls = store.forSearch();
      let why: string | undefined;
      return {
        async read(entityIds, scopes) {
          try {
            return await calls.call(() => graph.triplesOf(entityIds, MAX_FACTS_PER_ENTITY, scopes));
          } catch (error) {
            if (!isStoreDown(error)) throw asParleyError(error);
            why = error.message;
            return [];
          }
        },
        missing: () => why,
      };
    },
  };
};

import { asParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { GraphStore } from '../stores/index.ts';
import { type CircuitBreakerOptions, circuitBreaker, isMissing } from './circuit-breaker.ts';
import type { ReadFacts } from './ranking/stated-links.ts';

/** Facts read of one name; those of a hub beyond it say little of it. */
const FACTS_OF_NAME = 24;
/** What the facts of one search may take. */
const PATIENCE = { timeoutMs: 3_000, cooldownMs: 30_000 };

/** Reads the facts that one search follows, and knows why there were none. */
export interface FactReader {
  read: ReadFacts;
  /** What kept facts from being read, if anything did. */
  missing(): string | undefined;
}

/**
 * Makes each search's reader of facts. A graph that is down or slow takes nothing from a search but its links: that is said
 * and logged, and the graph asked again after a pause.
 */
export const createFactReader = (
  graph: GraphStore,
  log: Log,
  options: CircuitBreakerOptions = PATIENCE,
): { forSearch(): FactReader } => {
  const store = circuitBreaker('the graph', log, options);
  return {
    forSearch() {
      const calls = store.forSearch();
      let why: string | undefined;
      return {
        async read(entityIds, scopes) {
          try {
            return await calls.call(() => graph.triplesOf(entityIds, FACTS_OF_NAME, scopes));
          } catch (error) {
            if (!isMissing(error)) throw asParleyError(error);
            why = error.message;
            return [];
          }
        },
        missing: () => why,
      };
    },
  };
};

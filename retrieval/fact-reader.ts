import type { Log } from '../core/log.ts';
import type { GraphStore } from '../stores/graph.ts';
import type { ReadFacts } from './recipe/stated-links.ts';

/** Facts read of one name; those of a hub beyond it say little of it. */
const FACTS_OF_NAME = 24;
/** After a failure the graph is left alone for so long: each question would else wait for it. */
const PAUSE_MS = 30_000;

/**
 * Reads the facts that search follows. A graph that is down takes nothing from a search but its links: that is logged, and
 * the graph asked again after a pause.
 */
export const createFactReader = (graph: GraphStore, log: Log): { read: ReadFacts } => {
  let pausedUntil = 0;
  return {
    async read(entityIds, scopes) {
      if (Date.now() < pausedUntil) return [];
      try {
        return await graph.triplesOf(entityIds, FACTS_OF_NAME, scopes);
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_MS;
        log.warn({ error }, 'the graph is down: search goes without stated facts');
        return [];
      }
    },
  };
};

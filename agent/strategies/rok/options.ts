/** RoK's settings (Algorithm 1). */
export interface RokOptions {
  /** Hops of a main path at most (max_hop). */
  maxHops: number;
  /** Main paths that reach the prompt (top_paths). */
  topPaths: number;
  /** Candidate entities taken from question and thinking at most. */
  candidates: number;
  /** Entities next to the candidates, best ranked first, whose neighbours are looked at beside those of the candidates. */
  maxNeighbourEntities: number;
  /** Facts read of one entity, and neighbour triples shown to the pruning call, at most. */
  neighbours: number;
  maxTriplesInPrompt: number;
}

export const ROK_DEFAULTS: RokOptions = {
  maxHops: 3,
  topPaths: 12,
  candidates: 8,
  maxNeighbourEntities: 6,
  neighbours: 100,
  maxTriplesInPrompt: 240,
};

/** Limits of RoK (Algorithm 1). */
export interface RokOptions {
  /** Maximum hops of a main path (max_hop). */
  maxHops: number;
  /** Maximum main paths in the prompt (top_paths). */
  topPaths: number;
  /** Maximum key entities, from the question and the chain of thought. */
  candidates: number;
  /** Maximum neighbours, best ranked first, whose own neighbours are looked up too. */
  maxNeighbourEntities: number;
  /** Maximum triples per `neighbours` look-up. */
  neighbours: number;
  /** Maximum triples in the pruning prompt. */
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

/** Bounds and switches of CRP-RAG. The switches are the ablations of the paper's sections 5.1, 5.2 and 5.4. */
export interface CrpOptions {
  /** Next steps sampled at each sink, in one call (the paper samples "several", equation 4). */
  samples: number;
  /** Steps of a layer at most. */
  width: number;
  /**
   * Alike steps of a layer are fused while it has more than these; 1 fuses all above the threshold, as the paper does. With
   * more, a step that comes out wrong keeps another one beside it (section 5.2's "unperturbed paths").
   */
  spare: number;
  /** Layers at most; a graph that is not done by then answers from the sinks that it has. */
  depth: number;
  /** Documents retrieved for a step (k of equation 7). */
  k: number;
  /** Paths reasoned along at most. */
  paths: number;
  /** graph: alike steps are merged; tree: they are not; chain: one step at a time. Section 5.4. */
  structure: 'graph' | 'tree' | 'chain';
  /** false: the retrieved text itself in place of the aggregated knowledge. Section 5.1. */
  aggregation: boolean;
  /** false: the shortest and the longest path are taken unjudged. Section 5.1. */
  evaluation: boolean;
  /** false: one answer from a whole path at once. Section 5.1. */
  iteration: boolean;
}

export const CRP_DEFAULTS: CrpOptions = {
  samples: 4,
  width: 8,
  spare: 1,
  depth: 5,
  k: 5,
  paths: 4,
  structure: 'graph',
  aggregation: true,
  evaluation: true,
  iteration: true,
};

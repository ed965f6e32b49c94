/** Limits and switches of CRP-RAG. The switches are the ablations of the paper's sections 5.1, 5.2 and 5.4. */
export interface CrpOptions {
  /** Next steps sampled per sink, in one call (the paper samples "several", equation 4). */
  samples: number;
  /** Maximum steps per layer. */
  width: number;
  /**
   * Similar steps of a layer are fused only while the layer has more steps than this. 1 fuses all above the threshold,
   * as the paper does. A higher value keeps alternatives in case a step goes wrong (section 5.2's "unperturbed paths").
   */
  spare: number;
  /** Maximum number of layers. At this depth the paths end in the open sinks if no step is final. */
  depth: number;
  /** Documents retrieved for a step (k of equation 7). */
  k: number;
  /** Maximum paths reasoned along per round. */
  paths: number;
  /** graph: similar steps are merged; tree: they are not; chain: one step at a time. Section 5.4. */
  structure: 'graph' | 'tree' | 'chain';
  /** false: uses the retrieved text instead of the aggregated knowledge. Section 5.1. */
  aggregation: boolean;
  /** false: takes the shortest and the longest path without judging them. Section 5.1. */
  evaluation: boolean;
  /** false: answers from a whole path in one call. Section 5.1. */
  iteration: boolean;
}

export const CRP_DEFAULTS: CrpOptions = {
  samples: 4,
  width: 4,
  spare: 1,
  depth: 5,
  k: 5,
  paths: 4,
  structure: 'graph',
  aggregation: true,
  evaluation: true,
  iteration: true,
};

/** What PAR-RAG retrieves by. */
export interface ParOptions {
  /**
   * layered: a step is answered from the nearest passages by meaning (coarse, section 3.3) and reviewed against these and the
   * graph's by Personalized PageRank (fine). whole: both by Parley's whole search, the review by the graph as well.
   */
  retrieval: 'layered' | 'whole';
}

export const PAR_DEFAULTS: ParOptions = { retrieval: 'layered' };

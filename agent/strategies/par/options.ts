/** How PAR-RAG retrieves. */
export interface ParOptions {
  /**
   * layered: answers a step from the nearest passages by meaning (coarse, section 3.3) and reviews it against these and
   * Personalized PageRank's (fine). whole: both use Parley's whole search, and the review the graph as well.
   */
  retrieval: 'layered' | 'whole';
}

export const PAR_DEFAULTS: ParOptions = { retrieval: 'layered' };

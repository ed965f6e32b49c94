/** Hybrid RAG's parts; each can be left out, as the paper's build-up table does (section 5.2). */
export interface HybridOptions {
  /**
   * in-context: samples of a model vote; classifier: the trained SVM, or without its encoder the linear one over n-grams, and
   * no call; best: the SVM where its encoder is set, else samples; off: nothing is predicted.
   */
  attributes: 'best' | 'in-context' | 'classifier' | 'off';
  tables: boolean;
  calculator: boolean;
  memory: boolean;
  graph: boolean;
  falsePremise: boolean;
  /** Samples of attributes and of calculations (sections 4.2 and 4.3). */
  samples: { attributes: number; calculations: number };
  passages: number;
  tableCount: number;
}

export const HYBRID_DEFAULTS: HybridOptions = {
  attributes: 'best',
  tables: true,
  calculator: true,
  memory: true,
  graph: true,
  falsePremise: true,
  samples: { attributes: 3, calculations: 5 },
  passages: 10,
  tableCount: 4,
};

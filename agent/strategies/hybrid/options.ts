/** Hybrid RAG's modules. Each can be switched off, as in the paper's ablation table (section 5.2). */
export interface HybridOptions {
  /**
   * in-context: model samples vote. classifier: the trained SVM, or without its encoder the n-gram classifier; no model
   * call. best: the SVM if its encoder is set, otherwise samples. off: predicts nothing.
   */
  attributes: 'best' | 'in-context' | 'classifier' | 'off';
  tables: boolean;
  calculator: boolean;
  memory: boolean;
  graph: boolean;
  falsePremise: boolean;
  /** Samples drawn for attributes and for calculations (sections 4.2 and 4.3). */
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

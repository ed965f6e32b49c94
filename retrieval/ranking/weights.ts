import fitted from './fitted-weights.json' with { type: 'json' };

/** How much each feature counts. */
export interface StageWeights {
  /** Cosine of question and passage. */
  dense: number;
  /** BM25; takes the place of the cosine when there is no encoder. */
  lexical: number;
  titleNamed: number;
  titleShare: number;
  linkSentence: number;
  linkResidual: number;
  sharedSentence: number;
  sharedResidual: number;
  /** Sub-questions by rule. */
  subQuestion: number;
}

export interface Weights {
  /** The ranking that the first hop starts from: b0 of retrieval.md. */
  base: StageWeights;
  /** The ranking that the second hop starts from. */
  stage1: StageWeights;
  final: StageWeights;
}

/** Made by `npm run fit-weights` (evals/search/fit-weights.ts); the file says from what. */
export const WITH_ENCODER: Weights = fitted.withEncoder;
export const WITHOUT_ENCODER: Weights = fitted.withoutEncoder;

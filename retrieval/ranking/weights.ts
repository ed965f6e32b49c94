import fitted from './fitted-weights.json' with { type: 'json' };

/** How much each feature counts (docs/search.md, ranking steps 5 to 8). */
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
  /** Standing out by words and meaning together (`agreement.ts`). */
  agreement: number;
}

/** A feature's value, under the name of its weight. */
export type Features = StageWeights;

export interface Weights {
  /** The ranking that the first hop starts from. */
  base: StageWeights;
  /** The ranking that the second hop starts from. */
  stage1: StageWeights;
  final: StageWeights;
}

/** Made by `npm run fit-weights` (evals/search/fit-weights.ts); the file says from what. */
export const WITH_ENCODER: Weights = fitted.withEncoder;
export const WITHOUT_ENCODER: Weights = fitted.withoutEncoder;

/** The weighted sum of a passage's features (ranking step 7). */
export const scoreOf = (features: Features, weights: StageWeights): number =>
  weights.dense * features.dense +
  weights.lexical * features.lexical +
  weights.titleNamed * features.titleNamed +
  weights.titleShare * features.titleShare +
  weights.linkSentence * features.linkSentence +
  weights.linkResidual * features.linkResidual +
  weights.sharedSentence * features.sharedSentence +
  weights.sharedResidual * features.sharedResidual +
  weights.subQuestion * features.subQuestion +
  weights.agreement * features.agreement;

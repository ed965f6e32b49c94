import fitted from './fitted-weights.json' with { type: 'json' };

/** The weight of each feature (docs/search.md, ranking steps 5 to 9). */
export interface StageWeights {
  /** Cosine of question and passage. */
  dense: number;
  /** BM25; replaces the cosine if there is no encoder. */
  lexical: number;
  titleNamed: number;
  titleShare: number;
  linkSentence: number;
  linkResidual: number;
  sharedSentence: number;
  sharedResidual: number;
  /** See `sub-questions.ts`. */
  subQuestion: number;
  /** See `agreement.ts`. */
  agreement: number;
}

/** The values of the features, with the same names as their weights. */
export type Features = StageWeights;

export interface Weights {
  /** The ranking that the first hop starts from. */
  base: StageWeights;
  /** The ranking that the second hop starts from. */
  stage1: StageWeights;
  final: StageWeights;
}

/** Fitted by `npm run fit-weights` (evals/search/fit-weights.ts); the JSON file names the data. */
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

/** How much each feature counts. */
export interface StageWeights {
  /** Cosine of question and passage. */
  dense: number;
  /** BM25; stands in for the cosine when there is no encoder. */
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
  /** The ranking that the first hop starts from. */
  base: StageWeights;
  /** The ranking that the second hop starts from. */
  stage1: StageWeights;
  final: StageWeights;
}

const NONE: StageWeights = {
  dense: 0,
  lexical: 0,
  titleNamed: 0,
  titleShare: 0,
  linkSentence: 0,
  linkResidual: 0,
  sharedSentence: 0,
  sharedResidual: 0,
  subQuestion: 0,
};

/** From retrieval.md, "N simplified"; fitted there on musique_train100 and hotpotqa_train100. */
export const WITH_ENCODER: Weights = {
  base: { ...NONE, dense: 1, lexical: 1, titleNamed: 0.4, titleShare: 0.2 },
  stage1: {
    ...NONE,
    dense: 4,
    titleNamed: 1.8,
    titleShare: 0.3,
    linkSentence: 3,
    linkResidual: 3,
    sharedSentence: 3,
    sharedResidual: 5,
  },
  final: {
    ...NONE,
    dense: 2.5,
    titleNamed: 1.7,
    titleShare: 0.5,
    linkSentence: 2,
    linkResidual: 3,
    sharedSentence: 2,
    sharedResidual: 5,
    subQuestion: 6,
  },
};

/** Without vectors BM25 takes the place of the cosine. */
export const WITHOUT_ENCODER: Weights = {
  base: { ...WITH_ENCODER.base, dense: 0 },
  stage1: { ...WITH_ENCODER.stage1, dense: 0, lexical: 4 },
  final: { ...WITH_ENCODER.final, dense: 0, lexical: 2.5, subQuestion: 0 },
};

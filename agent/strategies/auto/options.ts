/** What measuring may change of `auto`. */
export interface AutoOptions {
  /**
   * Chance of a search below the first one to be replaced by that of an unrelated task, and of what it finds to be replaced
   * by unrelated facts: CRP-RAG's robustness test (section 5.2), whose sources are spared too.
   */
  noise: { steps: number; knowledge: number; seed: number };
}

export const AUTO_DEFAULTS: AutoOptions = { noise: { steps: 0, knowledge: 0, seed: 0 } };

/** PAR-RAG's two ablations (section 5.2). */
export interface PlanReviewOptions {
  /** false: the question itself is a plan of one step. */
  plan: boolean;
  /** false: preliminary answers stand as they are. */
  review: boolean;
}

export const PAR_DEFAULTS: PlanReviewOptions = { plan: true, review: true };

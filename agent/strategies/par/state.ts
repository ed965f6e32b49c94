import { Annotation } from '@langchain/langgraph';
import { ReasoningState } from '../../state.ts';
import type { StepAnswer } from '../../tasks/shapes.ts';

/** One step of the plan (PAR-RAG section 3.4). */
export interface PlannedStep {
  thought: string;
  question: string;
  action: 'retrieve' | 'answer';
}

/** The current step: its refined question, its number of tries and its answer so far. */
export interface StepAtHand {
  at: number;
  question: string;
  tries: number;
  answer?: StepAnswer;
  verdict?: 'pass' | 'revised' | 'unconfident' | 'unknown';
}

export const PlanReviewState = Annotation.Root({
  ...ReasoningState.spec,
  planned: Annotation<PlannedStep[]>,
  stepAtHand: Annotation<StepAtHand>,
});
export type PlanReview = typeof PlanReviewState.State;

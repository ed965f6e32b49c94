import { END, START, StateGraph } from '@langchain/langgraph';
import { concludeFromSteps } from '../../nodes/conclude.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { unlessExhausted } from '../../routes.ts';
import { actOnStep } from './act.ts';
import { PAR_DEFAULTS, type PlanReviewOptions } from './options.ts';
import { planOneStep, planSteps } from './plan.ts';
import { refineNextQuestion } from './refine.ts';
import { passUnreviewed, reviewStepAnswer } from './review.ts';
import { afterReview } from './routes.ts';
import { PlanReviewState } from './state.ts';

/** PAR-RAG: plan, act with cited sources, review each answer against evidence searched for it, refine, conclude. With options, its
 * ablations. */
export const createPar = (given: Partial<PlanReviewOptions> = {}) => {
  const options = { ...PAR_DEFAULTS, ...given };
  return new StateGraph(PlanReviewState)
    .addNode('rewrite', makeStandalone)
    .addNode('plan', options.plan ? planSteps : planOneStep)
    .addNode('act', actOnStep)
    .addNode('review', options.review ? reviewStepAnswer : passUnreviewed)
    .addNode('refine', refineNextQuestion)
    .addNode('conclude', concludeFromSteps)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'plan')
    .addConditionalEdges(
      'plan',
      unlessExhausted(() => 'act'),
      ['act', END],
    )
    .addConditionalEdges(
      'act',
      unlessExhausted(() => 'review'),
      ['review', END],
    )
    .addConditionalEdges('review', unlessExhausted(afterReview), ['act', 'refine', 'conclude', END])
    .addConditionalEdges(
      'refine',
      unlessExhausted(() => 'act'),
      ['act', END],
    )
    .addEdge('conclude', END)
    .compile();
};

export const par = createPar();

import { END, START, StateGraph } from '@langchain/langgraph';
import { type NodeReplacements, replaceNodes } from '../../node.ts';
import { concludeFromSteps } from '../../nodes/conclude.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { unlessExhausted } from '../../routes.ts';
import { actOnStep } from './act.ts';
import { PAR_DEFAULTS, type ParOptions } from './options.ts';
import { planSteps } from './plan.ts';
import { refineNextQuestion } from './refine.ts';
import { reviewStepAnswer } from './review.ts';
import { afterRefine, afterReview } from './routes.ts';
import { PlanReviewState } from './state.ts';

const parNodes = (options: ParOptions) => ({
  rewrite: makeStandalone,
  plan: planSteps,
  act: actOnStep(options),
  review: reviewStepAnswer(options),
  refine: refineNextQuestion,
  conclude: concludeFromSteps,
});

/**
 * PAR-RAG (Algorithm 1): plans steps, answers each from cited sources, reviews each answer against further evidence,
 * refines the next question and concludes.
 */
export const createPar = (
  given: Partial<ParOptions> = {},
  replacements: NodeReplacements<ReturnType<typeof parNodes>> = {},
) =>
  new StateGraph(PlanReviewState)
    .addNode(replaceNodes(parNodes({ ...PAR_DEFAULTS, ...given }), replacements))
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
    .addConditionalEdges('refine', unlessExhausted(afterRefine), ['act', 'conclude', END])
    .addEdge('conclude', END)
    .compile();

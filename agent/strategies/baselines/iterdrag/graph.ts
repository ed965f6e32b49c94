import { END, START, StateGraph } from '@langchain/langgraph';
import { concludeFromSteps } from '../../../nodes/conclude.ts';
import { makeStandalone } from '../../../nodes/make-standalone.ts';
import { unlessExhausted } from '../../../routes.ts';
import { IteratingState } from '../state.ts';
import { afterFollowUp, answerFollowUp, askFollowUp } from './nodes.ts';

/** IterDRAG (Yue et al., 2024): asks and answers follow-up questions until the steps contain the final answer. */
export const iterdrag = new StateGraph(IteratingState)
  .addNode('rewrite', makeStandalone)
  .addNode('follow-up', askFollowUp)
  .addNode('answer-follow-up', answerFollowUp)
  .addNode('conclude', concludeFromSteps)
  .addEdge(START, 'rewrite')
  .addEdge('rewrite', 'follow-up')
  .addConditionalEdges('follow-up', unlessExhausted(afterFollowUp), ['answer-follow-up', 'conclude', END])
  .addConditionalEdges(
    'answer-follow-up',
    unlessExhausted(() => 'follow-up'),
    ['follow-up', END],
  )
  .addEdge('conclude', END)
  .compile();

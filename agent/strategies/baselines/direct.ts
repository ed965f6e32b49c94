import { END, START, StateGraph } from '@langchain/langgraph';
import { answerDirectly } from '../../nodes/answer.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { ReasoningState } from '../../state.ts';

/** The model without retrieval: the baseline for what it remembers from training. */
export const direct = new StateGraph(ReasoningState)
  .addNode('rewrite', makeStandalone)
  .addNode('answer', answerDirectly)
  .addEdge(START, 'rewrite')
  .addEdge('rewrite', 'answer')
  .addEdge('answer', END)
  .compile();

import { END, START, StateGraph } from '@langchain/langgraph';
import { answerDirectly } from '../../nodes/answer.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { ReasoningState } from '../../state.ts';

/** The model alone, without retrieval: the baseline that shows what it knows by heart. */
export const direct = new StateGraph(ReasoningState)
  .addNode('rewrite', makeStandalone)
  .addNode('answer', answerDirectly)
  .addEdge(START, 'rewrite')
  .addEdge('rewrite', 'answer')
  .addEdge('answer', END)
  .compile();

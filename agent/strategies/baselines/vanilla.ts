import { END, START, StateGraph } from '@langchain/langgraph';
import { answerFromSources } from '../../nodes/answer.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { searchQuestion } from '../../nodes/search.ts';
import { ReasoningState } from '../../state.ts';

/** Plain RAG: one retrieval and one answer from its passages. */
export const vanilla = new StateGraph(ReasoningState)
  .addNode('rewrite', makeStandalone)
  .addNode('search', searchQuestion)
  .addNode('answer', answerFromSources)
  .addEdge(START, 'rewrite')
  .addEdge('rewrite', 'search')
  .addEdge('search', 'answer')
  .addEdge('answer', END)
  .compile();

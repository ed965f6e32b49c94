import { END, START, StateGraph } from '@langchain/langgraph';
import { node } from '../../node.ts';
import { answerFromSources } from '../../nodes/answer.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { searchGraphFor } from '../../nodes/search.ts';
import { ReasoningState } from '../../state.ts';

const searchGraph = node('walk', async ({ standalone }, context) => ({
  references: await searchGraphFor(context, standalone),
}));

/**
 * As in HippoRAG: ranks passages by Personalized PageRank from the question's entities and answers from them in one
 * call.
 */
export const ppr = new StateGraph(ReasoningState)
  .addNode('rewrite', makeStandalone)
  .addNode('walk', searchGraph)
  .addNode('answer', answerFromSources)
  .addEdge(START, 'rewrite')
  .addEdge('rewrite', 'walk')
  .addEdge('walk', 'answer')
  .addEdge('answer', END)
  .compile();

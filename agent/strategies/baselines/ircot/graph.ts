import { END, START, StateGraph } from '@langchain/langgraph';
import { answerFromSources } from '../../../nodes/answer.ts';
import { makeStandalone } from '../../../nodes/make-standalone.ts';
import { unlessExhausted } from '../../../routes.ts';
import { IteratingState } from '../state.ts';
import { afterThought, searchByThought, think } from './nodes.ts';

/** IRCoT (Trivedi et al., 2023): each sentence of a chain of thought is the next query; a reader answers at the end. */
export const ircot = new StateGraph(IteratingState)
  .addNode('rewrite', makeStandalone)
  .addNode('search', searchByThought)
  .addNode('think', think)
  .addNode('answer', answerFromSources)
  .addEdge(START, 'rewrite')
  .addEdge('rewrite', 'search')
  .addEdge('search', 'think')
  .addConditionalEdges('think', unlessExhausted(afterThought), ['search', 'answer', END])
  .addEdge('answer', END)
  .compile();

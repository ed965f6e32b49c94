import { END, START, StateGraph } from '@langchain/langgraph';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { act, answerFromFound, think } from './nodes.ts';
import { afterAct, afterThink } from './routes.ts';
import { AgentState } from './state.ts';

/** The model calls Parley's tools in a loop until it answers or its budget allows no further turn. */
export const toolAgent = new StateGraph(AgentState)
  .addNode('rewrite', makeStandalone)
  .addNode('think', think)
  .addNode('act', act)
  .addNode('finish', answerFromFound)
  .addEdge(START, 'rewrite')
  .addEdge('rewrite', 'think')
  .addConditionalEdges('think', afterThink, ['act', 'finish', END])
  .addConditionalEdges('act', afterAct, ['think', 'finish', END])
  .addEdge('finish', END)
  .compile();

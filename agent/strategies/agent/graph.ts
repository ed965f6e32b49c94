import { END, START, StateGraph } from '@langchain/langgraph';
import { type NodeReplacements, replaceNodes } from '../../node.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { act, answerFromFound, think } from './nodes.ts';
import { afterAct, afterThink } from './routes.ts';
import { AgentState } from './state.ts';

const agentNodes = { rewrite: makeStandalone, think, act, finish: answerFromFound };

/** The model calls Parley's tools in a loop until it answers or its budget allows no further turn. */
export const createToolAgent = (replacements: NodeReplacements<typeof agentNodes> = {}) =>
  new StateGraph(AgentState)
    .addNode(replaceNodes(agentNodes, replacements))
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'think')
    .addConditionalEdges('think', afterThink, ['act', 'finish', END])
    .addConditionalEdges('act', afterAct, ['think', 'finish', END])
    .addEdge('finish', END)
    .compile();

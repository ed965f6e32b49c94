import { END, START, StateGraph } from '@langchain/langgraph';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { directAnswer } from './actions/direct-answer.ts';
import { queryTransformation } from './actions/query-transformation.ts';
import { retrievalAnswer } from './actions/retrieval-answer.ts';
import { summaryAnswer } from './actions/summary-answer.ts';
import { systemAnalysis } from './actions/system-analysis.ts';
import { chooseAnswer } from './choose.ts';
import { AIRRAG, type SearchOptions } from './options.ts';
import { advance, select, toNext } from './search.ts';
import { TreeState } from './state.ts';

/**
 * AirRAG: five reasoning actions searched by UCT. `select` picks the node where the next rollout continues, the actions
 * expand and simulate it, `advance` follows it to a terminal node and backpropagates the reward, and `choose` picks
 * among the candidates.
 */
export const createAirrag = (given: Partial<SearchOptions> = {}) => {
  const options = { ...AIRRAG, ...given };
  const actions = ['say', 'da', 'ra', 'qt', 'sa'] as const;
  return new StateGraph(TreeState)
    .addNode('rewrite', makeStandalone)
    .addNode('select', select(options))
    .addNode('say', systemAnalysis(options))
    .addNode('da', directAnswer(options))
    .addNode('ra', retrievalAnswer(options))
    .addNode('qt', queryTransformation(options))
    .addNode('sa', summaryAnswer(options))
    .addNode('advance', advance(options))
    .addNode('choose', chooseAnswer(options))
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'select')
    .addConditionalEdges('select', toNext, [...actions, 'choose'])
    .addEdge('say', 'advance')
    .addEdge('da', 'advance')
    .addEdge('ra', 'advance')
    .addEdge('qt', 'advance')
    .addEdge('sa', 'advance')
    .addConditionalEdges('advance', toNext, [...actions, 'select', 'choose'])
    .addEdge('choose', END)
    .compile();
};

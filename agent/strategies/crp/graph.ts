import { END, START, StateGraph } from '@langchain/langgraph';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { expandGraph, mayGrow } from './construct-graph.ts';
import { evaluateKnowledge, layersLeft } from './evaluate-knowledge.ts';
import { mergePathAnswers } from './merge-paths.ts';
import { disturb } from './noise.ts';
import { CRP_DEFAULTS, type CrpOptions } from './options.ts';
import { reasonAlongPaths } from './reason-paths.ts';
import { retrieveKnowledge } from './retrieve-knowledge.ts';
import { type Crp, CrpState } from './state.ts';

/**
 * CRP-RAG: a graph of reasoning steps (GC), knowledge for each (KRA), answers along the paths whose every step is
 * sufficiently known (AG). With options, the paper's ablations and its noise.
 */
export const createCrp = (given: Partial<CrpOptions> = {}) => {
  const options = { ...CRP_DEFAULTS, ...given };
  const grow = mayGrow(options);
  return new StateGraph(CrpState)
    .addNode('rewrite', makeStandalone)
    .addNode('expand', expandGraph(options))
    .addNode('settle', ({ graph }: Crp) => ({ graph: disturb(graph, options.noise) }))
    .addNode('retrieve', retrieveKnowledge(options))
    .addNode('evaluate', evaluateKnowledge(options))
    .addNode('reason', reasonAlongPaths(options))
    .addNode('merge', mergePathAnswers)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'expand')
    .addConditionalEdges('expand', (state: Crp) => (grow(state) ? 'expand' : 'settle'), ['expand', 'settle'])
    .addEdge('settle', 'retrieve')
    .addEdge('retrieve', 'evaluate')
    .addConditionalEdges('evaluate', (state: Crp) => (layersLeft(state) ? 'retrieve' : 'reason'), [
      'retrieve',
      'reason',
    ])
    .addEdge('reason', 'merge')
    .addEdge('merge', END)
    .compile();
};

export const crp = createCrp();

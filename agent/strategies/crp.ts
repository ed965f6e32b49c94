import { END, START, StateGraph } from '@langchain/langgraph';
import { makeStandalone } from '../nodes/make-standalone.ts';
import { evaluateKnowledge, layersLeft } from '../reasoning-graph/evaluate.ts';
import { expandGraph, mayGrow } from '../reasoning-graph/expand.ts';
import { gatherKnowledge } from '../reasoning-graph/gather.ts';
import { mergePathAnswers } from '../reasoning-graph/merge-paths.ts';
import { disturb } from '../reasoning-graph/noise.ts';
import { CRP_DEFAULTS, type CrpOptions } from '../reasoning-graph/options.ts';
import { reasonAlongPaths } from '../reasoning-graph/reason-paths.ts';
import { type Crp, CrpState } from '../reasoning-graph/state.ts';

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
    .addNode('gather', gatherKnowledge(options))
    .addNode('evaluate', evaluateKnowledge(options))
    .addNode('reason', reasonAlongPaths(options))
    .addNode('merge', mergePathAnswers)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'expand')
    .addConditionalEdges('expand', (state: Crp) => (grow(state) ? 'expand' : 'settle'), ['expand', 'settle'])
    .addEdge('settle', 'gather')
    .addEdge('gather', 'evaluate')
    .addConditionalEdges('evaluate', (state: Crp) => (layersLeft(state) ? 'gather' : 'reason'), ['gather', 'reason'])
    .addEdge('reason', 'merge')
    .addEdge('merge', END)
    .compile();
};

export const crp = createCrp();

import { END, START, StateGraph } from '@langchain/langgraph';
import { type NodeReplacements, replaceNodes } from '../../node.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { canGrow, expandGraph } from './construct-graph.ts';
import { evaluateKnowledge, hasLayersLeft } from './evaluate-knowledge.ts';
import { mergePathAnswers } from './merge-paths.ts';
import { CRP_DEFAULTS, type CrpOptions } from './options.ts';
import { reasonAlongPaths } from './reason-paths.ts';
import { retrieveKnowledge } from './retrieve-knowledge.ts';
import { type Crp, CrpState } from './state.ts';

const crpNodes = (options: CrpOptions) => ({
  rewrite: makeStandalone,
  expand: expandGraph(options),
  retrieve: retrieveKnowledge(options),
  evaluate: evaluateKnowledge(options),
  reason: reasonAlongPaths(options),
  merge: mergePathAnswers,
});

/**
 * CRP-RAG (figure 2): builds a graph of reasoning steps (GC), retrieves knowledge for each (KRA), and answers along the
 * paths whose every step has sufficient knowledge (AG). The options are the paper's limits and ablations.
 */
export const createCrp = (
  given: Partial<CrpOptions> = {},
  replacements: NodeReplacements<ReturnType<typeof crpNodes>> = {},
) => {
  const options = { ...CRP_DEFAULTS, ...given };
  const grow = canGrow(options);
  const goesOn = hasLayersLeft(options);
  return new StateGraph(CrpState)
    .addNode(replaceNodes(crpNodes(options), replacements))
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'expand')
    .addConditionalEdges('expand', (state: Crp) => (grow(state) ? 'expand' : 'retrieve'), ['expand', 'retrieve'])
    .addEdge('retrieve', 'evaluate')
    .addConditionalEdges('evaluate', (state: Crp) => (goesOn(state) ? 'retrieve' : 'reason'), ['retrieve', 'reason'])
    .addEdge('reason', 'merge')
    .addEdge('merge', END)
    .compile();
};

import { END, START, StateGraph } from '@langchain/langgraph';
import { giveUp, isDynamic, predict } from '../hybrid/attributes.ts';
import { reasonOver, summarise } from '../hybrid/conclude.ts';
import { askGraph, calculate, remember, retrieve } from '../hybrid/gather.ts';
import { HYBRID_DEFAULTS, type HybridOptions } from '../hybrid/options.ts';
import { type Hybrid, HybridState } from '../hybrid/state.ts';
import { makeStandalone } from '../nodes/make-standalone.ts';

/** Dynamic questions that no live source covers are given up before anything is paid for. */
export const afterAttributes = (state: Hybrid): 'give-up' | 'retrieve' =>
  isDynamic(state) && !state.exhausted ? 'give-up' : 'retrieve';

export const afterReason = ({ unreadable }: Hybrid): 'summarise' | typeof END => (unreadable ? 'summarise' : END);

/** Hybrid RAG (Meta's CRAG challenge): references of every kind in one structured prompt. With options, its build-up. */
export const createHybrid = (given: Partial<HybridOptions> = {}) => {
  const options = { ...HYBRID_DEFAULTS, ...given };
  return new StateGraph(HybridState)
    .addNode('rewrite', makeStandalone)
    .addNode('predict', predict(options))
    .addNode('give-up', giveUp)
    .addNode('retrieve', retrieve(options))
    .addNode('calculate', calculate(options))
    .addNode('remember', remember(options))
    .addNode('ask-graph', askGraph(options))
    .addNode('reason', reasonOver(options))
    .addNode('summarise', summarise)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'predict')
    .addConditionalEdges('predict', afterAttributes, ['give-up', 'retrieve'])
    .addEdge('give-up', END)
    .addEdge('retrieve', 'calculate')
    .addEdge('retrieve', 'remember')
    .addEdge('retrieve', 'ask-graph')
    .addEdge(['calculate', 'remember', 'ask-graph'], 'reason')
    .addConditionalEdges('reason', afterReason, ['summarise', END])
    .addEdge('summarise', END)
    .compile();
};

export const hybrid = createHybrid();

import { END, START, StateGraph } from '@langchain/langgraph';
import { giveUp, isDynamic, predict } from '../hybrid/attributes.ts';
import { reasonOver, summarise } from '../hybrid/conclude.ts';
import { askGraph, calculate, remember, retrieve } from '../hybrid/gather.ts';
import { HYBRID_DEFAULTS, type HybridOptions } from '../hybrid/options.ts';
import { type Hybrid, HybridState } from '../hybrid/state.ts';
import { askLive } from '../nodes/ask-live.ts';
import { makeStandalone } from '../nodes/make-standalone.ts';

/** Dynamic questions go to the live sources; those that none covers are given up before more is paid for. */
export const afterAttributes = (state: Hybrid): 'ask-live' | 'give-up' | 'retrieve' => {
  if (!isDynamic(state) || state.exhausted) return 'retrieve';
  return state.hasLive ? 'ask-live' : 'give-up';
};

/** What a live source said joins the other references; silence is no ground for a stale figure. */
export const afterLive = ({ live, exhausted }: Pick<Hybrid, 'live' | 'exhausted'>): 'retrieve' | 'give-up' =>
  live.length > 0 || exhausted ? 'retrieve' : 'give-up';

export const afterReason = ({ unreadable }: Hybrid): 'summarise' | typeof END => (unreadable ? 'summarise' : END);

/** Hybrid RAG (Meta's CRAG challenge): references of every kind in one structured prompt. With options, its build-up. */
export const createHybrid = (given: Partial<HybridOptions> = {}) => {
  const options = { ...HYBRID_DEFAULTS, ...given };
  return new StateGraph(HybridState)
    .addNode('rewrite', makeStandalone)
    .addNode('predict', predict(options))
    .addNode('give-up', giveUp)
    .addNode('ask-live', askLive)
    .addNode('retrieve', retrieve(options))
    .addNode('calculate', calculate(options))
    .addNode('remember', remember(options))
    .addNode('ask-graph', askGraph(options))
    .addNode('reason', reasonOver(options))
    .addNode('summarise', summarise)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'predict')
    .addConditionalEdges('predict', afterAttributes, ['ask-live', 'give-up', 'retrieve'])
    .addConditionalEdges('ask-live', afterLive, ['retrieve', 'give-up'])
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

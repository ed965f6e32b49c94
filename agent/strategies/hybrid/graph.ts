import { END, START, StateGraph } from '@langchain/langgraph';
import { askLive } from '../../nodes/ask-live.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { giveUp, isDynamic, predict } from './attributes.ts';
import { askGraph, calculate, remember, retrieve } from './collect-references.ts';
import { HYBRID_DEFAULTS, type HybridOptions } from './options.ts';
import { reasonOver, summarise } from './reason.ts';
import { type Hybrid, HybridState } from './state.ts';

/** Dynamic questions go to the live sources before anything else. */
const afterAttributes = (state: Hybrid): 'ask-live' | 'retrieve' =>
  isDynamic(state) && state.hasLive && !state.exhausted ? 'ask-live' : 'retrieve';

/** The parts that look at what was retrieved, side by side. */
const PARTS = ['calculate', 'remember', 'ask-graph'] as const;

/** Silence of live sources and pages is no ground for a stale figure: the question is given up before more is paid for. */
const afterRetrieve = (state: Hybrid): (typeof PARTS)[number][] | 'give-up' =>
  isDynamic(state) && state.references.length === 0 && !state.exhausted ? 'give-up' : [...PARTS];

const afterReason = ({ unreadable }: Hybrid): 'summarise' | typeof END => (unreadable ? 'summarise' : END);

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
    .addConditionalEdges('predict', afterAttributes, ['ask-live', 'retrieve'])
    .addEdge('ask-live', 'retrieve')
    .addEdge('give-up', END)
    .addConditionalEdges('retrieve', afterRetrieve, [...PARTS, 'give-up'])
    .addEdge([...PARTS], 'reason')
    .addConditionalEdges('reason', afterReason, ['summarise', END])
    .addEdge('summarise', END)
    .compile();
};

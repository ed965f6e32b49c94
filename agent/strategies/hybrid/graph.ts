import { END, START, StateGraph } from '@langchain/langgraph';
import { askLive } from '../../nodes/ask-live.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { giveUp, isDynamic, predict } from './attributes.ts';
import { askGraph, calculate, remember, retrieve } from './collect-references.ts';
import { HYBRID_DEFAULTS, type HybridOptions } from './options.ts';
import { reasonOver, summarise } from './reason.ts';
import { type Hybrid, HybridState } from './state.ts';

/** Dynamic questions go to the live sources first. */
const afterAttributes = (state: Hybrid): 'ask-live' | 'retrieve' =>
  isDynamic(state) && state.hasLive && !state.exhausted ? 'ask-live' : 'retrieve';

/** The modules that run in parallel after retrieval. */
const MODULES = ['calculate', 'remember', 'ask-graph'] as const;

/** Without a live answer or a fresh page, a dynamic question ends here, before any further model call. */
const afterRetrieve = (state: Hybrid): (typeof MODULES)[number][] | 'give-up' =>
  isDynamic(state) && state.references.length === 0 && !state.exhausted ? 'give-up' : [...MODULES];

const afterReason = ({ unreadable }: Hybrid): 'summarise' | typeof END => (unreadable ? 'summarise' : END);

/**
 * Hybrid RAG (Meta's CRAG challenge): all kinds of references in one structured prompt. The options switch its modules
 * off.
 */
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
    .addConditionalEdges('retrieve', afterRetrieve, [...MODULES, 'give-up'])
    .addEdge([...MODULES], 'reason')
    .addConditionalEdges('reason', afterReason, ['summarise', END])
    .addEdge('summarise', END)
    .compile();
};

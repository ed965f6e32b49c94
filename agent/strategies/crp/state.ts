import { Annotation } from '@langchain/langgraph';
import { ReasoningState } from '../../state.ts';
import { emptyGraph, type PathAnswer, type ReasoningGraph } from './reasoning-graph.ts';

export const CrpState = Annotation.Root({
  ...ReasoningState.spec,
  graph: Annotation<ReasoningGraph, ReasoningGraph>({ reducer: (_, next) => next, default: () => emptyGraph }),
  /** True once construction has taken its share of the calls. */
  isFull: Annotation<boolean, boolean>({ reducer: (was, is) => was || is, default: () => false }),
  /** The layer being retrieved and judged, from 1. */
  depth: Annotation<number, number>({ reducer: (_, next) => next, default: () => 1 }),
  pathAnswers: Annotation<PathAnswer[], PathAnswer[]>({ reducer: (_, next) => next, default: () => [] }),
});
export type Crp = typeof CrpState.State;
export type CrpUpdate = typeof CrpState.Update;

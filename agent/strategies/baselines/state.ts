import { Annotation } from '@langchain/langgraph';
import { append, ReasoningState } from '../../state.ts';

/** State of the two iterating baselines. */
export const IteratingState = Annotation.Root({
  ...ReasoningState.spec,
  /** IterDRAG: the follow-up question to search for next; empty when done. */
  nextQuery: Annotation<string>,
  /** IRCoT: the chain of thought so far. */
  thoughts: append<string>(),
  finished: Annotation<boolean>,
});
export type Iterating = typeof IteratingState.State;

/** Maximum rounds of either baseline (the papers use up to 5). */
export const MAX_ROUNDS = 5;

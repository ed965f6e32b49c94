import { Annotation } from '@langchain/langgraph';
import type { NumberedReference } from '../../references/reference.ts';
import { append, ReasoningState } from '../../state.ts';

/**
 * `messages` is the model's own transcript, as LangGraph's agents have it: its AIMessages with their tool calls, and a
 * ToolMessage for each.
 */
export const AgentState = Annotation.Root({
  ...ReasoningState.spec,
  /** What each look-up found, best first; the last answer is made from these where the model gives none itself. */
  found: append<NumberedReference[]>(),
  /** Calls of the model so far. */
  turns: Annotation<number, number>({ reducer: (sum, more) => sum + more, default: () => 0 }),
  /** The last turn called functions. */
  called: Annotation<boolean>,
  /** Calls of the last turn beyond those that one turn may make. */
  unmade: Annotation<number>,
  /** What is left allows no further turn. */
  mustAnswer: Annotation<boolean>,
  /** Turns in a row whose look-ups brought nothing that was not known. */
  fruitlessTurns: Annotation<number>,
  /** Keys of the calls that were made. */
  made: append<string>(),
});
export type ToolAgent = typeof AgentState.State;

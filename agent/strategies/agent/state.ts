import { Annotation } from '@langchain/langgraph';
import type { NumberedReference } from '../../references/reference.ts';
import { append, ReasoningState } from '../../state.ts';

/**
 * `messages` is the model's own transcript in the format of LangGraph's agents: AIMessages with tool calls, and one
 * ToolMessage per call.
 */
export const AgentState = Annotation.Root({
  ...ReasoningState.spec,
  /** One list per look-up, best first. The answering call uses them if the model gives no answer itself. */
  found: append<NumberedReference[]>(),
  /** Model calls so far. */
  turns: Annotation<number, number>({ reducer: (sum, more) => sum + more, default: () => 0 }),
  /** True if the last turn called functions. */
  hasCalls: Annotation<boolean>,
  /** True once calls are asked for as structured output. */
  callsAsOutput: Annotation<boolean>,
  /** How many calls of the last turn exceed `MAX_CALLS_AT_ONCE`; zero or less means none. */
  excessCalls: Annotation<number>,
  /** True if the budget allows no further turn. */
  mustAnswer: Annotation<boolean>,
  /** Turns in a row that found nothing new. */
  fruitlessTurns: Annotation<number>,
  /** `callKey` of each call that was run. */
  made: append<string>(),
});
export type ToolAgent = typeof AgentState.State;

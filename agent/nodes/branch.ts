import { asParleyError } from '../../core/errors.ts';
import { node } from '../node.ts';
import { SHOW_NOTHING } from '../question-context.ts';
import type { Reasoning, ReasoningUpdate } from '../state.ts';
import type { WrittenAnswer } from '../tasks/shapes.ts';

/** The answer of a strategy that ran as a branch of another. */
export interface BranchOutcome {
  strategy: string;
  written: WrittenAnswer;
}

interface Subgraph {
  checkpointer?: unknown;
  withConfig(config: object): Subgraph;
  invoke(input: ReasoningUpdate, options: { context: unknown; recursionLimit: number }): Promise<Reasoning>;
}

/**
 * A whole strategy as a node of another: it answers the same question with the same budget, and what it found can be
 * cited. One that fails leaves the others alone.
 */
export const inBranch = (strategy: string, graph: object) => {
  // A branch is one step of the outer graph: after a takeover it runs anew, as its search tree has to.
  const whole = (graph as Subgraph).withConfig({});
  whole.checkpointer = false;
  return node(strategy, async (state: Reasoning, context) => {
    const { standalone, today, references } = state;
    const input = { question: standalone, history: [], standalone, today, references };
    try {
      const unwatched = { ...context, show: SHOW_NOTHING };
      // Compiled graphs differ in their states; what is read of them, all states hold.
      const end = await whole.invoke(input, { context: unwatched, recursionLimit: 400 });
      return {
        outcomes: end.written ? [{ strategy, written: end.written }] : [],
        references: end.references,
        claimed: end.claimed,
        steps: end.steps,
        messages: end.messages,
        failures: end.failures,
        exhausted: end.exhausted,
      };
    } catch (error) {
      const { code, message } = asParleyError(error);
      if (context.signal.aborted || code === 'CANCELLED') throw error;
      return { failures: [{ node: strategy, code, message }] };
    }
  });
};

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
 * Runs a whole strategy as a node of another, with the same question and budget. Its sources can be cited. Its failure
 * does not affect other branches.
 */
export const inBranch = (strategy: string, graph: object) => {
  // A branch has no checkpoints of its own: as one step of the outer graph it runs again after a takeover.
  const whole = (graph as Subgraph).withConfig({});
  whole.checkpointer = false;
  return node(strategy, async (state: Reasoning, context) => {
    const { standalone, today, references } = state;
    const input = { question: standalone, history: [], standalone, today, references };
    try {
      const unwatched = { ...context, show: SHOW_NOTHING };
      // The fields read below are in the state of every strategy.
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

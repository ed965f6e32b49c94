import { asParleyError } from '../../core/errors.ts';
import type { ReasoningContext } from '../context.ts';
import { node } from '../node.ts';
import type { Reasoning, ReasoningUpdate } from '../state.ts';
import type { WrittenAnswer } from '../tasks/shapes.ts';

/** What a strategy that ran as a branch of another came to. */
export interface BranchOutcome {
  strategy: string;
  written: WrittenAnswer;
}

interface Subgraph {
  invoke(input: ReasoningUpdate, options: { context: unknown; recursionLimit: number }): Promise<Reasoning>;
}

/** The same context for a branch that nobody watches: its answer is not shown while it comes. */
const unwatched = (context: ReasoningContext): ReasoningContext => {
  const show = { token() {}, reset() {} };
  return { ...context, show, at: (name) => ({ ...context.at(name), show }) };
};

/**
 * A whole strategy as a node of another: it answers the same question with the same budget, and what it found can be
 * cited. One that fails leaves the others alone.
 */
export const inBranch = (strategy: string, graph: object) =>
  node(strategy, async (state: Reasoning, context) => {
    const { standalone, today, references } = state;
    const input = { question: standalone, history: [], standalone, today, references };
    try {
      // Compiled graphs differ in their states; what is read of them, all states hold.
      const end = await (graph as Subgraph).invoke(input, { context: unwatched(context), recursionLimit: 400 });
      return {
        outcomes: end.written ? [{ strategy, written: end.written }] : [],
        references: end.references,
        claimed: end.claimed,
        steps: end.steps,
        toolCalls: end.toolCalls,
        failures: end.failures,
        exhausted: end.exhausted,
      };
    } catch (error) {
      const { code, message } = asParleyError(error);
      if (context.signal.aborted || code === 'CANCELLED') throw error;
      return { failures: [{ node: strategy, code, message }] };
    }
  });

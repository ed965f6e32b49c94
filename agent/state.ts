import { Annotation, MessagesAnnotation } from '@langchain/langgraph';
import type { EarlierTurn } from '../core/conversation.ts';
import type { NumberedReference } from './references/reference.ts';
import type { ClaimedCitation, SolvedStep, WrittenAnswer } from './tasks/shapes.ts';

/** A branch or look-up that failed while others succeeded. */
export interface Failure {
  node: string;
  code: string;
  message: string;
}

/** A channel to which every branch appends. */
export const append = <T>() =>
  Annotation<T[], T[]>({
    reducer: (known, more) => (more.length > 0 ? [...known, ...more] : known),
    default: () => [],
  });

/** Channels of every strategy's state. A strategy adds its own (a plan, a tree, a graph) by spreading `spec`. */
export const ReasoningState = Annotation.Root({
  /** The question as asked. */
  question: Annotation<string>,
  /** Earlier turns of the thread, oldest first. */
  history: Annotation<readonly EarlierTurn[]>,
  /** The self-contained question that later nodes use. */
  standalone: Annotation<string>,
  /** True for a message of a thread that asks nothing, such as a joke. No node works on it, and every route leads to the end. */
  asksNothing: Annotation<boolean>,
  /** Searches for the question in the words of the pages, by the call that rewrote a follow-up. */
  searches: Annotation<string[]>,
  /** Day of the question (YYYY-MM-DD). */
  today: Annotation<string>,
  /** Evidence found so far, without duplicates, in the order found. Only these can be cited. */
  references: Annotation<NumberedReference[], NumberedReference[]>({
    reducer: (known, more) => {
      const numbers = new Set(known.map(({ n }) => n));
      const fresh = more.filter(({ n }) => !numbers.has(n) && numbers.add(n));
      return fresh.length > 0 ? [...known, ...fresh] : known;
    },
    default: () => [],
  }),
  /** Sub-questions answered so far. */
  steps: append<SolvedStep>(),
  /** Citations of the steps. The final check also takes quotes from here. */
  claimed: append<ClaimedCitation>(),
  /** True if the asker's scopes allow a live source. */
  hasLive: Annotation<boolean>,
  askedLive: Annotation<boolean, boolean>({ reducer: (was, is) => was || is, default: () => false }),
  /** Answers of live sources. */
  live: Annotation<NumberedReference[], NumberedReference[]>({ reducer: (_, next) => next, default: () => [] }),
  /** Each look-up of a node: an AIMessage with its tool call, and the ToolMessage that answers it. */
  ...MessagesAnnotation.spec,
  failures: append<Failure>(),
  /** The latest answer of a task, before its citations are checked. */
  written: Annotation<WrittenAnswer | undefined>,
  /** True once the budget refused a call, or if nothing is asked. Every route then leads to the end. */
  exhausted: Annotation<boolean, boolean>({ reducer: (was, is) => was || is, default: () => false }),
});
export type Reasoning = typeof ReasoningState.State;
export type ReasoningUpdate = typeof ReasoningState.Update;

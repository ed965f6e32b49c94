import { Annotation, MessagesAnnotation } from '@langchain/langgraph';
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

/** What every strategy's state holds; a strategy adds its own (a plan, a tree, a graph) by spreading `spec`. */
export const ReasoningState = Annotation.Root({
  /** As asked. */
  question: Annotation<string>,
  /** Earlier turns of the thread, oldest first. */
  history: Annotation<readonly { question: string; answer: string }[]>,
  /** The question rewritten so that it needs no thread; later nodes use this. */
  standalone: Annotation<string>,
  /** YYYY-MM-DD: the day as of which the question is asked. */
  today: Annotation<string>,
  /** Evidence found so far, each once, in the order found; only these can be cited. */
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
  /** Citations of the steps; the final check looks for quotes here too. */
  claimed: append<ClaimedCitation>(),
  /** True when the asker's scopes allow a live source. */
  hasLive: Annotation<boolean>,
  askedLive: Annotation<boolean, boolean>({ reducer: (was, is) => was || is, default: () => false }),
  /** Answers of live sources. */
  live: Annotation<NumberedReference[], NumberedReference[]>({ reducer: (_, next) => next, default: () => [] }),
  /** Each look-up of a node: an AIMessage with its tool call, and the ToolMessage that answers it. */
  ...MessagesAnnotation.spec,
  failures: append<Failure>(),
  /** The answer as a task wrote it, before its citations are checked; the last one counts. */
  written: Annotation<WrittenAnswer | undefined>,
  /** True once a call was refused by the budget: every route then leads to the end. */
  exhausted: Annotation<boolean, boolean>({ reducer: (was, is) => was || is, default: () => false }),
});
export type Reasoning = typeof ReasoningState.State;
export type ReasoningUpdate = typeof ReasoningState.Update;

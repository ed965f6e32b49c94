import { Annotation } from '@langchain/langgraph';
import type { NumberedReference } from '../../references/reference.ts';
import { append, ReasoningState } from '../../state.ts';
import type { ReasoningSpace } from './reasoning-space.ts';
import type { Attempt } from './tasks/answer-attempt.ts';

/** How far `auto` has gone: each level costs more than the one before and follows only when that was not enough. */
export type Effort = 'attempt' | 'widen' | 'search';

const union = (known: string[], more: string[]) => [...known, ...more.filter((one) => !known.includes(one))];

export const AutoState = Annotation.Root({
  ...ReasoningState.spec,
  /** The sources that the next call shows: what facts rest on, and what the last searches found. */
  shownSources: Annotation<NumberedReference[]>,
  /** Marks of all sources that a call has shown (`readMark`). */
  read: append<string>(),
  /** What the parallel searches of one round found, a list each; emptied by the next call. */
  found: Annotation<Finding[], Finding[] | 'read'>({
    reducer: (known, more) => (more === 'read' ? [] : [...known, ...more]),
    default: () => [],
  }),
  /** Established so far, each with its [n]. */
  facts: Annotation<string[], string[]>({ reducer: union, default: () => [] }),
  /** Queries searched for already. */
  tried: append<string>(),
  /** Queries to search for next, in parallel. */
  queries: Annotation<string[]>,
  /** Output of the last answer attempt. */
  attempt: Annotation<Attempt | undefined>,
  /** Calls that tried to answer so far. */
  rounds: Annotation<number, number>({ reducer: (sum, more) => sum + more, default: () => 0 }),
  effort: Annotation<Effort>,
  /** The last call established something that was not known before. */
  foundNewFacts: Annotation<boolean>,
  /** Calls in a row that established nothing new. */
  fruitlessRounds: Annotation<number>,
  /** True when queries are asked a second time: the next call shows fewer sources, so that none is overlooked. */
  retryQueries: Annotation<boolean>,
  /** The bare answer that an earlier call found likely: a later one that states it has found its link, and is no step on the way. */
  likelyAnswer: Annotation<string>,
  /** What the check objected to; the next attempt is told. */
  objection: Annotation<string, string>({ reducer: (_, next) => next, default: () => '' }),
  /** True when the check did not confirm the written answer. */
  refused: Annotation<boolean>,
  /** States that the rounds came to, for whoever looks at how the answer came about; a handful, and kept with the rest. */
  space: Annotation<ReasoningSpace>,
});
export type Auto = typeof AutoState.State;

/** What one search of a round found. */
export interface Finding {
  query: string;
  /** Names of the query that tell pages apart. */
  names: string[];
  references: NumberedReference[];
  /** Further pages, each with only its sentences about what the query names. */
  mentions: NumberedReference[];
}

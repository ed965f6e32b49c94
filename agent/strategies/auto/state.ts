import { Annotation } from '@langchain/langgraph';
import type { NumberedReference } from '../../references/reference.ts';
import { append, ReasoningState } from '../../state.ts';
import type { ReasoningSpace } from './reasoning-space.ts';
import type { Attempt } from './tasks/answer-attempt.ts';

const union = (known: string[], more: string[]) => [...known, ...more.filter((one) => !known.includes(one))];

export const AutoState = Annotation.Root({
  ...ReasoningState.spec,
  /** Sources for the next prompt: those of the facts and those of the last searches. */
  shownSources: Annotation<NumberedReference[]>,
  /** True where the pages found are cut into passages, as a team's are. */
  areCut: Annotation<boolean>,
  /** True once an answer's figures were compared with other pages. */
  compared: Annotation<boolean>,
  /** `readMark` of every source that a prompt has shown. */
  read: append<string>(),
  /** Findings of one round's parallel searches, one per query. The next call empties the list. */
  found: Annotation<Finding[], Finding[] | 'read'>({
    reducer: (known, more) => (more === 'read' ? [] : [...known, ...more]),
    default: () => [],
  }),
  /** Facts established so far, each with its [n]. */
  facts: Annotation<string[], string[]>({ reducer: union, default: () => [] }),
  /** Queries searched for already. */
  tried: append<string>(),
  /** Queries to search for next, in parallel. */
  queries: Annotation<string[]>,
  /** Output of the last answer attempt. */
  attempt: Annotation<Attempt | undefined>,
  /** Number of answer attempts so far. */
  rounds: Annotation<number, number>({ reducer: (sum, more) => sum + more, default: () => 0 }),
  /** True if the last call established something new. */
  foundNewFacts: Annotation<boolean>,
  /** Calls in a row that established nothing new. */
  fruitlessRounds: Annotation<number>,
  /** True if queries are being repeated. The next prompt then has fewer sources, so that none is overlooked. */
  retryQueries: Annotation<boolean>,
  /**
   * Short form of an earlier likely answer. If a later call states the same, it has found the missing link, so the
   * answer is not an intermediate step.
   */
  likelyAnswer: Annotation<string>,
  /** True if the last call was one link short and its sources, or those found since, name its guess of it. */
  maybeLikely: Annotation<boolean>,
  /** Objection of the last check, for the next attempt's prompt. */
  objection: Annotation<string, string>({ reducer: (_, next) => next, default: () => '' }),
  /** True if the check did not confirm the written answer. */
  refused: Annotation<boolean>,
  /** Reasoning states for drawing. There are only a handful, so they may stay in checkpoints. */
  space: Annotation<ReasoningSpace>,
});
export type Auto = typeof AutoState.State;

/** Results of one query. */
export interface Finding {
  query: string;
  /** Names of the query that distinguish pages. */
  names: string[];
  /** The model's guess, if the query contains it and no page found contains another name of the query. */
  guess?: string;
  references: NumberedReference[];
  /** Further pages, each with only its sentences about what the query names. */
  mentions: NumberedReference[];
  /** True if a source is unread and about what was searched for. */
  news: boolean;
}

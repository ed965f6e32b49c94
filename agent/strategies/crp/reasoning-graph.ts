import { words } from '../../../core/text/words.ts';
import type { ClaimedCitation } from '../../tasks/shapes.ts';

/** A reasoning step: a sub-question or an explanation, with its knowledge so far. */
export interface GraphStep {
  id: string;
  /** May contain "the answer to step k"; k counts along the path from 1. */
  text: string;
  /** True if knowing this answers the question. */
  final: boolean;
  /** Layer, from 1 for a source. All paths to a step have this length. */
  depth: number;
  /** Ids of the preceding steps, all in the layer above, so that there is never a cycle; empty for a source. */
  parents: string[];
  /** Id of a similar step of this layer that was not fused with this one. Next steps follow both. */
  alike?: string;
  /** The text with earlier answers filled in, as searched and judged. Set by `splitByReading`. */
  query?: string;
  /** k_v: facts with the [n] of their sources; absent until retrieved. */
  facts?: readonly string[];
  /** Ids of the passages behind the facts. They seed the searches of later steps. */
  passageIds?: readonly string[];
  sufficiency?: Sufficiency;
}

/** CRP-RAG section 3.4: whether k_v suffices for v. */
export interface Sufficiency {
  sufficient: boolean;
  /** Perplexity, or 1 - agreement if the provider gives no log-probabilities. Lower is better. */
  score: number;
  by: 'perplexity' | 'agreement' | 'not judged';
  /** The judged answer, which later steps call "the answer to step k". */
  answer: string;
}

/** The answer of one path. */
export interface PathAnswer {
  path: string[];
  /** Id of the last step. */
  end: string;
  /** True if the path ended because the knowledge contradicts a premise of the question. */
  contradicts: boolean;
  /** Statements of the steps in order, each with its [n]. */
  statements: string[];
  shortAnswer: string;
  citations: ClaimedCitation[];
  /** Links that no source states, from steps with likely answers. */
  unconfirmed: string[];
}

/** G = (V, E): a layered directed acyclic graph of reasoning steps. CRP-RAG section 3.2. */
export interface ReasoningGraph {
  steps: readonly GraphStep[];
}

export const emptyGraph: ReasoningGraph = { steps: [] };

/** A step proposed by the model below similar sinks, or at the start below none. */
export interface ProposedStep {
  text: string;
  final: boolean;
  parents: readonly string[];
  /** The text of another proposal below the same sinks that asks the same in other words. */
  sameAs?: string;
}

/** Steps without successors that are not final, where the graph grows. */
export const openSinks = ({ steps }: ReasoningGraph): GraphStep[] => {
  const followed = new Set(steps.flatMap(({ parents }) => parents));
  return steps.filter(({ id, final }) => !final && !followed.has(id));
};

/** The steps at a depth; sources are at 0. */
export const layer = ({ steps }: ReasoningGraph, depth: number): GraphStep[] =>
  steps.filter((step) => step.depth === depth);

/** The depth of the deepest layer; 0 for an empty graph. */
export const maxDepth = ({ steps }: ReasoningGraph): number =>
  steps.reduce((most, { depth }) => Math.max(most, depth), 0);

/**
 * Adds the next layer. Proposals with the same words become one step with the incoming edges of all. Exception: below
 * different parents, references to an earlier answer ask different things.
 * @param width maximum steps in the layer; the first ones are kept
 * @param tree true: merges only proposals below the same parent
 */
export const addLayer = (
  graph: ReasoningGraph,
  proposed: readonly ProposedStep[],
  { width, tree = false }: { width: number; tree?: boolean },
): ReasoningGraph => {
  const depth = maxDepth(graph) + 1;
  const byKey = new Map<string, GraphStep>();
  const keyOf = (text: string, parents: readonly string[]) =>
    `${tree || EARLIER_ANSWER.test(text) ? parents : ''} ${normaliseWords(text)}`;
  for (const { text, final, parents, sameAs } of proposed) {
    const key = `${final} ${keyOf(text, parents)}`;
    const existing = byKey.get(key);
    if (existing) {
      existing.parents.push(...parents.filter((parent) => !existing.parents.includes(parent)));
      continue;
    }
    if (byKey.size >= width) continue;
    const other = sameAs === undefined ? undefined : byKey.get(`${final} ${keyOf(sameAs, parents)}`);
    const alike = other && { alike: other.alike ?? other.id };
    byKey.set(key, { id: `${depth}.${byKey.size + 1}`, text, final, depth, parents: [...parents], ...alike });
  }
  return { steps: [...graph.steps, ...byKey.values()] };
};

/** A text in lower case without punctuation, to compare what two steps ask. */
export const normaliseWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/**
 * Fuses two steps of the deepest layer into one that inherits the incoming edges of both.
 * @throws if their layers or their `final` flags differ, because the fused step would lose a path
 */
export const fuse = (graph: ReasoningGraph, first: string, second: string, text: string): ReasoningGraph => {
  const [a, b] = [first, second].map((id) => graph.steps.find((step) => step.id === id));
  if (!a || !b || a.depth !== b.depth || a.final !== b.final) {
    throw new Error(`Steps ${first} and ${second} cannot be fused.`);
  }
  const fused = { ...a, text, parents: [...new Set([...a.parents, ...b.parents])] };
  return { steps: graph.steps.filter(({ id }) => id !== second).map((step) => (step.id === first ? fused : step)) };
};

/** The graph with these fields of these steps replaced. @param changes by the id of the step */
export const update = (graph: ReasoningGraph, changes: ReadonlyMap<string, Partial<GraphStep>>): ReasoningGraph => ({
  steps: graph.steps.map((step) => (changes.has(step.id) ? { ...step, ...changes.get(step.id) } : step)),
});

/**
 * All paths from a source to a final step on which every step passes, lowest mean score first. CRP-RAG section 3.4,
 * conditions 1 to 3.
 */
export const pathsThrough = (graph: ReasoningGraph, passes: (step: GraphStep) => boolean): GraphStep[][] => {
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const found: GraphStep[][] = [];
  const back = (step: GraphStep, tail: GraphStep[]): void => {
    if (!passes(step) || found.length >= MAX_PATHS) return;
    const path = [step, ...tail];
    if (step.parents.length === 0) found.push(path);
    for (const parent of step.parents.flatMap((id) => byId.get(id) ?? [])) back(parent, path);
  };
  const finals = graph.steps.filter(({ final }) => final);
  // If no step is final, paths end in the open sinks.
  for (const sink of finals.length > 0 ? finals : openSinks(graph)) back(sink, []);
  const doubt = (path: GraphStep[]) =>
    path.reduce((sum, { sufficiency }) => sum + (sufficiency?.score ?? 0), 0) / path.length;
  return found.sort((a, b) => doubt(a) - doubt(b) || a.length - b.length);
};

/** Maximum paths enumerated; a graph within the default limits has far fewer. */
const MAX_PATHS = 500;

const EARLIER_ANSWER = /\bthe answer (?:to|of|from) (?:step )?#?(\d+)\b/i;

/**
 * True if another group of similar steps in the layer is larger. The step is then an outlier among the samples and may
 * have an answer only by chance.
 */
export const isOutlier = (graph: ReasoningGraph, id: string): boolean => {
  const sizes = new Map<string, number>();
  const step = graph.steps.find((one) => one.id === id);
  const meaning = (one: GraphStep) => one.alike ?? one.id;
  for (const one of graph.steps)
    if (one.depth === step?.depth) sizes.set(meaning(one), (sizes.get(meaning(one)) ?? 0) + 1);
  return step !== undefined && (sizes.get(meaning(step)) ?? 0) < Math.max(...sizes.values());
};

/**
 * Replaces "the answer to step k" by the k-th answer, if it is known. A longer one stands in brackets: "the state in Iowa, in Sac
 * and Buena Vista counties" is no question.
 */
export const fillInAnswers = (text: string, answers: readonly (string | undefined)[]): string =>
  text.replace(new RegExp(EARLIER_ANSWER, 'gi'), (whole, k: string) => {
    const answer = answers[Number(k) - 1];
    if (!answer) return whole;
    return words(answer).length > MAX_INLINE_WORDS ? `this (${answer.replace(/[.?!]$/, '')})` : answer;
  });

/** Maximum words of an answer that takes the place of what refers to it. */
const MAX_INLINE_WORDS = 5;

/** True if a step refers to an earlier answer. */
export const refersToEarlierAnswer = (text: string): boolean => EARLIER_ANSWER.test(text);

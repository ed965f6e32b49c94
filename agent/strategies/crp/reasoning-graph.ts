import type { ClaimedCitation } from '../../tasks/shapes.ts';

/** A reasoning step (a sub-question or an explanation) with what is known of it so far. */
export interface GraphStep {
  id: string;
  /** May speak of "the answer to step k", where k counts along the path from a source, from 1. */
  text: string;
  /** Once this is known, the question is answered: a sink. */
  final: boolean;
  /** Steps before it on the path, its own place included: 1 for a source. All paths to a step have this length. */
  depth: number;
  /** Steps that lead here; empty for a source. Always of the layer above, so that there is never a cycle. */
  parents: string[];
  /** The step of this layer that says nearly the same and was kept beside it: what follows one follows both. */
  alike?: string;
  /** The text with earlier answers put in: what was searched for and judged; absent until gathered. */
  query?: string;
  /** k_v: facts with the [n] of their sources; absent until gathered. */
  facts?: readonly string[];
  /** Passages that the facts were gathered from; what follows searches from there. */
  passageIds?: readonly string[];
  sufficiency?: Sufficiency;
}

/** CRP-RAG section 3.4: does k_v suffice for v? */
export interface Sufficiency {
  sufficient: boolean;
  /** Perplexity, lower is surer; or 1 - agreement where the provider gives no log-probabilities. */
  score: number;
  by: 'perplexity' | 'agreement' | 'not judged';
  /** The answer that was judged: what a step below calls "the answer to step k". */
  answer: string;
}

/** The answer of one path. */
export interface PathAnswer {
  path: string[];
  /** Id of the step that it ended in. */
  end: string;
  /** The path ended where the knowledge contradicts what the question takes for granted. */
  contradicts: boolean;
  /** Statements of its steps in order, each with its [n]. */
  statements: string[];
  shortAnswer: string;
  citations: ClaimedCitation[];
  /** Links that no source states, of the steps whose answers are only likely. */
  unconfirmed: string[];
}

/** G = (V, E): a layered directed acyclic graph of reasoning steps. CRP-RAG section 3.2. */
export interface ReasoningGraph {
  steps: readonly GraphStep[];
}

export const emptyGraph: ReasoningGraph = { steps: [] };

/** A step that a model proposed below alike sinks (or at the start, below none). */
export interface ProposedStep {
  text: string;
  final: boolean;
  parents: readonly string[];
  /** The text of another proposal below the same sinks that asks the same in other words. */
  sameAs?: string;
}

/** Steps that nothing follows yet and that are not final: where the graph grows. */
export const openSinks = ({ steps }: ReasoningGraph): GraphStep[] => {
  const followed = new Set(steps.flatMap(({ parents }) => parents));
  return steps.filter(({ id, final }) => !final && !followed.has(id));
};

export const layer = ({ steps }: ReasoningGraph, depth: number): GraphStep[] =>
  steps.filter((step) => step.depth === depth);

export const deepest = ({ steps }: ReasoningGraph): number =>
  steps.reduce((most, { depth }) => Math.max(most, depth), 0);

/**
 * Adds the next layer. Proposals that say the same words are one step at once, with the incoming edges of all, unless they
 * speak of an earlier answer and follow different steps: then the same words ask different things.
 * @param width steps that the layer may have at most; the first ones stay
 * @param tree true: only below one and the same parent
 */
export const addLayer = (
  graph: ReasoningGraph,
  proposed: readonly ProposedStep[],
  { width, tree = false }: { width: number; tree?: boolean },
): ReasoningGraph => {
  const depth = deepest(graph) + 1;
  const byKey = new Map<string, GraphStep>();
  const keyOf = (text: string, parents: readonly string[]) =>
    `${tree || EARLIER_ANSWER.test(text) ? parents : ''} ${normal(text)}`;
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

export const normal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/**
 * Fuses two steps of the deepest layer into one that inherits the incoming edges of both.
 * @throws when they are not of one layer or not both (or neither) final: a fused step would lose a path
 */
export const fuse = (graph: ReasoningGraph, first: string, second: string, text: string): ReasoningGraph => {
  const [a, b] = [first, second].map((id) => graph.steps.find((step) => step.id === id));
  if (!a || !b || a.depth !== b.depth || a.final !== b.final) {
    throw new Error(`Steps ${first} and ${second} cannot be fused.`);
  }
  const fused = { ...a, text, parents: [...new Set([...a.parents, ...b.parents])] };
  return { steps: graph.steps.filter(({ id }) => id !== second).map((step) => (step.id === first ? fused : step)) };
};

export const update = (graph: ReasoningGraph, changes: ReadonlyMap<string, Partial<GraphStep>>): ReasoningGraph => ({
  steps: graph.steps.map((step) => (changes.has(step.id) ? { ...step, ...changes.get(step.id) } : step)),
});

/**
 * All source-to-sink paths whose every step passes, surest first (lowest mean score).
 * CRP-RAG section 3.4, conditions 1 to 3.
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
  // A graph that met its bound before any step was final ends where it stopped growing.
  for (const sink of finals.length > 0 ? finals : openSinks(graph)) back(sink, []);
  const doubt = (path: GraphStep[]) =>
    path.reduce((sum, { sufficiency }) => sum + (sufficiency?.score ?? 0), 0) / path.length;
  return found.sort((a, b) => doubt(a) - doubt(b) || a.length - b.length);
};

/** Paths enumerated; a graph within the default bounds has far fewer. */
const MAX_PATHS = 500;

const EARLIER_ANSWER = /\bthe answer (?:to|of|from) (?:step )?#?(\d+)\b/i;

/**
 * True when more of a step's layer ask something else: it is the odd one out of what was sampled there, such as a slip that
 * only by chance has an answer.
 */
export const isOddOneOut = (graph: ReasoningGraph, id: string): boolean => {
  const sizes = new Map<string, number>();
  const step = graph.steps.find((one) => one.id === id);
  const meaning = (one: GraphStep) => one.alike ?? one.id;
  for (const one of graph.steps)
    if (one.depth === step?.depth) sizes.set(meaning(one), (sizes.get(meaning(one)) ?? 0) + 1);
  return step !== undefined && (sizes.get(meaning(step)) ?? 0) < Math.max(...sizes.values());
};

/** Puts what is known in the place of "the answer to step k". */
export const resolve = (text: string, answers: readonly (string | undefined)[]): string =>
  text.replace(new RegExp(EARLIER_ANSWER, 'gi'), (whole, k: string) => answers[Number(k) - 1] || whole);

/** True when what a step asks depends on what was found before it. */
export const speaksOfEarlier = (text: string): boolean => EARLIER_ANSWER.test(text);

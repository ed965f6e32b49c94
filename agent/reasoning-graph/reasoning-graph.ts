import type { ClaimedCitation } from '../tasks/shapes.ts';

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

/** What one path came to. */
export interface PathAnswer {
  path: string[];
  /** Statements of its steps in order, each with its [n]. */
  statements: string[];
  shortAnswer: string;
  citations: ClaimedCitation[];
}

/** G = (V, E): a layered directed acyclic graph of reasoning steps. CRP-RAG section 3.2. */
export interface ReasoningGraph {
  steps: readonly GraphStep[];
}

export const emptyGraph: ReasoningGraph = { steps: [] };

/** A step that a model proposed below a sink (or at the start, without one). */
export interface ProposedStep {
  text: string;
  final: boolean;
  parent?: string;
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
 * Adds the next layer: proposals that say the same words are one step at once, with the incoming edges of all.
 * @param width steps that the layer may have at most; the first ones stay
 */
export const addLayer = (graph: ReasoningGraph, proposed: readonly ProposedStep[], width: number): ReasoningGraph => {
  const depth = deepest(graph) + 1;
  const byText = new Map<string, GraphStep>();
  for (const { text, final, parent } of proposed) {
    const key = `${final} ${text
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ' ')
      .trim()}`;
    const known = byText.get(key);
    if (known) {
      if (parent && !known.parents.includes(parent)) known.parents.push(parent);
      continue;
    }
    if (byText.size >= width) continue;
    byText.set(key, { id: `${depth}.${byText.size + 1}`, text, final, depth, parents: parent ? [parent] : [] });
  }
  return { steps: [...graph.steps, ...byText.values()] };
};

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
 * All source-to-sink paths whose every step passes, at most `most`, surest first (lowest mean score).
 * CRP-RAG section 3.4, conditions 1 to 3.
 */
export const pathsThrough = (
  graph: ReasoningGraph,
  passes: (step: GraphStep) => boolean,
  most: number,
): GraphStep[][] => {
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const found: GraphStep[][] = [];
  const back = (step: GraphStep, tail: GraphStep[]): void => {
    if (!passes(step) || found.length >= MOST_WALKED) return;
    const path = [step, ...tail];
    if (step.parents.length === 0) found.push(path);
    for (const parent of step.parents) back(byId.get(parent)!, path);
  };
  const finals = graph.steps.filter(({ final }) => final);
  // A graph that met its bound before any step was final ends where it stopped growing.
  for (const sink of finals.length > 0 ? finals : openSinks(graph)) back(sink, []);
  const doubt = (path: GraphStep[]) =>
    path.reduce((sum, { sufficiency }) => sum + (sufficiency?.score ?? 0), 0) / path.length;
  return found.sort((a, b) => doubt(a) - doubt(b) || a.length - b.length).slice(0, most);
};

/** Paths looked at before the surest are taken; a layered graph of the usual bounds has far fewer. */
const MOST_WALKED = 500;

/** Puts what is known in the place of "the answer to step k". */
export const resolve = (text: string, answers: readonly (string | undefined)[]): string =>
  text.replace(
    /\bthe answer (?:to|of|from) (?:step )?#?(\d+)\b/gi,
    (whole, k: string) => answers[Number(k) - 1] || whole,
  );

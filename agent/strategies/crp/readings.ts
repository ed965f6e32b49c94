import { fillInAnswers, type GraphStep, layer, normaliseWords, type ReasoningGraph } from './reasoning-graph.ts';

/** A step's question with the answers of earlier steps filled in, and the parents that lead to this wording. */
export interface Reading {
  parents: string[];
  query: string;
}

/**
 * The distinct readings of a step over the sufficient paths that lead to it. "Where was the answer to step 1 born?" has
 * two readings if two paths found two answers.
 */
const readingsOf = (graph: ReasoningGraph, step: GraphStep): Reading[] => {
  const readings = new Map<string, Reading>();
  for (const parent of step.parents) {
    const { query, sufficient } = readingBelow(graph, step, parent);
    if (!sufficient) continue;
    const reading = readings.get(normaliseWords(query));
    if (reading) reading.parents.push(parent);
    else readings.set(normaliseWords(query), { parents: [parent], query });
  }
  return step.parents.length === 0 ? [{ parents: [], query: step.text }] : [...readings.values()];
};

const readingBelow = (graph: ReasoningGraph, step: GraphStep, parent: string) => {
  const way = pathToStep(graph, parent);
  const answers = way.map(({ sufficiency }) => sufficiency?.answer);
  return {
    query: fillInAnswers(step.text, answers),
    sufficient: way.every(({ sufficiency }) => sufficiency?.sufficient !== false && sufficiency !== undefined),
  };
};

/** One path from a source to a step, through sufficient steps if there is one. */
export const pathToStep = (graph: ReasoningGraph, id: string): GraphStep[] => {
  const step = graph.steps.find((one) => one.id === id);
  if (!step) return [];
  const parents = graph.steps.filter((one) => step.parents.includes(one.id));
  const best = parents.find(({ sufficiency }) => sufficiency?.sufficient) ?? parents[0];
  return best ? [...pathToStep(graph, best.id), step] : [step];
};

/** The sufficient ancestors of a step. */
export const sufficientAncestors = (graph: ReasoningGraph, { parents }: GraphStep): GraphStep[] => {
  const found = new Map<string, GraphStep>();
  const visit = (ids: readonly string[]): void => {
    for (const step of graph.steps) {
      if (!ids.includes(step.id) || found.has(step.id) || !step.sufficiency?.sufficient) continue;
      visit(step.parents);
      found.set(step.id, step);
    }
  };
  visit(parents);
  return [...found.values()];
};

/**
 * Splits each step of a layer into one step per reading, so that knowledge for one reading is never used for another.
 * Later steps follow all of them.
 */
export const splitByReading = (graph: ReasoningGraph, depth: number): ReasoningGraph => {
  const copies = new Map<string, string[]>();
  const split = graph.steps.flatMap((step) => {
    if (step.depth !== depth) return [step];
    const [first, ...others] = readingsOf(graph, step);
    if (!first) return [step];
    const read = new Set([first, ...others].flatMap(({ parents }) => parents));
    const unread = step.parents.filter((parent) => !read.has(parent));
    const made = [{ ...first, parents: [...first.parents, ...unread] }, ...others].map((reading, at) => ({
      ...step,
      ...reading,
      id: at === 0 ? step.id : `${step.id}${String.fromCharCode(97 + at)}`,
    }));
    if (made.length > 1)
      copies.set(
        step.id,
        made.map(({ id }) => id),
      );
    return made;
  });
  return {
    steps: split.map((step) =>
      step.parents.some((parent) => copies.has(parent))
        ? { ...step, parents: step.parents.flatMap((parent) => copies.get(parent) ?? parent) }
        : step,
    ),
  };
};

/**
 * Steps of a split layer to retrieve knowledge for next. Of similar steps below the same parents, returns one at a time
 * until one is sufficient.
 * @param all true: returns every step that has no knowledge yet
 */
export const stepsToGather = (graph: ReasoningGraph, depth: number, all: boolean): GraphStep[] => {
  const places = new Map<string, GraphStep[]>();
  for (const step of layer(graph, depth)) {
    if (step.query === undefined) continue;
    const place = all ? step.id : `${step.alike ?? step.id.replace(/\D+$/, '')} ${step.parents.toSorted()}`;
    places.set(place, [...(places.get(place) ?? []), step]);
  }
  return [...places.values()].flatMap((steps) => {
    if (!all && steps.some(({ sufficiency }) => sufficiency?.sufficient)) return [];
    return steps.find(({ facts }) => facts === undefined) ?? [];
  });
};

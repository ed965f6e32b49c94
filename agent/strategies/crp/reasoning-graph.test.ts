import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canGrow } from './construct-graph.ts';
import { CRP_DEFAULTS } from './options.ts';
import { splitByReading } from './readings.ts';
import {
  addLayer,
  emptyGraph,
  fillInAnswers,
  fuse,
  type GraphStep,
  layer,
  maxDepth,
  openSinks,
  pathsThrough,
  type ReasoningGraph,
  update,
} from './reasoning-graph.ts';
import type { Crp } from './state.ts';

/** Grows a graph from proposed layers and fuses pairs where `alike` says so. */
const grow = (layers: { perSink: { text: string; final: boolean }[]; alike: boolean }[]): ReasoningGraph => {
  let graph = emptyGraph;
  for (const { perSink, alike } of layers) {
    const sinks = maxDepth(graph) === 0 ? [undefined] : openSinks(graph).map(({ id }) => id);
    if (sinks.length === 0) break;
    graph = addLayer(
      graph,
      sinks.flatMap((parent) => perSink.map((step) => ({ ...step, parents: parent ? [parent] : [] }))),
      { width: 6 },
    );
    const [first, second] = layer(graph, maxDepth(graph));
    if (alike && first && second && first.final === second.final) graph = fuse(graph, first.id, second.id, 'fused');
  }
  return graph;
};

const arbitrary = fc
  .array(
    fc.record({
      perSink: fc.array(fc.record({ text: fc.constantFrom('a', 'b', 'c', 'd'), final: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
      alike: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map(grow);

describe('a reasoning graph', () => {
  it('has no cycle: each edge leads one layer down, and each parent exists', () => {
    fc.assert(
      fc.property(arbitrary, ({ steps }) => {
        const byId = new Map(steps.map((step) => [step.id, step]));
        expect(byId.size).toBe(steps.length);
        for (const { depth, parents } of steps) {
          expect(parents.length === 0).toBe(depth === 1);
          for (const parent of parents) expect(byId.get(parent)!.depth).toBe(depth - 1);
        }
      }),
    );
  });

  it('has only paths from a source to a sink through sufficient steps', () => {
    fc.assert(
      fc.property(arbitrary, fc.func(fc.boolean()), (graph, passes) => {
        const may = (step: GraphStep) => passes(step.id);
        for (const path of pathsThrough(graph, may)) {
          expect(path.at(0)!.parents).toEqual([]);
          const end = path.at(-1)!;
          const noneIsFinal = !graph.steps.some(({ final }) => final);
          expect(end.final || (noneIsFinal && openSinks(graph).includes(end))).toBe(true);
          expect(path.every(may)).toBe(true);
          for (let i = 1; i < path.length; i++) expect(path[i]!.parents).toContain(path[i - 1]!.id);
        }
      }),
    );
  });

  it('gives a fused step the incoming edges of both', () => {
    let graph = addLayer(
      emptyGraph,
      [
        { text: 'x', final: false, parents: [] },
        { text: 'y', final: false, parents: [] },
      ],
      { width: 6 },
    );
    graph = addLayer(
      graph,
      [
        { text: 'p', final: true, parents: ['1.1'] },
        { text: 'q', final: true, parents: ['1.2'] },
      ],
      { width: 6 },
    );
    graph = fuse(graph, '2.1', '2.2', 'p and q');
    expect(layer(graph, 2)).toMatchObject([{ id: '2.1', text: 'p and q', parents: ['1.1', '1.2'] }]);
    expect(pathsThrough(graph, () => true)).toHaveLength(2);
    expect(() => fuse(graph, '1.1', '2.1', 'z')).toThrow();
  });

  it('grows while a sink is open, up to its maximum depth and budget', () => {
    const step = (text: string, parents: string[], final = false) => [{ text, final, parents }];
    const one = addLayer(emptyGraph, step('x', []), { width: 6 });
    const two = addLayer(one, step('y', ['1.1']), { width: 6 });
    const done = addLayer(one, step('y', ['1.1'], true), { width: 6 });
    const grows = (graph: ReasoningGraph, exhausted = false) =>
      canGrow({ ...CRP_DEFAULTS, depth: 2 })({ graph, exhausted } as Crp);
    expect([grows(one), grows(two), grows(one, true)]).toEqual([true, false, false]);
    expect(canGrow({ ...CRP_DEFAULTS, depth: 3 })({ graph: done, exhausted: false } as Crp)).toBe(false);
  });

  it('merges proposals with the same words, and keeps to its maximum width', () => {
    const graph = addLayer(
      emptyGraph,
      ['Who made it?', 'who made it', 'When?', 'Where?', 'Why?'].map((text) => ({ text, final: true, parents: [] })),
      { width: 3 },
    );
    expect(graph.steps.map(({ text }) => text)).toEqual(['Who made it?', 'When?', 'Where?']);
  });

  it('keeps equal words below different steps apart if they refer to an answer', () => {
    const sources = addLayer(
      emptyGraph,
      ['Who made it?', 'Who sold it?'].map((text) => ({ text, final: false, parents: [] })),
      { width: 6 },
    );
    const below = (text: string) => ['1.1', '1.2'].map((parent) => ({ text, final: true, parents: [parent] }));
    const speaking = addLayer(sources, below('When was the answer to step 1 born?'), { width: 6 });
    expect(layer(speaking, 2).map(({ parents }) => parents)).toEqual([['1.1'], ['1.2']]);
    const silent = addLayer(sources, below('When was it made?'), { width: 6 });
    expect(layer(silent, 2).map(({ parents }) => parents)).toEqual([['1.1', '1.2']]);
    const tree = addLayer(sources, below('When was it made?'), { width: 6, tree: true });
    expect(layer(tree, 2)).toHaveLength(2);
  });

  it('makes one step per reading of the answers before it, and repeats its successors for each', () => {
    const known = (answer: string) => ({
      query: 'asked',
      facts: ['a fact'],
      sufficiency: { sufficient: true, score: 1, by: 'perplexity' as const, answer },
    });
    let graph = addLayer(
      emptyGraph,
      ['x', 'y', 'z'].map((text) => ({ text, final: false, parents: [] })),
      { width: 6 },
    );
    const parents = ['1.1', '1.2', '1.3'];
    graph = addLayer(graph, [{ text: 'Where was the answer to step 1 born?', final: false, parents }], { width: 6 });
    graph = addLayer(graph, [{ text: 'Which is older?', final: true, parents: ['2.1'] }], { width: 6 });
    graph = update(
      graph,
      new Map([
        ['1.1', known('Ana')],
        ['1.2', known('Bo')],
        ['1.3', known('ana')],
      ]),
    );
    const split = splitByReading(graph, 2);
    expect(layer(split, 2).map(({ query, parents }) => [query, parents])).toEqual([
      ['Where was Ana born?', ['1.1', '1.3']],
      ['Where was Bo born?', ['1.2']],
    ]);
    expect(layer(split, 3)[0]!.parents).toEqual(layer(split, 2).map(({ id }) => id));
  });

  it('orders paths by confidence', () => {
    let graph = addLayer(
      emptyGraph,
      [
        { text: 'x', final: true, parents: [] },
        { text: 'y', final: true, parents: [] },
      ],
      { width: 6 },
    );
    const judged = (score: number) => ({
      sufficiency: { sufficient: true, score, by: 'perplexity' as const, answer: '' },
    });
    graph = update(
      graph,
      new Map([
        ['1.1', judged(1.5)],
        ['1.2', judged(1.1)],
      ]),
    );
    expect(pathsThrough(graph, () => true).map(([step]) => step!.id)).toEqual(['1.2', '1.1']);
  });
});

it('a reference to an earlier answer is replaced; one to a missing answer stays', () => {
  expect(fillInAnswers('Where was the answer to step 1 born, and the answer to 2?', ['Ana'])).toBe(
    'Where was Ana born, and the answer to 2?',
  );
  const long = 'Ona, in the hills of Lower Vell and beside the lake.';
  expect(fillInAnswers('In which state is the answer to step 1?', [long])).toBe(
    'In which state is this (Ona, in the hills of Lower Vell and beside the lake)?',
  );
});

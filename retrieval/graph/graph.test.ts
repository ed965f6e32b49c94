import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Triple } from '../../core/knowledge.ts';
import { buildCsrGraph } from './csr-graph.ts';
import { buildKnowledgeGraph, knowledgePaths } from './knowledge-graph.ts';
import { pageRank, personalizedPageRank } from './page-rank.ts';
import { simplePaths } from './simple-paths.ts';
import { allSimplePaths, densePageRank } from './testing/dense-reference.ts';

const NODES = 9;
/** Edge lists with loops, parallel edges and isolated nodes. */
const edges = fc.array(fc.tuple(fc.nat(NODES - 1), fc.nat(NODES - 1), fc.integer({ min: 1, max: 5 })), {
  maxLength: 22,
});
const seeds = fc.array(fc.tuple(fc.nat(NODES - 1), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 3 });
const damping = fc.constantFrom(0.5, 0.85, 0.95);
type Edges = [number, number, number][];

const csrOf = (list: Edges) =>
  buildCsrGraph({
    nodeCount: NODES,
    sources: list.map(([a]) => a),
    targets: list.map(([, b]) => b),
    weights: list.map(([, , w]) => w),
  });
const denseOf = (list: Edges) => {
  const weights = Array.from({ length: NODES }, () => new Array<number>(NODES).fill(0));
  for (const [a, b, w] of list) {
    if (a === b) continue;
    weights[a]![b]! += w;
    weights[b]![a]! += w;
  }
  return weights;
};
const distribution = (list: [number, number][]) => {
  const weights = new Map(list);
  const sum = [...weights.values()].reduce((a, b) => a + b);
  return { weights, dense: Array.from({ length: NODES }, (_, u) => (weights.get(u) ?? 0) / sum) };
};
const largestGap = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));

describe('a graph in compressed rows', () => {
  it('has both directions of every edge, in order, parallel edges added and loops left out', () => {
    fc.assert(
      fc.property(edges, (list) => {
        const { offsets, targets, weights, strengths } = csrOf(list);
        const dense = denseOf(list);
        for (let u = 0; u < NODES; u++) {
          const row = [...targets.subarray(offsets[u], offsets[u + 1])];
          expect(row).toEqual([...dense[u]!.keys()].filter((v) => dense[u]![v]! > 0));
          expect([...weights.subarray(offsets[u], offsets[u + 1])]).toEqual(row.map((v) => dense[u]![v]));
          expect(strengths[u]).toBe(dense[u]!.reduce((a, b) => a + b));
        }
      }),
    );
  });
});

describe('PageRank', () => {
  it('equals its definition to 1e-6', () => {
    fc.assert(
      fc.property(edges, damping, (list, d) => {
        const expected = densePageRank(denseOf(list), new Array(NODES).fill(1 / NODES), d);
        expect(largestGap(pageRank(csrOf(list), { damping: d }), expected)).toBeLessThan(1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it('equals its definition to 1e-6 when personalized, and keeps to a looser tolerance', () => {
    fc.assert(
      fc.property(edges, seeds, damping, (list, start, d) => {
        const { weights, dense } = distribution(start);
        const expected = densePageRank(denseOf(list), dense, d);
        expect(largestGap(personalizedPageRank(csrOf(list), weights, { damping: d }), expected)).toBeLessThan(1e-6);
        const loose = personalizedPageRank(csrOf(list), weights, { damping: d, tolerance: 0.01 });
        expect(expected.reduce((sum, score, u) => sum + Math.abs(score - loose[u]!), 0)).toBeLessThan(0.0101);
      }),
      { numRuns: 60 },
    );
  });

  it('gives 0 to what no walk from the seeds reaches, exactly', () => {
    const scores = personalizedPageRank(
      csrOf([
        [0, 1, 1],
        [2, 3, 1],
        [3, 4, 2],
      ]),
      new Map([[0, 1]]),
    );
    expect([...scores.subarray(2)]).toEqual(new Array(NODES - 2).fill(0));
    expect(scores[0]! + scores[1]!).toBeCloseTo(1, 8);
  });

  it('is 0 everywhere without seeds', () =>
    expect([...personalizedPageRank(csrOf([[0, 1, 1]]), new Map())]).toEqual(new Array(NODES).fill(0)));
});

describe('simple paths', () => {
  const sorted = (paths: number[][]) => paths.map((path) => path.join(' ')).sort();

  it('are all that there are, shortest first', () => {
    fc.assert(
      fc.property(
        edges,
        fc.nat(NODES - 1),
        fc.uniqueArray(fc.nat(NODES - 1), { maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        (list, start, targets, maxHops) => {
          const paths = simplePaths(csrOf(list), start, targets, { maxHops });
          expect(sorted(paths)).toEqual(sorted(allSimplePaths(denseOf(list), start, targets, maxHops)));
          const lengths = paths.map((path) => path.length);
          expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
        },
      ),
    );
  });

  it('stop at the limit, and pass no hub on a long way', () => {
    // Paths from 0 to 5 go through the node 1 (two edges), and through 2-3, 2-1 and 1-3 (three edges).
    const list: Edges = [
      [0, 1, 1],
      [1, 5, 1],
      [0, 2, 1],
      [2, 3, 1],
      [3, 5, 1],
      [2, 1, 1],
      [1, 3, 1],
      [1, 6, 1],
      [1, 7, 1],
    ];
    expect(simplePaths(csrOf(list), 0, [5], { hubDegree: 4 })).toEqual([
      [0, 1, 5],
      [0, 2, 3, 5],
    ]);
    expect(simplePaths(csrOf(list), 0, [5])).toHaveLength(4);
    expect(simplePaths(csrOf(list), 0, [5], { limit: 1 })).toEqual([[0, 1, 5]]);
  });
});

describe('a knowledge graph', () => {
  const triple = (subject: string, predicate: string, object: string): Triple => ({
    id: `${subject} ${predicate} ${object}`,
    subject,
    predicate,
    object,
    subjectName: subject,
    objectName: object,
    passageIds: [],
    documentIds: [],
    scopes: [],
  });
  const graph = buildKnowledgeGraph([
    triple('aspirin', 'treats', 'fever'),
    triple('flu', 'causes', 'fever'),
    triple('flu', 'presents', 'fever'),
    triple('flu', 'is', 'flu'),
  ]);

  it('tells along which triples a path leads, and whether against them', () => {
    const [path, ...others] = knowledgePaths(graph, 'aspirin', ['flu', 'nobody']);
    expect(others).toEqual([]);
    expect(path!.nodes).toEqual(['aspirin', 'fever', 'flu']);
    expect(path!.steps.map(({ triple, forward }) => [triple.predicate, forward])).toEqual([
      ['treats', true],
      ['causes', false],
    ]);
    expect(graph.between(graph.nodes.get('flu')!, graph.nodes.get('fever')!).map(({ predicate }) => predicate)).toEqual(
      ['causes', 'presents'],
    );
  });

  it('has no paths from what it does not know', () => expect(knowledgePaths(graph, 'nobody', ['flu'])).toEqual([]));
});

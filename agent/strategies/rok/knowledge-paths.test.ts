import { describe, expect, it } from 'vitest';
import type { KnowledgePath, Triple } from '../../../core/knowledge.ts';
import { neighbourBranches, rankNeighbours } from './branches.ts';
import { mainPaths } from './main-paths.ts';
import { selectPaths } from './select-paths.ts';

const triple = (subject: string, predicate: string, object: string): Triple => ({
  id: `${subject} ${predicate} ${object}`,
  subject,
  predicate,
  object,
  subjectName: subject,
  objectName: object,
  passageIds: [],
  documentIds: ['kg'],
  scopes: ['everyone'],
});
/** A path through nodes; step i is a triple from node i to node i + 1. */
const path = (...nodes: string[]): KnowledgePath => ({
  nodes,
  steps: nodes.slice(1).map((node, at) => ({ triple: triple(nodes[at]!, 'r', node), forward: true })),
});

describe('main paths', () => {
  it('start at the first candidate, continue from a candidate reached, and end when fewer than two are left', async () => {
    const asked: [string, string[]][] = [];
    const found = await mainPaths(['a', 'b', 'c', 'd'], async (from, to) => {
      asked.push([from, [...to]]);
      return from === 'a' ? [path('a', 'x', 'c')] : [];
    });
    expect(asked).toEqual([
      ['a', ['b', 'c', 'd']],
      ['c', ['b', 'd']],
      ['b', ['d']],
    ]);
    expect(found).toHaveLength(1);
  });

  it('keep the same walk in either direction once', async () => {
    const back: KnowledgePath = {
      nodes: ['c', 'x', 'a'],
      steps: path('a', 'x', 'c')
        .steps.toReversed()
        .map((step) => ({ ...step, forward: false })),
    };
    const found = await mainPaths(['a', 'c', 'b'], async (from) => (from === 'a' ? [path('a', 'x', 'c'), back] : []));
    expect(found).toHaveLength(1);
  });

  it('need two candidates', async () => {
    expect(await mainPaths(['a'], async () => [path('a', 'b')])).toEqual([]);
    expect(await mainPaths([], async () => [path('a', 'b')])).toEqual([]);
  });
});

describe('the choice of paths', () => {
  it('prefers the paths with most key entities, then those with the highest mean PageRank', () => {
    const keys = new Set(['a', 'b', 'c']);
    const three = path('a', 'b', 'c');
    const hub = path('a', 'h', 'b');
    const rare = path('a', 'z', 'b');
    const others = [path('h', 'p'), path('h', 'q'), path('h', 's')];
    const { paths } = selectPaths([rare, ...others, hub, three], keys, 3);
    expect(paths.map(({ nodes }) => nodes.join(''))).toEqual(['abc', 'ahb', 'azb']);
    expect(paths.every(({ score }) => score! > 0)).toBe(true);
    expect(selectPaths([], keys, 3).paths).toEqual([]);
  });
});

it('ranks by PageRank with d = .85', () => {
  // A star of one centre and three leaves: PR(centre) = .15 / 4 + .85 · (1 - PR(centre)), a leaf gets a third of its .85.
  const centre = (0.15 / 4 + 0.85) / 1.85;
  const leaf = 0.15 / 4 + (0.85 * centre) / 3;
  const { paths, rank } = selectPaths(
    [path('centre', 'p'), path('centre', 'q'), path('centre', 'r')],
    new Set(['centre']),
    3,
  );
  expect(rank.get('centre')).toBeCloseTo(centre, 5);
  expect(rank.get('p')).toBeCloseTo(leaf, 5);
  expect(paths[0]!.score).toBeCloseTo((centre + leaf) / 2, 5);
});

describe('branches', () => {
  it('exclude triples on a main path, and at a key entity those with the path’s relation', () => {
    const main = {
      nodes: ['a', 'x', 'b'],
      steps: [
        { triple: triple('a', 'r', 'x'), forward: true },
        { triple: triple('b', 'r', 'x'), forward: false },
      ],
    };
    const branches = neighbourBranches(
      [
        triple('a', 'r', 'x'),
        triple('a', 'r', 'y'),
        // Any other triple between two neighbours on the path counts as on the path.
        triple('a', 'other', 'x'),
        triple('a', 'other', 'y'),
        triple('x', 'r', 'z'),
        triple('z', 'inverse', 'x'),
      ],
      new Set(['a', 'b']),
      [main],
    );
    expect(branches.map(({ id }) => id)).toEqual(['a other y', 'x r z']);
  });

  it('rank neighbours of most key entities first, weighting rare ones higher', () => {
    const triples = [
      triple('a', 'r', 'both'),
      triple('b', 'r', 'both'),
      triple('b', 'r', 'one'),
      ...Array.from({ length: 20 }, (_, i) => triple('hub', 'r', `h${i}`)),
      triple('hub', 'r', 'one'),
    ];
    const ranked = rankNeighbours(triples, new Set(['a', 'b', 'hub']), new Map());
    expect(ranked.slice(0, 2)).toEqual(['both', 'one']);
  });
});

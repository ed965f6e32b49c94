import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argMax, embeddingScores, jaccardScores } from './candidate-scores.ts';
import { type ActionName, AIRRAG, AIRRAG_LITE } from './options.ts';
import { nextAction, startsInParallel } from './policy.ts';
import {
  addNodes,
  backpropagate,
  createTree,
  legalActions,
  pathTo,
  pendingQueries,
  selectNode,
  stepKey,
  type TreeNode,
  uctScore,
} from './tree.ts';

const answer = (text: string, solved = true) => ({ query: `q ${text}`, answer: text, shortAnswer: text, solved });

describe('which action may follow which', () => {
  const options = { ...AIRRAG, samples: {} };
  it('allows SAY, DA and RA at the root, and nothing after SA', () => {
    const tree = createTree(options);
    expect(tree.nodes[0]!.untried).toEqual(['say', 'da', 'ra']);
    const [say] = addNodes(tree, 0, 'say', [{ queries: ['a', 'b'] }], options);
    expect(say!.untried).toEqual(['ra', 'qt']);
    const [da] = addNodes(tree, 0, 'da', [answer('memory')], options);
    expect(da!.untried).toEqual(['sa']);
    const [sa] = addNodes(tree, da!.id, 'sa', [{ written: {} as never }], options);
    expect(sa!.untried).toEqual([]);
  });

  it('allows only RA, QT and SA in the lite variant', () => {
    const tree = createTree(AIRRAG_LITE);
    expect(tree.nodes[0]!.untried).toEqual(['ra']);
    const [ra] = addNodes(tree, 0, 'ra', [answer('x')], AIRRAG_LITE);
    expect(ra!.untried).toEqual(['qt', 'sa']);
  });

  it('no path has more than four QT rounds, a depth over ten, or a second SAY or SA, whatever the samples', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 30 }), (draws) => {
        const tree = createTree(options);
        let at = 0;
        for (const draw of draws) {
          const legal = legalActions(tree, at, options);
          if (legal.length === 0) break;
          const action = legal[draw % legal.length]!;
          const output =
            action === 'say' || action === 'qt'
              ? { queries: Array.from({ length: 1 + (draw % 12) }, (_, i) => `query ${i}`) }
              : action === 'sa'
                ? { written: {} as never }
                : answer(`${draw}`);
          at = addNodes(tree, at, action, [output], options)[0]!.id;
        }
        const path = pathTo(tree, at).map(({ action }) => action as ActionName);
        const count = (action: ActionName) => path.filter((one) => one === action).length;
        expect(path.length).toBeLessThanOrEqual(10);
        expect(count('qt')).toBeLessThanOrEqual(4);
        expect(count('say')).toBeLessThanOrEqual(1);
        expect(count('sa')).toBeLessThanOrEqual(1);
        expect(path.indexOf('sa') === -1 || path.indexOf('sa') === path.length - 1).toBe(true);
        // A path at the limits can still end with SA.
        expect(path.at(-1) === 'sa' || legalActions(tree, at, options).length > 0).toBe(true);
      }),
    );
  });
});

it('transforms queries at most four times, whatever the maximum depth', () => {
  const options = { ...AIRRAG_LITE, maxDepth: 100 };
  const tree = createTree(options);
  let at = 0;
  for (let round = 0; round < 4; round++) {
    at = addNodes(tree, at, 'ra', [answer(`${round}`, false)], options)[0]!.id;
    expect(legalActions(tree, at, options)).toContain('qt');
    at = addNodes(tree, at, 'qt', [{ queries: [`${round}`] }], options)[0]!.id;
  }
  at = addNodes(tree, at, 'ra', [answer('4', false)], options)[0]!.id;
  expect(legalActions(tree, at, options)).toEqual(['sa']);
});

it('goes at most ten deep, however many queries are pending', () => {
  const options = { ...AIRRAG, samples: {} };
  const tree = createTree(options);
  const queries = Array.from({ length: 20 }, (_, i) => `query ${i}`);
  let at = addNodes(tree, 0, 'say', [{ queries }], options)[0]!.id;
  while (legalActions(tree, at, options).includes('ra'))
    at = addNodes(tree, at, 'ra', [answer(`${at}`)], options)[0]!.id;
  expect(pathTo(tree, at)).toHaveLength(9);
  expect(legalActions(tree, at, options)).toEqual(['sa']);
});

describe('the tree', () => {
  const options = { ...AIRRAG, samples: {} };
  it('keeps one of several equal outputs', () => {
    const tree = createTree(options);
    const added = addNodes(
      tree,
      0,
      'say',
      [{ queries: ['Who is it?'] }, { queries: ['who is it'] }, { queries: ['Where?'] }],
      options,
    );
    expect(added.map(({ queries }) => queries)).toEqual([['Who is it?'], ['Where?']]);
  });

  it('keeps SAY’s queries pending until RA takes them, and replaces them by QT’s', () => {
    const tree = createTree(options);
    const [say] = addNodes(tree, 0, 'say', [{ queries: ['a', 'b'] }], options);
    const [ra] = addNodes(tree, say!.id, 'ra', [answer('1', false)], options);
    expect(pendingQueries(tree, ra!.id)).toEqual(['b']);
    const [qt] = addNodes(tree, ra!.id, 'qt', [{ queries: ['c'] }], options);
    expect(pendingQueries(tree, qt!.id)).toEqual(['c']);
  });

  it('shares the nodes of rollouts that pass through the same states', () => {
    const word = fc.constantFrom('Umeå', 'umea', 'Oslo', 'Oslo.');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.array(word, { minLength: 1, maxLength: 3 })), { maxLength: 12 }),
        (rollouts) => {
          const tree = createTree(options);
          for (const [from, words] of rollouts) {
            const { id } = tree.nodes[from % tree.nodes.length]!;
            addNodes(
              tree,
              id,
              'ra',
              words.map((text) => answer(text)),
              options,
            );
          }
          const paths = tree.nodes.map(({ id }) => pathTo(tree, id).map(stepKey).join('>'));
          expect(new Set(paths).size).toBe(paths.length);
        },
      ),
    );
  });

  it('selects unvisited children first, then by UCT, and never a fully explored node', () => {
    const tree = createTree({ ...options, actions: ['ra', 'sa'] });
    const lite = { ...options, actions: ['ra', 'sa'] as const };
    const [a, b] = addNodes(tree, 0, 'ra', [answer('a'), answer('b')], lite);
    backpropagate(tree, a!.id, 1);
    expect(selectNode(tree, 1)!.id).toBe(b!.id);
    backpropagate(tree, b!.id, 0);
    expect(selectNode(tree, 0.1)!.id).toBe(a!.id);
    addNodes(tree, a!.id, 'sa', [{ written: {} as never }], lite);
    expect(selectNode(tree, 0.1)!.id).toBe(b!.id);
    addNodes(tree, b!.id, 'sa', [{ written: {} as never }], lite);
    expect(selectNode(tree, 0.1)).toBeUndefined();
  });

  it('selects a child that was never visited before an action that was never tried', () => {
    const tree = createTree(options);
    const [ra] = addNodes(tree, 0, 'ra', [answer('a')], options);
    expect(tree.nodes[0]!.untried).toEqual(['say', 'da']);
    expect(selectNode(tree, 1)!.id).toBe(ra!.id);
    backpropagate(tree, ra!.id, 1);
    expect(selectNode(tree, 1)!.id).toBe(0);
  });

  it('adds rewards along the path and computes UCT as in the paper', () => {
    const tree = createTree(options);
    const [ra] = addNodes(tree, 0, 'ra', [answer('x')], options);
    backpropagate(tree, ra!.id, 0.5);
    backpropagate(tree, 0, 0.1);
    expect(tree.nodes.map(({ visits, total }) => [visits, total])).toEqual([
      [2, 0.6],
      [1, 0.5],
    ]);
    expect(uctScore({ visits: 3, total: 1.5 } as TreeNode, 9, 1.4)).toBeCloseTo(
      0.5 + 1.4 * Math.sqrt(Math.log(9) / 3),
      12,
    );
  });

  it('starts SAY and DA in parallel, then picks actions by which queries are answered', () => {
    const tree = createTree(options);
    expect(startsInParallel(tree, tree.nodes[0]!)).toBe(true);
    const [say] = addNodes(tree, 0, 'say', [{ queries: ['a'] }], options);
    expect(nextAction(tree, say!)).toBe('ra');
    const [solved] = addNodes(tree, say!.id, 'ra', [answer('1')], options);
    expect(nextAction(tree, solved!)).toBe('sa');
    const [open] = addNodes(tree, say!.id, 'ra', [answer('2', false)], options);
    expect(nextAction(tree, open!)).toBe('qt');
  });
});

describe('the choice among candidates', () => {
  it('scores by word overlap (equation 2)', () => {
    expect(jaccardScores(['a b', 'a b', 'c'])).toEqual([2 / 3, 2 / 3, 1 / 3]);
    expect(jaccardScores(['a', 'a b'])).toEqual([0.75, 0.75]);
    expect(jaccardScores(['a b', 'b c'])).toEqual([2 / 3, 2 / 3]);
    expect(argMax(jaccardScores(['in Oslo', 'in Umeå town', 'in Umeå']))).toBe(2);
  });
  it('scores by embedding similarity (equation 3)', () => {
    const scores = embeddingScores([Float32Array.of(1, 0), Float32Array.of(0.6, 0.8), Float32Array.of(0.8, 0.6)]);
    expect(scores[0]).toBeCloseTo((1 + 0.6 + 0.8) / 3, 6);
    expect(argMax(scores)).toBe(2);
  });
});

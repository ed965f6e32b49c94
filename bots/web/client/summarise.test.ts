import { expect, it } from 'vitest';
import { summarisedGraph, summarisedTree } from './summarise.ts';

const tree = (size: number, chosen: number) => ({
  drawing: 'tree' as const,
  nodes: Array.from({ length: size }, (_, n) => ({
    id: `n${n}`,
    ...(n > 0 && { parent: `n${Math.floor((n - 1) / 2)}` }),
    label: `Step ${n}`,
    visits: size - n,
    ...(n === chosen && { chosen: true }),
  })),
});

it('reduces a large tree to the path to the answer and the most visited steps, each with all its ancestors', () => {
  const { drawing, note } = summarisedTree(tree(2000, 1999));
  const kept = new Set(drawing.nodes.map(({ id }) => id));
  expect(kept.size).toBeLessThanOrEqual(300);
  expect(kept.size).toBeGreaterThan(280);
  for (const { parent } of drawing.nodes) if (parent) expect(kept.has(parent)).toBe(true);
  expect(kept.has('n1999')).toBe(true);
  expect(kept.has('n1')).toBe(true);
  expect(note).toMatch(/of 2,000 steps/);
});

it('reduces a large graph to 300 nodes and at most 600 edges between them', () => {
  const nodes = Array.from({ length: 1000 }, (_, n) => ({
    id: `n${n}`,
    label: `${n}`,
    ...(n === 999 && { chosen: true }),
  }));
  const edges = Array.from({ length: 5000 }, (_, n) => ({ from: `n${n % 200}`, to: `n${(n * 7) % 900}` }));
  const { drawing, note } = summarisedGraph({ drawing: 'graph', nodes, edges });
  const kept = new Set(drawing.nodes.map(({ id }) => id));
  expect(kept.size).toBe(300);
  expect(kept.has('n999')).toBe(true);
  expect(drawing.edges.length).toBeLessThanOrEqual(600);
  for (const { from, to } of drawing.edges) expect(kept.has(from) && kept.has(to)).toBe(true);
  expect(note).toMatch(/300 of 1,000 steps, with [\d,]+ of 5,000 links/);
});

it('does not change a small drawing', () => {
  const small = tree(300, 5);
  expect(summarisedTree(small)).toEqual({ drawing: small });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layers } from './layers.ts';

describe('layers of a graph', () => {
  it('puts a node below everything that leads to it', () => {
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'd' },
      { from: 'a', to: 'd' },
      { from: 'c', to: 'd' },
    ];
    expect(layers(['a', 'b', 'c', 'd'], edges)).toEqual([['a', 'c'], ['b'], ['d']]);
  });

  it('keeps every node once, also with cycles and unknown edge ends, and no edge of an acyclic graph points up', () => {
    const node = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node)), fc.boolean(), (pairs, acyclic) => {
        const ids = Array.from({ length: 10 }, (_, i) => String(i));
        const edges = pairs.filter(([a, b]) => !acyclic || a < b).map(([a, b]) => ({ from: String(a), to: String(b) }));
        const rows = layers(ids, edges);
        expect(rows.flat().toSorted()).toEqual(ids);
        if (!acyclic) return;
        const row = new Map(rows.flatMap((members, y) => members.map((id) => [id, y] as const)));
        for (const { from, to } of edges) {
          if (row.has(from) && row.has(to)) expect(row.get(to)!).toBeGreaterThan(row.get(from)!);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingSchema } from '../../../core/drawing.ts';
import { addState, backpropagate, createSpace, drawSpace, selectState, uct } from './reasoning-space.ts';

describe('the space of reasoning states', () => {
  it('merges alike states, so that both ways lead to one', () => {
    const space = createSpace();
    const root = addState(space, -1, [], []);
    const a = addState(space, root.id, ['Ada founded Norrfilm [1]'], []);
    const b = addState(space, root.id, ['Ben sold Sydfilm [2]'], []);
    const again = addState(space, b.id, ['Norrfilm: founded by Ada [4]'], []);
    expect(again.id).toBe(a.id);
    expect(a.parents).toEqual([root.id, b.id]);
    expect(space.states).toHaveLength(3);
  });

  it('counts a value once at every state that leads there', () => {
    const space = createSpace();
    const root = addState(space, -1, [], []);
    const a = addState(space, root.id, ['alpha beta'], []);
    const b = addState(space, root.id, ['gamma delta'], []);
    const end = addState(space, a.id, ['omega psi'], []);
    addState(space, b.id, ['omega psi'], []);
    backpropagate(space, end.id, 0.5);
    expect(space.states.map(({ visits, total }) => [visits, total])).toEqual(Array(4).fill([1, 0.5]));
  });

  it('never holds a circle, whatever is merged', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(8), fc.nat(6)), { maxLength: 40 }), (moves) => {
        const space = createSpace();
        addState(space, -1, ['word0'], []);
        for (const [parent, fact] of moves) addState(space, parent % space.states.length, [`word${fact}`], []);
        const { edges } = drawSpace(space);
        const reach = (start: string, seen: Set<string> = new Set()): Set<string> => {
          for (const { from, to } of edges) if (from === start && !seen.has(to)) reach(to, seen.add(to));
          return seen;
        };
        return space.states.every(({ id }) => !reach(String(id)).has(String(id)));
      }),
    );
  });

  it('is drawn by what each state adds', () => {
    const space = createSpace();
    const root = addState(space, -1, ['Ada founded Norrfilm [1]'], []);
    addState(space, root.id, ['Ada founded Norrfilm [1]', 'Norrfilm sits in Bergen [2]'], []);
    const drawing = drawingSchema.parse(drawSpace(space));
    expect(drawing).toMatchObject({
      nodes: [{ label: 'Ada founded Norrfilm' }, { label: 'Norrfilm sits in Bergen' }],
      edges: [{ from: '0', to: '1' }],
    });
  });

  it('goes on from the more sufficient state, but tries the one never visited first', () => {
    const space = createSpace();
    const root = addState(space, -1, [], []);
    const good = addState(space, root.id, ['good one'], []);
    const bad = addState(space, root.id, ['bad one two'], []);
    for (let i = 0; i < 3; i += 1) backpropagate(space, good.id, 0.9);
    expect(selectState(space).id).toBe(bad.id);
    for (let i = 0; i < 3; i += 1) backpropagate(space, bad.id, 0.05);
    expect(selectState(space).id).toBe(good.id);
  });

  it('is UCT as AirRAG states it', () => {
    expect(uct({ visits: 4, total: 2 }, 16, 1)).toBeCloseTo(0.5 + Math.sqrt(Math.log(16) / 4), 12);
    expect(uct({ visits: 0, total: 0 }, 16)).toBe(Number.POSITIVE_INFINITY);
  });
});

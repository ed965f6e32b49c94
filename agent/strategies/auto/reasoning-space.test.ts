import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingSchema } from '../../../core/drawing.ts';
import { createReferenceBoard } from '../../references/reference.ts';
import { addAnswer, addState, createSpace, drawSpace, enterState, withdrawAnswer } from './reasoning-space.ts';

const noReferences = { references: createReferenceBoard() };

describe('the space of reasoning states', () => {
  it('merges equivalent states', () => {
    const space = createSpace();
    const root = addState(space, -1, [], []);
    const a = addState(space, root.id, ['Ada founded Norrfilm [1]'], []);
    const b = addState(space, root.id, ['Ben sold Sydfilm [2]'], []);
    const again = addState(space, b.id, ['Norrfilm: founded by Ada [4]'], []);
    expect(again.id).toBe(a.id);
    expect(a.parents).toEqual([root.id, b.id]);
    expect(space.states).toHaveLength(3);
  });

  it('never contains a cycle, whatever is merged', () => {
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

  it('labels each state with the fact that it adds', () => {
    const space = createSpace();
    const root = addState(space, -1, ['Ada founded Norrfilm [1]'], []);
    addState(space, root.id, ['Ada founded Norrfilm [1]', 'Norrfilm sits in Bergen [2]'], []);
    const drawing = drawingSchema.parse(drawSpace(space));
    expect(drawing).toMatchObject({
      nodes: [{ label: 'Ada founded Norrfilm' }, { label: 'Norrfilm sits in Bergen' }],
      edges: [{ from: '0', to: '1' }],
    });
  });

  it('keeps the state that searches started from when an equivalent answer is withdrawn', () => {
    const space = createSpace();
    enterState(space, [], noReferences);
    enterState(space, ['Ada founded Norrfilm [1]'], noReferences);
    const before = structuredClone(space);
    addAnswer(space, ['Norrfilm: founded by Ada [2]'], []);
    withdrawAnswer(space);
    expect(space).toEqual(before);
    enterState(space, ['Ada founded Norrfilm [1]', 'Norrfilm sits in Bergen [2]'], noReferences);
    expect(drawSpace(space).edges).toEqual([
      { from: '0', to: '1' },
      { from: '1', to: '2' },
    ]);
  });

  it('is unchanged after an answer is added and withdrawn', () => {
    const facts = fc.array(fc.nat(4), { maxLength: 3 }).map((numbers) => numbers.map((one) => `word${one}`));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), facts), { maxLength: 30 }), (rounds) => {
        const space = createSpace();
        for (const [answers, stated] of rounds) {
          const before = structuredClone(space);
          if (!answers) enterState(space, stated, noReferences);
          else {
            addAnswer(space, stated, []);
            withdrawAnswer(space);
            expect(space).toEqual(before);
          }
        }
      }),
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../core/shared-data.ts';
import { judge, searchRewrites } from './adaptive.ts';
import { ADAPTIVE_CONTEXTS } from './adaptive-contexts.ts';
import { openAttackRun } from './attack-cases.ts';
import { loadAttacks, POSITIONS, plant } from './attacks.ts';
import { MANNERS } from './obedient-model.ts';
import { express, FRAME_NAMES, FRAMES, PLACE_NAMES } from './rewrites.ts';
import { PARENTAL_LEAVE } from './testing/parental-leave.ts';

let run: Awaited<ReturnType<typeof openAttackRun>>;
beforeAll(async () => {
  run = await openAttackRun();
});
afterAll(() => run.close());

describe('a model that obeys every page', () => {
  it.skipIf(!sharedFolder())('reaches no answer with the published attacks', async () => {
    for (const [at, attack] of loadAttacks().entries()) {
      const manner = MANNERS[at % MANNERS.length] ?? 'plain';
      const position = POSITIONS[at % POSITIONS.length] ?? 'end';
      const { leaked } = await run.ask(
        { context: PARENTAL_LEAVE, attack, manner },
        [plant(PARENTAL_LEAVE, attack.text, position)],
        'vanilla',
      );
      expect({ attack: attack.text, leaked }).toEqual({ attack: attack.text, leaked: [] });
    }
  });
});

describe('an attacker who has read the defence', () => {
  const ways = FRAME_NAMES.filter((frame) => FRAMES[frame]?.kind === 'order');
  it.each(ways)('reaches nobody by: %s', async (frame) => {
    const reached: string[] = [];
    for (const context of ADAPTIVE_CONTEXTS)
      for (const surface of ['as it is', 'zero-width in words', 'quoted', 'cells']) {
        const genes = { frame, saying: 'word', place: 'no scheme', surfaces: [surface], onTopic: true };
        const attack = express(genes, context.question);
        const page = plant(context, attack.text, 'middle');
        const outcome = await run.ask({ context, attack, manner: 'woven' }, [page], 'vanilla');
        if (judge(outcome, attack).leaked.length > 0) reached.push(`${context.id} ${surface}: ${attack.text}`);
      }
    expect(reached).toEqual([]);
  });

  it.each(PLACE_NAMES)('makes no link of an address in a false fact: %s', async (place) => {
    for (const manner of ['woven', 'linked', 'copied'] as const)
      for (const frame of ['bare claim', 'dated claim', 'staff claim', 'example']) {
        const [context] = ADAPTIVE_CONTEXTS;
        if (!context) throw new Error('There are no contexts.');
        const attack = express({ frame, saying: 'word', place, surfaces: [], onTopic: true }, context.question);
        const outcome = await run.ask({ context, attack, manner }, [plant(context, attack.text, 'start')], 'vanilla');
        expect({ frame, manner, leaked: judge(outcome, attack).leaked }).toEqual({ frame, manner, leaked: [] });
      }
  });

  it('searches the same way from the same seed, and goes on from what came furthest', async () => {
    const search = () => searchRewrites(run, ADAPTIVE_CONTEXTS, { tries: 25, seed: 7, strategies: ['vanilla'] });
    const [first, second] = [await search(), await search()];
    expect(second.map(({ text, depth }) => [text, depth])).toEqual(first.map(({ text, depth }) => [text, depth]));
    expect(new Set(first.map(({ text }) => text)).size).toBeGreaterThan(10);
  });
});

import { expect, it } from 'vitest';
import { findFakes } from './fakes.ts';
import { comparePermissions } from './random-permissions.ts';

const fakes = await findFakes();

it.each([...fakes])(
  '%s: 60 random changes of rights, groups, the place and the tree: each few, a sync shows what the reference says',
  async (_, start) => {
    const probe = await start();
    const { permissions } = probe;
    await probe.close();
    if (permissions === 'not-told') return;
    const { differences, compared, shown, textsReadAgain } = await comparePermissions(start, {
      changes: 60,
      each: 3,
      seed: 11,
    });
    expect({ differences, textsReadAgain }).toEqual({ differences: 0, textsReadAgain: 0 });
    // The comparison would say nothing if all were closed, or all open.
    expect(shown).toBeGreaterThan(compared / 20);
    expect(shown).toBeLessThan((compared * 19) / 20);
  },
  120_000,
);

import { expect, it } from 'vitest';
import { loadUnseenAttacks, runUnseenAttacks } from './unseen-attacks.ts';

/** What stands outside code all the same: a number with a slash, and a host written backwards, lead nowhere. */
const KNOWN = ['numeric-host', 'bidi'];

it('puts every address and every call of attacks that nobody here had in mind into code', async () => {
  const { attacks } = await loadUnseenAttacks();
  const ids = attacks.filter(({ marks }) => marks.address || marks.mention).map(({ id }) => id);
  const outcomes = await runUnseenAttacks(ids.filter((id) => !KNOWN.includes(id)));
  expect(outcomes).toHaveLength(ids.length - KNOWN.length);
  for (const { attack, reached, shown } of outcomes)
    expect({
      id: attack.id,
      reached: reached.filter((name) => name === 'address' || name === 'mention'),
      shown,
    }).toMatchObject({
      reached: [],
    });
});

import { describe, expect, it } from 'vitest';
import { wholePassage } from '../../stores/testing/whole-passage.ts';
import { createModelCheck } from './model-check.ts';

const passage = wholePassage({ id: 'a', title: 'Leave', text: '26 weeks.', scopes: ['everyone'] });
const stored = { vectors: async () => new Map([['a#0', new Float32Array([1, 0])]]) };
const gives =
  (...values: number[]) =>
  async () => [new Float32Array(values)];

describe('the check of an encoder against the index', () => {
  it('lets rounding pass and holds for a while', async () => {
    let time = 0;
    const check = createModelCheck('openai:x', () => time);
    expect(check.isDue()).toBe(true);
    await check.check(passage, stored, gives(0.9999, 0.01));
    expect([check.unfit(), check.isDue()]).toEqual([undefined, false]);
    time += 11 * 60_000;
    expect(check.isDue()).toBe(true);
  });

  it.each([
    ['another direction', gives(0, 1)],
    ['another length', gives(1, 0, 0)],
    ['no number', gives(Number.NaN, Number.NaN)],
  ])('takes vectors of %s for another model’s, and looks again in a minute', async (_, embed) => {
    let time = 0;
    const check = createModelCheck('openai:x', () => time);
    await check.check(passage, stored, embed);
    expect(check.unfit()).toMatch('openai:x gives other vectors now');
    time += 61_000;
    expect([check.unfit(), check.isDue()]).toEqual([undefined, true]);
  });

  it('learns nothing from a passage without a vector, or from an encoder that is down', async () => {
    const check = createModelCheck('openai:x');
    await check.check(passage, { vectors: async () => new Map() }, gives(0, 1));
    await check.check(passage, stored, async () => undefined);
    expect([check.unfit(), check.isDue()]).toEqual([undefined, true]);
  });
});

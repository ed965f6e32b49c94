import { describe, expect, it } from 'vitest';
import { AIRRAG } from './airrag/options.ts';
import { findStrategy, loadStrategy } from './index.ts';
import { readStrategy, withOptions } from './options.ts';

describe("a strategy's options", () => {
  it('are parsed from its name and converted to the types of its defaults', () => {
    const { name, options } = readStrategy('airrag:rollouts=4+samples.say=1+choose=jaccard');
    expect(name).toBe('airrag');
    expect(withOptions(AIRRAG, options)).toEqual({
      ...AIRRAG,
      rollouts: 4,
      choose: 'jaccard',
      samples: { ...AIRRAG.samples, say: 1 },
    });
    expect(AIRRAG.choose).toBe('refine');
  });

  it.each([
    'crp:evaluation=perhaps',
    'airrag:samples=1',
    'crp:nothing=1',
    'airrag:samples.say=',
    'crp:noise.steps=0.4',
    'crp:constructor=1',
    'crp:evaluation',
  ])('are refused by name where there is no such one: %s', async (text) => {
    await expect((async () => loadStrategy(text))()).rejects.toMatchObject({ code: 'BAD_USAGE' });
  });

  it('are rejected by strategies without options', async () => {
    expect(findStrategy('crp:evaluation=false')).toMatchObject({ name: 'crp' });
    expect(findStrategy('vanilla:k=3')).toBeUndefined();
    expect(findStrategy('telepathy')).toBeUndefined();
    await expect(loadStrategy('telepathy')).rejects.toMatchObject({ code: 'UNKNOWN_STRATEGY' });
    await expect(loadStrategy('crp:evaluation=false')).resolves.toHaveProperty('stream');
  });
});

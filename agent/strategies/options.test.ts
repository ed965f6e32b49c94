import { describe, expect, it } from 'vitest';
import { CRP_DEFAULTS } from './crp/options.ts';
import { isStrategy, loadStrategy } from './index.ts';
import { readStrategy, withOptions } from './options.ts';

describe("a strategy's options", () => {
  it('are read from its name, and put into its defaults by their kind', () => {
    const { name, options } = readStrategy('crp:evaluation=false+noise.steps=0.4+structure=tree');
    expect(name).toBe('crp');
    expect(withOptions(CRP_DEFAULTS, options)).toEqual({
      ...CRP_DEFAULTS,
      evaluation: false,
      structure: 'tree',
      noise: { ...CRP_DEFAULTS.noise, steps: 0.4 },
    });
    expect(CRP_DEFAULTS.evaluation).toBe(true);
  });

  it.each([
    'crp:evaluation=perhaps',
    'crp:noise=1',
    'crp:nothing=1',
    'crp:noise.steps=',
    'crp:constructor=1',
    'crp:evaluation',
  ])('are refused by name where there is no such one: %s', async (text) => {
    await expect((async () => loadStrategy(text))()).rejects.toMatchObject({ code: 'BAD_USAGE' });
  });

  it('belong to strategies that have some', async () => {
    expect(isStrategy('crp:evaluation=false')).toBe(true);
    expect(isStrategy('vanilla:k=3')).toBe(false);
    expect(isStrategy('telepathy')).toBe(false);
    await expect(loadStrategy('par:review=false')).resolves.toHaveProperty('stream');
  });
});

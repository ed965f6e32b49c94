import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutated } from './gate-mutations.bench.ts';
import { heldBackRegressions, refactorings, regressions } from './mutations.ts';

const changes = [...regressions, ...heldBackRegressions, ...refactorings].flatMap((change) =>
  'file' in change ? [change] : [],
);

it.each(changes.map((change) => [change.name, change] as const))('%s: its text stands where it says', (_, change) => {
  const text = readFileSync(new URL(`../../${change.file}`, import.meta.url), 'utf8');
  expect(mutated(text, change)).not.toBe(text);
});

it('are at least twelve regressions and twenty refactorings, each of its own name', () => {
  expect(regressions.length).toBeGreaterThanOrEqual(12);
  expect(refactorings.length).toBeGreaterThanOrEqual(20);
  const names = [...regressions, ...heldBackRegressions, ...refactorings].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

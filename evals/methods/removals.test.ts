import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRows } from './read-rows.ts';
import { REMOVALS } from './removals.ts';

it('knows how each box of docs/methods-in-code.md is taken out, by words that stand in its file', () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThan(90);
  expect(rows.map(({ box }) => box).toSorted()).toEqual(Object.keys(REMOVALS).toSorted());
  const missing = rows.filter(({ box, file }) => {
    const text = readFileSync(new URL(`../../agent/${file}`, import.meta.url), 'utf8');
    return !text.includes(REMOVALS[box]?.from ?? box);
  });
  expect(missing).toEqual([]);
});

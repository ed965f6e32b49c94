import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const table = readFileSync(new URL('docs/methods-in-code.md', root), 'utf8');
/** A row: a method's box, the file that implements it, and the file and name of the test that fails without it. */
const rows = [...table.matchAll(/^\| (?<box>[^|]+) \| `(?<file>[^`]+)` \| `(?<test>[^`]+)`: (?<name>[^|]+) \|$/gm)].map(
  ({ groups }) => groups as { box: string; file: string; test: string; name: string },
);

it('names an existing file and an existing test for each box of the five methods', () => {
  expect(rows.length).toBeGreaterThan(70);
  for (const { file, test, name } of rows) {
    expect(existsSync(new URL(`agent/${file}`, root)), file).toBe(true);
    expect(readFileSync(new URL(`agent/${test}`, root), 'utf8'), test).toContain(`'${name}'`);
  }
});

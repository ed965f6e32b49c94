import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const table = readFileSync(new URL('docs/methods-in-code.md', root), 'utf8');
/** A box, the file that does it, and the test that fails without it: its file and its name. */
const rows = [...table.matchAll(/^\| (?<box>[^|]+) \| `(?<file>[^`]+)` \| `(?<test>[^`]+)`: (?<name>[^|]+) \|$/gm)].map(
  ({ groups }) => groups as { box: string; file: string; test: string; name: string },
);

it('names for each box of the five methods a file that is there and a test that is in its file', () => {
  expect(rows.length).toBeGreaterThan(70);
  for (const { file, test, name } of rows) {
    expect(existsSync(new URL(`agent/${file}`, root)), file).toBe(true);
    expect(readFileSync(new URL(`agent/${test}`, root), 'utf8'), test).toContain(`'${name}'`);
  }
});

import { readFileSync } from 'node:fs';

const PAGE = new URL('../../docs/methods-in-code.md', import.meta.url);

/** A row of docs/methods-in-code.md: a box, the file that does it, and the test that fails without it; paths begin at agent/. */
export interface Row {
  box: string;
  file: string;
  test: string;
  name: string;
}

/** Reads the rows of docs/methods-in-code.md. */
export const readRows = (): Row[] =>
  [
    ...readFileSync(PAGE, 'utf8').matchAll(
      /^\| (?<box>[^|]+) \| `(?<file>[^`]+)` \| `(?<test>[^`]+)`: (?<name>[^|]+) \|$/gm,
    ),
  ].map(({ groups }) => groups as unknown as Row);

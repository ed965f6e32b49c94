import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from './mutants.ts';

const edits = mutants.flatMap(({ name, file, from, also = [] }) =>
  [{ file, from }, ...also].map((edit) => ({ name, ...edit })),
);

it.each(edits)('$name can be planted: its piece stands once in $file', ({ file, from }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(from)).toHaveLength(2);
});

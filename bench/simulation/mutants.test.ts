import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from './mutants.ts';

it.each(mutants)('$name can be planted: its piece stands once in $file', ({ file, from }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(from)).toHaveLength(2);
});

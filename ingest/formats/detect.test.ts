import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endingsOf, FORMAT_NAMES } from './detect.ts';

it('the table of docs/sources.md names every format by an extension at least: `.ics`, `CSV`', () => {
  const page = readFileSync(new URL('../../docs/sources.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  const named = new Set(rows.join('\n').match(/\.[a-z][a-z0-9]*\b|\b[A-Z]{3,4}\b/g));
  const isNamed = (ending: string) => named.has(`.${ending}`) || named.has(ending.toUpperCase());
  // Formats that only the beginning of a file tells have no extension.
  const withExtension = FORMAT_NAMES.filter((name) => endingsOf(name).length > 0);
  expect(withExtension.filter((name) => !endingsOf(name).some(isNamed))).toEqual([]);
});

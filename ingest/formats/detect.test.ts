import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NAMED_TYPES } from '../../retrieval/filters/field-keys.ts';
import { endingsOf, FORMAT_NAMES, READABLE_ENDINGS } from './detect.ts';

it('every extension that Parley reads can be named in a filter, as in `type:ics`', () => {
  expect(READABLE_ENDINGS.filter((ending) => !NAMED_TYPES.includes(ending))).toEqual([]);
});

it('docs/sources.md names every format by an extension at least', () => {
  const page = readFileSync(new URL('../../docs/sources.md', import.meta.url), 'utf8');
  const isNamed = (ending: string) => new RegExp(`\\.${ending}\\b|\\b${ending}\\b`, 'i').test(page);
  expect(FORMAT_NAMES.filter((name) => !endingsOf(name).some(isNamed))).toEqual([]);
});

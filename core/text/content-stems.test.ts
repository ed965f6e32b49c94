import { expect, it } from 'vitest';
import { contentStems } from './content-stems.ts';

it('gives all forms of a short verb in -ie the same stem', () => {
  expect(contentStems('die died dies')).toEqual(new Set(['die']));
  expect(contentStems('tie tied ties')).toEqual(new Set(['tie']));
  expect(contentStems('carry carried carries')).toEqual(new Set(['carri']));
});

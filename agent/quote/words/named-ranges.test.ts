import { expect, it } from 'vitest';
import { namesInRanges } from './named-ranges.ts';
import { stemOf } from './stems.ts';

it.each([
  ['18 May to 30 September: every day', 'june', true],
  ['from November until March', 'january', true],
  ['from November until March', 'april', false],
  ['open Mon–Fri, 9 to 5', 'wednesday', true],
  ['open Mon–Fri, 9 to 5', 'sunday', false],
  ['1 April 2026 to 31 October 2026', 'july', true],
  ['between June and August', 'july', true],
  ['June and August', 'july', false],
])('in “%s”, %s is in the range: %s', (text, name, isIn) => {
  expect(namesInRanges(text).has(stemOf(name))).toBe(isIn);
});

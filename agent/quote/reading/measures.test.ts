import { expect, it } from 'vitest';
import { answerTypes, holdsMeasure, lacksExact } from './answer-types.ts';

it('takes no day of a month and no first day for a number of days', () => {
  for (const text of [
    'New Year’s Day: January 1st',
    'Labour Day is on May 1',
    'the first Monday, a day off',
    '3rd day',
  ])
    expect(holdsMeasure('days', text), text).toBe(false);
  for (const text of ['25 days of leave', 'From 1 May on there are 27 days', 'days: 30', 'two working days'])
    expect(holdsMeasure('days', text), text).toBe(true);
});

it('reads an age and a notice as telling when', () => {
  const types = answerTypes('when do I get a new van?');
  expect(lacksExact(types, 'Vans that are 8 years or older are replaced.')).toBe(false);
  expect(lacksExact(types, 'Ask a fortnight in advance.')).toBe(false);
  expect(lacksExact(types, 'Vans are blue.')).toBe(true);
});

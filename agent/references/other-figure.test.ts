import { expect, it } from 'vitest';
import { statesFigure, statesOtherFigure } from './other-figure.ts';

const RULE = 'Last entry is 60 minutes before the sauna closes.';

it.each([
  [RULE, 'Last entry is 90 minutes before the sauna closes.'],
  ['Goodwill: Bethan Pryce up to £100.', 'Goodwill by Bethan Pryce: up to £150 at once.'],
  ['| Deposit for homes | 25 % |', 'The deposit for homes is 20 %.'],
  ['Die Frist beträgt 4 Wochen zum Monatsende.', 'Die Frist beträgt 6 Wochen zum Monatsende.'],
])('another figure of the same thing: %s / %s', (statement, sentence) => {
  expect(statesOtherFigure(statement, sentence)).toBe(true);
});

it.each([
  ['the same figure', RULE, 'The last entry to the sauna is 60 minutes before it closes, not 90 minutes.'],
  ['a figure of another unit', RULE, 'Last entry is 2 hours before the sauna closes.'],
  ['another thing', RULE, 'Towels are lent for 90 minutes.'],
  ['a statement without a figure', 'Last entry is an hour before.', 'Last entry is 90 minutes before.'],
  ['another day', 'The sauna closes on 4 December.', 'The sauna closes on 5 December.'],
  ['a time of day', 'The sauna closes at 20:00 on weekdays.', 'The sauna closes at 21:00 on weekdays.'],
])('no other figure: %s', (_, statement, sentence) => {
  expect(statesOtherFigure(statement, sentence)).toBe(false);
});

it('reads title and headings beside a sentence', () => {
  expect(statesOtherFigure('Notice for scaffolds is 5 days.', '10 days.', 'Contracts > Notice for scaffolds')).toBe(
    true,
  );
});

it('knows a figure by its unit', () => {
  expect(statesFigure('up to £100')).toBe(true);
  expect(statesFigure('on 4 December at 20:00')).toBe(false);
});

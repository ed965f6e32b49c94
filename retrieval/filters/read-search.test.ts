import { expect, it } from 'vitest';
import { readSearch } from './read-search.ts';

it('reads quotes and operators as people type them elsewhere', () => {
  expect(readSearch('type:pdf "force majeure" in leases after:2025')).toEqual({
    text: 'force majeure in leases',
    types: ['pdf'],
    after: '2025',
    phrases: ['force majeure'],
  });
  expect(readSearch('Source:handbook source:"old wiki" before:2026-03-14 TYPE:table,chat leave')).toEqual({
    text: 'leave',
    sources: ['handbook', 'old wiki'],
    before: '2026-03-14',
    types: ['table', 'chat'],
  });
});

it.each([
  ['“force majeure”', 'force majeure'],
  ['„höhere Gewalt“', 'höhere Gewalt'],
  ['«\u00a0force majeure\u00a0»', 'force majeure'],
  ['"type:pdf is an operator"', 'type:pdf is an operator'],
])('reads %s as a phrase', (typed, phrase) => {
  expect(readSearch(typed)).toEqual({ text: phrase, phrases: [phrase] });
});

it.each([
  'a 24" screen',
  'prototype:x',
  'say "" or "?!"',
  'rock ’n’ roll',
  'the day before: a story of after:thoughts that https://a.example/source:b tells',
])('leaves %s as it is', (typed) => {
  expect(readSearch(typed).text).toBe(typed);
});

it.each([
  ['What happens before:lunch?', ['before:lunch?']],
  ['after:2026-13-40', ['after:2026-13-40']],
  ['what came after:last week', ['after:last']],
  ['after:', ['after:']],
  ['type:, leave', ['type:,']],
  ['source: BEFORE:"a while ago"', ['source:', 'BEFORE:"a while ago"']],
])('leaves what narrows nothing in %s among the words, and names it', (typed, unread) => {
  expect(readSearch(typed)).toEqual({ text: typed, unread });
});

it.each(['yesterday', 'last-week', '"last week"', '"2 weeks ago"', '7d'])('reads after:%s as a date', (date) => {
  expect(readSearch(`leave after:${date}`)).toEqual({ text: 'leave', after: date.replaceAll('"', '') });
});

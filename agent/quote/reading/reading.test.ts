import { describe, expect, it } from 'vitest';
import { answerTypes } from './answer-types.ts';
import { askedDays, dayOf } from './dates.ts';
import { heldShortForms, writtenOut } from './short-forms.ts';
import { joinLevels } from './spelling.ts';
import { stemMatch, stemOf, stemsOf } from './stems.ts';
import { termsOf } from './terms.ts';

describe('reading what people type', () => {
  it.each([
    ['whos on call', "who's on call"],
    ['im sick, i cant come', "I'm sick, i can't come"],
    ['til when?', 'until when?'],
  ])('%s', (typed, read) => expect(writtenOut(typed)).toBe(read));

  it('keeps a short form as typed where the pages hold it and lack what is meant', async () => {
    const pagesWith = (...held: string[]) => ({
      passages: 9,
      counts: async (stems: readonly string[]) => new Map(stems.map((stem) => [stem, held.includes(stem) ? 1 : 0])),
    });
    const read = async (...held: string[]) => {
      const question = 'What is the wifi pw?';
      return writtenOut(question, await heldShortForms(question, pagesWith(...held)));
    };
    expect(await read('wifi', 'password')).toBe('What is the wifi password?');
    expect(await read('wi', 'fi')).toBe('What is the Wi-Fi password?');
    expect(await read('wi', 'fi', 'wifi')).toBe('What is the Wi-Fi password?');
  });

  it('knows weekends and days of the week that are still to come', () => {
    const monday = dayOf(2026, 10, 23);
    expect(askedDays('whos on call this weekend', monday)).toEqual({ from: monday + 5, to: monday + 6 });
    expect(askedDays('can I take next friday off', monday)).toEqual({ from: monday + 4, to: monday + 4 });
    expect(askedDays('is it open on mondays', monday)).toBeUndefined();
  });

  it('joins a word and its number as the pages do, and only so', async () => {
    const vocabulary = (held: string[]) => ({
      passages: 1,
      counts: async (stems: readonly string[]) => new Map(stems.map((stem) => [stem, held.includes(stem) ? 1 : 0])),
    });
    expect(await joinLevels('how soon for sev 1?', vocabulary([stemOf('sev1')]))).toBe('how soon for sev1?');
    expect(await joinLevels('after day 1', vocabulary([stemOf('day'), stemOf('day1')]))).toBe('after day 1');
  });

  it.each([
    ['how long can a table name be', 'number'],
    ['how long is the probation period', 'duration'],
    ['I lost my laptop!!', 'action'],
    ['my screen is broken', 'action'],
  ])('%s asks for a %s', (question, type) => expect(answerTypes(question)).toContain(type));

  it.each([
    ['What is the paid leave in the first year?', false],
    ['what are interns paid', true],
    ['what is paid for a night in Bergen', true],
  ])('%s asks for money: %s', (question, money) => expect(answerTypes(question).includes('money')).toBe(money));

  it('tells words apart that have one stem, and the on-call rota from a call', () => {
    expect(stemMatch(stemOf('interns'), new Set(stemsOf('internal use')))).toBe(0);
    const light = (question: string, word: string) => termsOf(question).find((term) => term.word === word)?.light;
    expect(light('who is on call', 'call')).toBe(false);
    expect(light('can I bring my dog to work', 'work')).toBe(true);
    expect(light('the meal allowance', 'allowance')).toBe(false);
  });
});

it('takes every word of a short thing’s name for what is asked about, and a particle for part of its verb', () => {
  const content = (question: string) => termsOf(question).flatMap(({ light, word }) => (light ? [] : [word]));
  expect(content('what is a here document')).toEqual(['here', 'document']);
  expect(content('is there a document here')).toEqual(['document']);
  expect(content("What's the weather today?")).toEqual(['weather']);
  expect(termsOf("what's the best pizza").map(({ word, share }) => [word, share])).toEqual([
    ['best', 0.4],
    ['pizza', 1],
  ]);
  expect(content('how do I turn off the greeting')).toEqual(['turn', 'greeting']);
});

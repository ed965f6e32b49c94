import { describe, expect, it } from 'vitest';
import { askedDays, dayOf } from '../words/dates.ts';
import { expandShortForms, shortFormsInPages } from '../words/short-forms.ts';
import { correctSpelling, joinNumberedWords } from '../words/spelling.ts';
import { stemMatch, stemOf, stemsOf } from '../words/stems.ts';
import { answerTypes, lacksExact } from './answer-types.ts';
import { termsOf } from './terms.ts';

describe('reading what people type', () => {
  it('knows the forms of an irregular verb', () => {
    const verb = termsOf('which year did we buy the mill').find(({ word }) => word === 'buy');
    expect(verb?.same).toContain('bought');
  });

  it('does not take words of time and manner for a topic', () => {
    const topics = termsOf('do we normally lock the gate before dusk or after it').filter(({ light }) => !light);
    expect(topics.map(({ word }) => word)).toEqual(['lock', 'gate', 'dusk']);
  });

  it('takes neither “one of them” nor “the first” for a figure', () => {
    expect(lacksExact(['number'], 'One of the looms is kept for the first visitor.')).toBe(true);
    expect(lacksExact(['number'], 'It has one loom.')).toBe(false);
  });

  it('asks a yes or no for no figure, and an instruction for none that it names', () => {
    expect(lacksExact(answerTypes('do I get my fee back'), 'We pay nothing back.')).toBe(false);
    expect(lacksExact(answerTypes('how do I change the default of a loom'), 'Turn its dial.')).toBe(false);
    expect(lacksExact(answerTypes('what is the default of a loom'), 'Turn its dial.')).toBe(true);
  });

  it('knows that a charge is asked for in money', () => {
    expect(answerTypes('what does the carrier charge us for a pallet')).toContain('money');
    for (const other of ['what did they charge him with', 'what does the person in charge do'])
      expect(answerTypes(other), other).not.toContain('money');
  });

  it.each([
    ['whos on call', "who's on call"],
    ['im sick, i cant come', "I'm sick, i can't come"],
    ['til when?', 'until when?'],
    ['can i stay till ten', 'can i stay until ten'],
    ['till is short, who has the key of the till', 'till is short, who has the key of the till'],
    ['whats bens number', "what's ben's phone number"],
    ['whats the vans number', "what's the van's number"],
    ['whats the diff between a sloop and a ketch', "what's the difference between a sloop and a ketch"],
    ['how much n by when', 'how much and by when'],
    ['n 204', 'and 204'],
    ['who has plan N', 'who has plan N'],
    ['the mixer packed up on the quay', "the mixer isn't working on the quay"],
    ['who packed up the stall', 'who packed up the stall'],
    ['can i park w/o a permit', 'can i park without a permit'],
    ['lunch w visitors or w/ clients', 'lunch with visitors or with clients'],
    ['lol what does gybing mean', 'what does gybing mean'],
    ['who works here rn?', 'who works here right now?'],
    ['who is the rn?', 'who is the rn?'],
    ['is it shut on thurs or fri', 'is it shut on Thursday or Friday'],
    ['when are the workers wed', 'when are the workers wed'],
    ['how many ppl got 2 wks off', 'how many people got 2 weeks off'],
  ])('%s', (typed, read) => expect(expandShortForms(typed)).toBe(read));

  it('keeps a short form if the pages contain it and lack its expansion', async () => {
    const pagesWith = (...held: string[]) => ({
      passages: 9,
      counts: async (stems: readonly string[]) => new Map(stems.map((stem) => [stem, held.includes(stem) ? 1 : 0])),
    });
    const read = async (...held: string[]) => {
      const question = 'What is the wifi pw?';
      return expandShortForms(question, await shortFormsInPages(question, pagesWith(...held)));
    };
    expect(await read('wifi', 'password')).toBe('What is the wifi password?');
    expect(await read('wi', 'fi')).toBe('What is the Wi-Fi password?');
    expect(await read('wi', 'fi', 'wifi')).toBe('What is the Wi-Fi password?');
  });

  it('resolves weekends and weekdays to coming ones', () => {
    const monday = dayOf(2026, 10, 23);
    expect(askedDays('whos on call this weekend', monday)).toEqual({ from: monday + 5, to: monday + 6 });
    expect(askedDays('can I take next friday off', monday)).toEqual({ from: monday + 4, to: monday + 4 });
    expect(askedDays('is it open on mondays', monday)).toBeUndefined();
  });

  it('splits function words typed as one, and takes no country for a typo', async () => {
    const held = new Set(['add', 'font', 'schweren', 'match'].map(stemOf));
    const vocabulary = {
      passages: 9,
      counts: async (stems: readonly string[]) => new Map(stems.map((stem) => [stem, held.has(stem) ? 1 : 0])),
    };
    const read = async (question: string) =>
      (await correctSpelling(question, vocabulary, async () => new Set(['schweren']))).text;
    expect(await read('how doi add a font')).toBe('how do i add a font');
    expect(await read('whatis a font')).toBe('what is a font');
    expect(await read('font von schweden')).toBe('font von schweden');
    expect(await read('how mutch is a font')).toBe('how much is a font');
  });

  it.each([
    ['how many looms does Ana Novak have', 0],
    ['Ana Novak loom', 0],
    ['does Xaver Novak weave', 0],
    ['which loom has xzorbt novak', 0],
    ['Where is the lomo', 1],
    ['Show Lomo Hall', 1],
    ['Loom Lomo', 1],
  ])('%s: corrects no name of which no page knows a part', async (question, corrected) => {
    const held = new Set(['loom', 'nova', 'hall'].map(stemOf));
    const vocabulary = {
      passages: 1,
      counts: async (stems: readonly string[]) => new Map(stems.map((stem) => [stem, held.has(stem) ? 1 : 0])),
    };
    const { corrections } = await correctSpelling(question, vocabulary, async () => new Set());
    expect(corrections).toHaveLength(corrected);
  });

  it('joins a word with a number only as the pages do', async () => {
    const vocabulary = (held: string[]) => ({
      passages: 1,
      counts: async (stems: readonly string[]) => new Map(stems.map((stem) => [stem, held.includes(stem) ? 1 : 0])),
    });
    expect(await joinNumberedWords('how soon for sev 1?', vocabulary([stemOf('sev1')]))).toBe('how soon for sev1?');
    expect(await joinNumberedWords('after day 1', vocabulary([stemOf('day'), stemOf('day1')]))).toBe('after day 1');
  });

  it.each([
    ['how long can a table name be', 'number'],
    ['how long is the probation period', 'duration'],
    ['I lost my laptop!!', 'action'],
    ['my screen is broken', 'action'],
    ['how quick must we reply', 'duration'],
  ])('%s asks for a %s', (question, type) => expect(answerTypes(question)).toContain(type));

  it.each([
    ['What is the paid leave in the first year?', false],
    ['what are interns paid', true],
    ['what is paid for a night in Bergen', true],
  ])('%s asks for money: %s', (question, money) => expect(answerTypes(question).includes('money')).toBe(money));

  it('distinguishes unrelated words with one stem, and on-call from a call', () => {
    expect(stemMatch(stemOf('interns'), new Set(stemsOf('internal use')))).toBe(0);
    const light = (question: string, word: string) => termsOf(question).find((term) => term.word === word)?.light;
    expect(light('who is on call', 'call')).toBe(false);
    expect(light('can I bring my dog to work', 'work')).toBe(true);
    expect(light('the meal allowance', 'allowance')).toBe(false);
  });
});

it('treats every word of a short subject as content, and a particle as part of its verb', () => {
  const content = (question: string) => termsOf(question).flatMap(({ light, word }) => (light ? [] : [word]));
  expect(content('what is a here document')).toEqual(['here', 'document']);
  expect(content('is there a document here')).toEqual(['document']);
  expect(content("What's the weather today?")).toEqual(['weather']);
  expect(termsOf("what's the best pizza").map(({ word, share }) => [word, share])).toEqual([
    ['best', 0.4],
    ['pizza', 1],
  ]);
  expect(content('list everything that lies on pontoon A')).toEqual(['lies', 'pontoon', 'a']);
  expect(content('is a pontoon A good place')).toEqual(['pontoon', 'good', 'place']);
  expect(content('how do I turn off the greeting')).toEqual(['turn', 'greeting']);
});

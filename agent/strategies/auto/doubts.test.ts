import { describe, expect, it } from 'vitest';
import type { NumberedReference } from '../../references/reference.ts';
import { doubtOf, isOnTheWay, isUnlinked, isUnworded, newerSources } from './doubts.ts';
import type { Attempt } from './tasks/answer-attempt.ts';

/** An attempt that gave an answer and nothing else. */
const answered = (written: Pick<Attempt, 'text' | 'shortAnswer' | 'citations'>): Attempt => ({
  reasoning: '',
  verdict: 'answered',
  established: [],
  missing: [],
  guess: '',
  queries: [],
  calculations: [],
  candidates: [],
  ...written,
});

describe('an intermediate step given as the answer', () => {
  const facts = ['Rinilador University is in Silverdale [1]', 'Walter Branavin is mayor of Silverdale [2]'];
  it('is a fact that an earlier call established without answering', () => {
    expect(
      isOnTheWay('Walter Branavin', facts, 'What does the mayor of the home of Rinilador University work as?'),
    ).toBe(true);
    expect(isOnTheWay('an engineer', facts, 'What does the mayor of the home of Rinilador University work as?')).toBe(
      false,
    );
  });
  it('is not one of the names that the question asks to choose from', () => {
    expect(isOnTheWay('Walter Branavin', facts, 'Who is older, Walter Branavin or Ole Dahl?')).toBe(false);
  });
});

describe('a newer page', () => {
  const page = (documentId: string, title: string, updatedAt?: string): NumberedReference => ({
    n: 1,
    kind: 'passage',
    documentId,
    title,
    headings: [],
    text: '',
    ...(updatedAt && { updatedAt }),
  });
  const old = page('archive', 'Millenton, archived', '2016-02-01');
  const fresh = page('city', 'Millenton', '2025-03-01T00:00:00Z');
  const question = 'What is the population of Millenton?';
  it('about a name of the question casts doubt on an answer from older pages', () => {
    expect(newerSources([old], [old, fresh], question)).toEqual([fresh]);
    expect(newerSources([old, fresh], [old, fresh], question)).toEqual([]);
  });
  it('casts no doubt if it is about something else, is equally recent, or has no date', () => {
    expect(newerSources([old], [page('x', 'Ironarton', '2025-03-01')], question)).toEqual([]);
    expect(newerSources([page('a', 'Millenton', '2025-01-01')], [fresh], question)).toEqual([]);
    expect(newerSources([page('a', 'Millenton')], [fresh], question)).toEqual([]);
  });
});

describe('an answer from a page of something else', () => {
  const question = 'How high does the city lie where Ada Berg was born?';
  const texts = [question, 'Ada Berg was born in Silverdale.'];
  it('is doubted if neither sentence nor title share a name with the question, facts or answer', () => {
    expect(
      isUnlinked('2,594 metres', [{ title: 'Ironarton', quote: 'Ironarton stands 2,594 metres high.' }], texts),
    ).toBe(true);
    expect(isUnlinked('2,594 metres', [{ title: 'Silverdale', quote: 'It stands 2,594 metres high.' }], texts)).toBe(
      false,
    );
    expect(
      isUnlinked('2,594 metres', [{ title: 'Cities', quote: 'Silverdale stands 2,594 metres high.' }], texts),
    ).toBe(false);
  });
  it('is not doubted if most words of the page’s title occur in the question or facts', () => {
    const chicken = [{ title: 'Chicken (dance)', quote: 'It was a change of pace step while doing the Twist' }];
    expect(isUnlinked('Twist', chicken, ['The chicken is a dance pattern that is a change of pace of what?'])).toBe(
      false,
    );
    expect(isUnlinked('Twist', chicken, ['Which step went with rhythm and blues?'])).toBe(true);
  });
  it('is not doubted if another quote about the question names its page', () => {
    const asked = ['How many people live in the town where the tug Aurora lies?'];
    const town = { title: 'Waterford, New York', quote: 'The population was 8,515.' };
    const tug = { title: 'Aurora', quote: 'Aurora is a tug at Waterford, New York.' };
    expect(isUnlinked('8,515', [town], asked)).toBe(true);
    expect(isUnlinked('8,515', [town, tug], asked)).toBe(false);
    expect(isUnlinked('8,515', [town, { ...tug, quote: 'Aurora is a tug at Kingston.' }], asked)).toBe(true);
    const another = { title: 'Borealis', quote: 'Borealis is a tug at Waterford, New York.' };
    expect(isUnlinked('8,515', [town, another], asked)).toBe(true);
  });
  it('is not doubted if no quote contains it', () => {
    expect(isUnlinked('yes', [{ title: 'Ironarton', quote: 'Ironarton is a city.' }], texts)).toBe(false);
  });
});

describe('an answer whose quotes share no word with the question besides names', () => {
  const quoted = (quote: string) => [{ n: 1, quote }];
  const source = (more: object = {}) => [
    { n: 1, kind: 'passage' as const, title: 'The Silent Bell', headings: [], text: '', ...more },
  ];
  it('is doubted, because it may state something else about the same thing', () => {
    const question = 'Who composed the music of The Silent Bell?';
    expect(isUnworded(question, quoted('The Silent Bell stars Ada Berg'), source())).toBe(true);
    expect(isUnworded(question, quoted('The music of The Silent Bell is by Ada Berg'), source())).toBe(false);
    expect(isUnworded(question, quoted('It is by Ada Berg'), source({ headings: ['Music'] }))).toBe(false);
  });
  it('is not doubted if the page states the inverse relation', () => {
    expect(
      isUnworded("When was Ole Dahl's father born?", quoted('Ole Dahl was a son of Jon Dahl (b. 1127)'), source()),
    ).toBe(false);
    expect(
      isUnworded("When did Ole Dahl's teacher die?", quoted('Ada Berg (1794 – 10 May 1859) taught him'), source()),
    ).toBe(false);
    const grandfather = "Who is Ole Dahl's maternal grandfather?";
    expect(isUnworded(grandfather, quoted('Ada was the daughter of Jon Dahl'), source())).toBe(false);
    expect(isUnworded(grandfather, quoted('Ole Dahl lived with Jon Dahl'), source())).toBe(true);
    expect(isUnworded("Who is Ole Dahl's husband?", quoted('Ole Dahl is the brother of Jon'), source())).toBe(true);
    expect(isUnworded("Who is Ole Dahl's mother?", quoted('Ole Dahl married Ada'), source())).toBe(true);
    expect(isUnworded("Who is Ole Dahl's mother?", quoted('He was born at Norby in 1378 to Ada'), source())).toBe(
      false,
    );
    expect(isUnworded("Who is Ole Dahl's mother?", quoted('He was born at Norby. He moved to Ada'), source())).toBe(
      true,
    );
    expect(isUnworded("Who is Ole Dahl's sister?", quoted('Jon was the father of Ole and Ada'), source())).toBe(false);
    expect(isUnworded("Who is Ole Dahl's sister?", quoted('Ole Dahl married Ada'), source())).toBe(true);
  });
  it('is not doubted if the page is in another language', () => {
    const quote = quoted('The lease is ended by a letter to the owner');
    expect(isUnworded('Wie wird der Mietvertrag gekündigt?', quote, source())).toBe(false);
    expect(isUnworded('How do tenants give notice?', quote, source())).toBe(true);
  });
  it('is not doubted if the words are in the table around its row', () => {
    const table = source({ kind: 'table', text: '| Year | Revenue |' });
    expect(isUnworded('What was the revenue of Norrfilm?', quoted('2023 | 12'), table)).toBe(false);
    expect(isUnworded('What was the profit of Norrfilm?', quoted('2023 | 12'), table)).toBe(true);
  });
});

describe('an answer that shares few words with the question', () => {
  const text = 'Ada Berg of Tallmendonia ruled then. She died in 323 BC.';
  const page: NumberedReference = {
    n: 1,
    kind: 'passage',
    documentId: 'ada',
    title: 'Ada Berg',
    headings: [],
    text: `${text} Many mourned her.`,
  };
  const doubt = (standalone: string, answer = 'Ada Berg of Tallmendonia died in 323 BC [1].') =>
    doubtOf({
      standalone,
      references: [page],
      shownSources: [page],
      facts: [],
      attempt: answered({
        text: answer,
        shortAnswer: '323 BC',
        citations: [{ n: 1, quote: 'She died in 323 BC' }],
      }),
    });
  it('is doubted, unless the question only misspells a name', () => {
    expect(doubt('When did the conqueror of Brightendworth, Ironarton and Silverdale die?')).toBe('off-topic');
    expect(doubt('When did the conqueror of Talmendonia die?')).toBeUndefined();
  });
  it('is not doubted if its sources are in another language than the question', () => {
    const german = 'In welchem Jahr ist die Eroberin von Norby und Ironarton in jenen Zeiten gestorben?';
    expect(doubt(german, 'Ada Berg ist im Jahr 323 v. Chr. gestorben [1].')).toBeUndefined();
  });
  it('is not doubted if its sources speak of every name of the question', () => {
    expect(doubt('In which year of those troubled times did Ada Berg, long a widow, die?')).toBeUndefined();
    expect(
      doubt('In which year of those long, troubled times did Ada and Berg of Tallmendonia, as sages say, die?'),
    ).toBeUndefined();
    expect(doubt('In which year of those troubled times did Ada Berg, widow of Norby, die?')).toBe('off-topic');
  });
  it('is not doubted if it states the relation asked for from its other end', () => {
    const question = 'When did the old painter, father of Ole, die?';
    expect(doubt(question, 'Ole was a son of Ada Berg, and she died in 323 BC [1].')).toBeUndefined();
    expect(doubt(question, 'Ole knew Ada Berg, and she died in 323 BC [1].')).toBe('off-topic');
  });
  it('is not doubted if it shares words that Porter’s algorithm would shorten again ("houses", "hous", "hou")', () => {
    expect(
      doubt('When did the owner of the courses die?', 'Ada Berg of the courses died in 323 BC [1].'),
    ).toBeUndefined();
  });
});

describe('an answer whose quote leaves out the name beside it', () => {
  const doubt = (title: string, said: string, quote: string, areCut = false) => {
    const page: NumberedReference = { n: 1, kind: 'passage', documentId: 'd', title, headings: [], text: said };
    return doubtOf({
      areCut,
      standalone: 'Who was married to Ada Berg, the painter?',
      references: [page],
      shownSources: [page],
      facts: [],
      attempt: answered({
        text: 'Ada Berg, the painter, was married to Ole Dahl [1].',
        shortAnswer: 'Ole Dahl',
        citations: [{ n: 1, quote }],
      }),
    });
  };
  const quote = 'married to the painter Ole Dahl';
  it('is doubted only if its sentence has no such name either', () => {
    expect(doubt('Norby group', `Ada Berg kept a studio there and was ${quote}.`, quote)).toBeUndefined();
    expect(doubt('Norby group', `Ada Berg kept a studio there. Eva Lind was ${quote}.`, quote)).toBe('unlinked');
  });
  it('is not doubted on a team’s pages, which are about its own things', () => {
    const said = `Ada Berg kept a studio there. Eva Lind was ${quote}.`;
    expect(doubt('Norby group', said, quote, true)).toBeUndefined();
  });
  it('is not doubted for a title without letters, such as the date of a chat', () => {
    expect(doubt('20260731_13:00', `She was ${quote}.`, quote)).toBeUndefined();
  });
});

describe('an answer to a question of many links', () => {
  const question =
    'Who said one of the greatest thinkers was the person who proposed explanations for the origins of earthquakes and the formation of mountains?';
  const page = (n: number, title: string, text: string): NumberedReference => ({
    n,
    kind: 'passage',
    documentId: `d${n}`,
    title,
    headings: [],
    text,
  });
  const references = [
    page(1, 'Geology', 'Avicenna proposed explanations for the formation of mountains and the origin of earthquakes.'),
    page(2, 'Avicenna', 'George Sarton described Avicenna as one of the greatest thinkers.'),
  ];
  const doubt = (text: string, quotes: readonly string[]) =>
    doubtOf({
      standalone: question,
      references,
      shownSources: references,
      facts: [],
      attempt: answered({
        text,
        shortAnswer: 'George Sarton',
        citations: quotes.map((quote) => ({ n: references.find((one) => one.text.includes(quote))!.n, quote })),
      }),
    });
  it('is not doubted for few statements if they cover the question’s words', () => {
    const quotes = references.map(({ text }) => text);
    expect(
      doubt(
        'Avicenna proposed explanations for the formation of mountains and the origin of earthquakes [1]; George Sarton called him one of the greatest thinkers [2].',
        quotes,
      ),
    ).toBeUndefined();
    const [, sarton = ''] = quotes;
    expect(doubt('George Sarton described Avicenna as one of the greatest thinkers [2].', [sarton])).toBe('links');
  });
});

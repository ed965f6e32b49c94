import { describe, expect, it } from 'vitest';
import { namesOf } from './mentions.ts';
import { findsNews } from './news.ts';

const page = (n: number, text: string) => ({
  n,
  kind: 'passage' as const,
  documentId: `${n}`,
  title: '',
  headings: [],
  text,
});
const OTHERS = ['The works council meets on Mondays.', 'Lunch is at noon.', 'Staff park behind the hall.'].map(
  (text, at) => page(at + 50, text),
);
const isNews = (
  query: string,
  texts: readonly string[],
  { names = namesOf(query), guess = '', read = [] as string[], others = OTHERS } = {},
) => {
  const references = texts.map((text, at) => page(at + 1, text));
  return findsNews({ query, names, guess, references, mentions: [] }, [...references, ...others], new Set(read));
};

describe('news for another call', () => {
  it('is an unread source with a name searched for', () => {
    expect(isNews('Where is Norrfilm?', ['Norrfilm is in Umeå.'])).toBe(true);
    expect(isNews('Where is Norrfilm?', ['Sydfilm is in Umeå.'])).toBe(false);
    expect(isNews('Where is Norrfilm?', ['Norrfilm is in Umeå.'], { read: ['1'] })).toBe(false);
  });
  it('has a further word of the query where a name stands on every page', () => {
    const query = 'In which city is the studio of Norrfilm?';
    expect(isNews(query, ['Norrfilm has a logo.'], { names: [] })).toBe(false);
    expect(isNews(query, ['The city gave Norrfilm its studio.'], { names: [] })).toBe(true);
  });
  it('may hold the guess and half of the query, where no page names anything else searched for', () => {
    const query = 'Umeå became part of Norrland by the Edict of Lars 1707';
    const stated = 'The edict of 1707 by Lars joined Umeå to Norrland.';
    const names = ['edict of lars 1707'];
    expect(isNews(query, [stated], { names })).toBe(false);
    expect(isNews(query, [stated], { names, guess: 'Umeå' })).toBe(true);
    expect(isNews(query, ['Umeå has a theatre.'], { names, guess: 'Umeå' })).toBe(false);
  });
  it('speaks of what is searched for, and not of a common word beside it', () => {
    const query = 'bus pass discount for staff';
    const ofStaff = ['Staff are paid on the last Friday.', 'New staff see the nurse.', 'Staff badges are blue.'];
    expect(isNews(query, ofStaff)).toBe(false);
    expect(isNews(query, [...ofStaff, 'A discount on the bus pass is paid out in May.'])).toBe(true);
  });
  it('with names, speaks of more than a place that is everywhere', () => {
    const query = 'pension scheme employer contribution Leeds';
    const ofLeeds = ['The Leeds yard opens at six.', 'Leeds has a new forklift.', 'Parking in Leeds is free.'];
    expect(isNews(query, ofLeeds, { names: ['leeds'], others: [] })).toBe(false);
    expect(isNews(query, [...ofLeeds, 'The pension in Leeds is by Aviva.'], { names: ['leeds'], others: [] })).toBe(
      true,
    );
  });
  it('is any unread source in another language than the query', () => {
    const query = 'how long is the parental leave for the staff';
    expect(isNews(query, ['Die Elternzeit dauert für alle, die hier sind, zwölf Monate.'])).toBe(true);
  });
});

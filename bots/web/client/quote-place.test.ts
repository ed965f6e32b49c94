import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeQuote } from './quote-place.ts';

const words = (text: string, quote: string, near?: number) =>
  placeQuote(text, quote, near).map(({ start, end }) => text.slice(start, end));

describe('the place of a quote', () => {
  it('is found across line breaks, table borders and marks', () => {
    expect(words('Every *parent* gets\n26 weeks.', 'Every parent gets 26 weeks')).toEqual([
      'Every *parent* gets\n26 weeks',
    ]);
    expect(words('SpainEUR 130EUR 50', '| Spain | EUR 130 |')).toEqual(['SpainEUR 130']);
  });

  it('is found regardless of case and accents', () => {
    expect(words('Rua do Heroísmo 118', 'rua do heroismo')).toEqual(['Rua do Heroísmo']);
    expect(words('ﬁsh and ﬂesh', 'Fish')).toEqual(['ﬁsh']);
  });

  it('is the match nearest to the passage', () => {
    const text = 'EUR 130 and later, much later, EUR 130';
    expect(placeQuote(text, 'EUR 130', 30)).toEqual([{ start: 31, end: 38 }]);
    expect(placeQuote(text, 'EUR 130', 0)).toEqual([{ start: 0, end: 7 }]);
  });

  it('is several ranges when the quote was put together from pieces', () => {
    expect(words('One is here. Two is not. Three is here.', 'One is here … Three is here')).toEqual([
      'One is here',
      'Three is here',
    ]);
  });

  it('is empty when the page does not contain the quote', () => {
    expect(words('Two weeks of leave.', 'Three weeks of leave')).toEqual([]);
    expect(words('Some text', '—')).toEqual([]);
  });

  it('is found for any substring of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [start, end] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y) as [
          number,
          number,
        ];
        const quote = text.slice(start, end);
        const letters = (one: string) =>
          one
            .normalize('NFKD')
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]/gu, '');
        const found = words(text, quote, start).join('');
        if (letters(quote) !== '') expect(letters(found)).toContain(letters(quote));
      }),
      { numRuns: 500 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityKey, words } from './words.ts';

describe('words', () => {
  it('fold case, accents and punctuation', () => {
    expect(words("Pál Gábor's “Angi Vera”, 2nd ed.")).toEqual(['pal', 'gabor', 's', 'angi', 'vera', '2nd', 'ed']);
  });

  it('keep the words of other scripts', () => {
    expect(words('東京 Ελλάδα 🙂')).toEqual(['東京', 'ελλαδα']);
  });
});

describe('an entity key', () => {
  it('is the same however the name is written', () => {
    expect(entityKey("The Beatles' ")).toBe(entityKey('the   BEATLES'));
    expect(entityKey('Panic_disorder')).toBe('panic disorder');
    expect(entityKey("Murry's wife")).toBe('murry wife');
  });

  it('is its own key: keying twice changes nothing', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => entityKey(entityKey(name)) === entityKey(name)));
  });
});

import { describe, expect, it } from 'vitest';
import { bestSentence, findQuote } from './find-quote.ts';

describe('findQuote', () => {
  const text = 'The *office* in Bergen opens at\n8:00. It closes at 17:00.';

  it('returns the text’s words for a quote that differs in case, white space and marks', () => {
    expect(findQuote(text, 'the office in bergen opens at 8:00')).toBe('The *office* in Bergen opens at\n8:00');
    expect(findQuote(text, 'The office … closes at 17:00')).toBe(
      'The *office* in Bergen opens at\n8:00. It closes at 17:00',
    );
  });

  it('matches a link by its words', () => {
    const linked = 'Ask [Priya](https://a.example/priya) (see [rules](rules.md "The rules")) first.';
    expect(findQuote(linked, 'Ask Priya (see rules) first')).toBe(linked.slice(0, -1));
  });

  it('returns undefined for missing words, or words in another order', () => {
    expect(findQuote(text, 'The office in Oslo opens at 8:00')).toBeUndefined();
    expect(findQuote(text, 'closes at 17:00 … opens at 8:00')).toBeUndefined();
  });
});

describe('bestSentence', () => {
  const source = {
    title: 'Darius Parbastad',
    text: 'Born on 16 February 1974, Darius Parbastad grew up among books. He is a native of [Lyon](https://a.example/born/darius). He studied law.',
  };

  it('is the sentence with the name, not the one that repeats the title', () => {
    expect(bestSentence(source, 'Darius Parbastad was born in Lyon.')).toContain('native of [Lyon]');
    expect(bestSentence(source, 'Darius Parbastad was born in 1974.')).toContain('16 February 1974');
  });

  it('uses all words if the title contains each of them, and the start of a text without sentences', () => {
    expect(bestSentence(source, 'Darius Parbastad')).toContain('Darius Parbastad grew up');
    expect(bestSentence({ title: '', text: '' }, 'Anything')).toBe('');
  });
});

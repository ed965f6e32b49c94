import { describe, expect, it } from 'vitest';
import { analyseQuestion } from './question.ts';

const phrases = (text: string) => analyseQuestion(text).phrases.map(({ key }) => key);

describe('a question taken apart', () => {
  it('has its content words as stems, each once, with the word that it was first met as', () => {
    const { words, stems, terms } = analyseQuestion("Which films did the film's directors direct?");
    expect(words).toEqual(['which', 'films', 'did', 'the', 'film', 'directors', 'direct']);
    expect(stems).toEqual(['film', 'director', 'direct']);
    expect(terms).toEqual(['films', 'directors', 'direct']);
  });

  it('keeps function words as stems where there are no others', () => {
    expect(analyseQuestion('What is it?').terms).toEqual(['what', 'is', 'it']);
  });

  it('has become and used as terms, the latter apart from the verb', () => {
    expect(analyseQuestion('How do I become a member?').stems).toEqual(['become', 'member']);
    expect(analyseQuestion('What does a used wheel cost?').stems).toEqual(['used', 'wheel', 'cost']);
    expect(analyseQuestion('How do I use a wheel?').stems).not.toContain('used');
    // Other words of a long question say what it is about.
    expect(analyseQuestion('Which river became the border of Norway and Sweden?').stems).not.toContain('become');
  });

  it('takes compounds whole if one of their words is no term by itself', () => {
    expect(analyseQuestion('When is the next all-hands?').stems).toEqual(['hand', 'all-hand']);
    expect(analyseQuestion('Who is a well-known water-colour artist?').stems).not.toContain('water-colour');
  });

  it('takes identifiers whole, and by their words', () => {
    expect(analyseQuestion('Does ABC-123 break maxRetries?').stems).toEqual([
      'abc',
      '123',
      'break',
      'maxretri',
      '=abc-123',
      '=maxretries',
      'max',
      'retri',
    ]);
  });

  it('stems in its own language', () => {
    expect(analyseQuestion('Wo sind die Häuser und wo ist der Hof?').stems).toEqual(expect.arrayContaining(['haus']));
  });

  it('has the keys of its names, each once, without wide ones', () => {
    expect(analyseQuestion('Did Ada Marchetti meet Bits and Pieces, or Ada Marchetti?').names).toEqual([
      'ada marchetti',
      'bits',
      'pieces',
    ]);
  });

  it('is bounded: 64 stems and 256 words, however long it is', () => {
    const { words, stems, phrases } = analyseQuestion(Array.from({ length: 5000 }, (_, i) => `word${i}`).join(' '));
    expect([words.length, stems.length]).toEqual([256, 64]);
    expect(Math.max(...phrases.map(({ to }) => to))).toBe(64);
  });
});

describe('phrases that may be a title', () => {
  it('are runs of its words with two content words, longest first, with their place', () => {
    const { phrases } = analyseQuestion('who wrote the long winter');
    expect(phrases).toEqual([
      { key: 'who wrote the long winter', from: 0, to: 5 },
      { key: 'who wrote the long', from: 0, to: 4 },
      { key: 'wrote the long winter', from: 1, to: 5 },
      { key: 'wrote the long', from: 1, to: 4 },
      { key: 'the long winter', from: 2, to: 5 },
      { key: 'long winter', from: 3, to: 5 },
    ]);
  });

  it('are single words where they are written as names', () => {
    expect(phrases('where is Turin')).toContain('turin');
    expect(phrases('where is turin')).not.toContain('turin');
  });

  it('are function words where two of them are capitals inside the question', () => {
    expect(phrases('who made The Others')).toContain('the others');
    expect(phrases('who made the others')).not.toContain('the others');
  });

  it('have ten words at most', () => {
    const numbers = 'ant bee cat dog eel fox gnu hen ibis jay kite lark';
    expect(phrases(numbers)[0]).toBe('ant bee cat dog eel fox gnu hen ibis jay');
  });
});

import { describe, expect, it } from 'vitest';
import { guessesOneLink } from './guess.ts';

const QUESTION = 'Who is the sister of the founder of Norrfilm?';
const attempt = (guess: string, missing = ['who the sister of Ada Lindqvist is']) => ({
  reasoning: '',
  verdict: 'unknown' as const,
  text: '',
  shortAnswer: '',
  citations: [],
  candidates: [],
  established: [],
  queries: [],
  calculations: [],
  missing,
  guess,
});
const film = [{ title: 'The Long Winter', text: 'A film by Norrfilm with Eva Lindqvist and Jon Velkin.' }];

describe('a guess of the missing link', () => {
  it.each(['Eva Lindqvist', 'Eva Lindqvist (or Maja Lindqvist)', 'Eva Lindqvist, an actress'])(
    'counts if a source names it: %s',
    (guess) => {
      expect(guessesOneLink(attempt(guess), QUESTION, film)).toBe(true);
    },
  );
  it.each([
    ['no source names it', attempt('Maja Lindqvist')],
    ['it names only what the question names', attempt('a page about Norrfilm')],
    ['two links are missing', attempt('Eva Lindqvist', ['who founded it', 'who her sister is'])],
    ['there is none', attempt(' ')],
  ])('does not count if %s', (_, one) => {
    expect(guessesOneLink(one, QUESTION, film)).toBe(false);
  });
});

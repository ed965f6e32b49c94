import { expect, it } from 'vitest';
import { findStrayQuestions } from './stray-questions.ts';

const kept = (text: string, asked: string): string => {
  let rest = '';
  let from = 0;
  for (const { start, end } of findStrayQuestions(text, asked)) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
};

it('finds the questions that share no word with what is asked', () => {
  const page = 'The bakery opens at 8. Would you like a newsletter? When does the bakery close? It closes at 6.';
  expect(kept(page, 'When does the bakery close?')).toBe(
    'The bakery opens at 8.  When does the bakery close? It closes at 6.',
  );
});

it('keeps the speaker, so that the rest of the line has one', () => {
  const chat = [
    'Ana Lima: Shall we go out tonight? I can show you the pictures then.',
    'Ben: 7 pm works for me!',
    'Ana Lima: Any food you would like?',
  ].join('\n');
  expect(kept(chat, 'Which pictures were taken in Porto?')).toBe(
    'Ana Lima:  I can show you the pictures then.\nBen: 7 pm works for me!\nAna Lima: ',
  );
});

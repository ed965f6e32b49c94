import { expect, it } from 'vitest';
import { pagesDoNotSay, unconfirmedLine } from './verdict.ts';

it('says in the asker’s language what no page says', () => {
  expect(pagesDoNotSay(['where the founder lived'], '')).toBe('Your pages don’t say where the founder lived.');
  expect(pagesDoNotSay(['ob das auch für eine IVF-Behandlung gilt'], '')).toBe(
    'Eure Seiten sagen nicht, ob das auch für eine IVF-Behandlung gilt.',
  );
  expect(pagesDoNotSay(['où est le siège'], 'Probablement à Lyon, car les pages le citent.')).toBe(
    'Vos pages ne disent pas où est le siège.',
  );
  expect(pagesDoNotSay(['quién firma'], 'Probablemente Ana, que es la única persona de la lista.')).toBe(
    'Vuestras páginas no dicen quién firma.',
  );
});

it('shows the line with a likely answer alone', () => {
  const answer = { text: 'Probably 1412.', unconfirmed: ['where the founder lived'] };
  expect(unconfirmedLine({ ...answer, verdict: 'likely' })).toContain('where the founder lived');
  expect(unconfirmedLine({ ...answer, verdict: 'answered' })).toBeUndefined();
});

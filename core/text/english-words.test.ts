import { expect, it } from 'vitest';
import { isEnglishWord } from './english-words.ts';

it.each([
  'tire',
  'tyres',
  'colours',
  'favourite',
  'organise',
  'analysing',
  'centres',
  'cancelled',
  'licence',
  'kerb',
  'catalogue',
])('knows %s', async (word) => expect(await isEnglishWord(word)).toBe(true));

it.each(['hottel', 'parkking', 'tyrres', 'oure', 'reimbursemnt'])('does not know %s', async (word) =>
  expect(await isEnglishWord(word)).toBe(false),
);

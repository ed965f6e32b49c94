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

it('knows the words that the whole dictionary knows, and no others', async () => {
  const [{ default: nspell }, { default: english }] = await Promise.all([import('nspell'), import('dictionary-en')]);
  const whole = nspell(english.aff, english.dic);
  const forms = Object.keys((whole as unknown as { data: Record<string, unknown> }).data);
  expect(forms.length).toBeGreaterThan(100_000);
  // Slips of the finger. An ending of none of them has a British spelling, which the whole dictionary would not know.
  const slips = forms.flatMap((form, at) =>
    at % 20 === 0 ? [form.slice(1), form.replace(/^(.)(.)/, '$2$1'), `${form.slice(0, 3)}${form.slice(4)}`] : [],
  );
  const isBritish = (word: string) => /our|ll|re$|ence|is[eia]|ys[ei]/.test(word);
  // Of the long forms, which begin as their entries do, a part.
  const known = forms.filter((form, at) => form.length <= 6 || at % 5 === 0);
  const asked = [...known, ...slips.filter((word) => !isBritish(word))];
  const verdicts = await Promise.all(asked.map(isEnglishWord));
  expect(asked.filter((word, at) => verdicts[at] !== whole.correct(word))).toEqual([]);
});

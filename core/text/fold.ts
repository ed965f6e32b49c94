/**
 * Marks that writers may leave out: accents and dots on Latin, Greek and Cyrillic letters, vowel points of Hebrew and Arabic.
 * Marks of other scripts, such as Thai or Hindi vowels, are letters of their words, and so are the voicing marks of kana.
 */
const OPTIONAL_MARKS =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]]--[\u3099\u309a]]+/gv;
/** Letters that are written in two ways: the Turkish dotless i, final forms of Hebrew letters, and two endings of Arabic words. */
const VARIANTS: Readonly<Record<string, string>> = {
  ı: 'i',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};
const VARIANT = new RegExp(`[${Object.keys(VARIANTS).join('')}]`, 'g');

/** A text as words are compared: in lower case, without marks that may be left out, and with one form of each letter. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(OPTIONAL_MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(VARIANT, (letter) => VARIANTS[letter] ?? letter);

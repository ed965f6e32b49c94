import type { TextRun } from './text-run.ts';

/** Characters of a page from which a mix can be told; below, only a page that has nothing else is garbage. */
const MIN_CHARACTERS = 40;
/** Share of characters that no text has: places for a font's own signs, controls, the sign for what could not be read. */
const MAX_UNREADABLE = 0.2;
/** Latin letters from which their mix can be told, and the least share of vowels: languages have 35 to 50 %. */
const MIN_LETTERS = 200;
const MIN_VOWELS = 0.12;

/**
 * True for a page whose fonts do not say which letters they draw: a person sees words, and the file holds numbers of shapes,
 * which come out as signs of no alphabet, or as letters in no order.
 */
export const isGarbage = (runs: readonly TextRun[]): boolean => {
  const text = runs
    .map((run) => run.text)
    .join('')
    .replace(/\s/g, '');
  const unreadable = text.match(/[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu)?.length ?? 0;
  if (text.length < MIN_CHARACTERS) return text.length > 0 && unreadable === text.length;
  if (unreadable > MAX_UNREADABLE * text.length) return true;
  const latin = text.match(/[a-z\u00c0-\u024f]/gi)?.length ?? 0;
  // Code, tables of numbers and other alphabets have few Latin letters, or many signs between them.
  if (latin < MIN_LETTERS || latin < 0.7 * text.length) return false;
  const vowels = text.normalize('NFD').match(/[aeiouyæøœ]/gi)?.length ?? 0;
  return vowels < MIN_VOWELS * latin;
};

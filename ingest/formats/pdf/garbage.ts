import type { TextRun } from './text-run.ts';

/** Minimum characters of a page to judge their mix. With fewer, a page is garbage only if all are unreadable. */
const MIN_CHARACTERS = 40;
/** Maximum share of characters that text does not contain: private use, controls, the replacement character. */
const MAX_UNREADABLE = 0.2;
/** Minimum Latin letters to judge their mix, and minimum share of vowels. Languages have 35 to 50 %. */
const MIN_LETTERS = 200;
const MIN_VOWELS = 0.12;

/**
 * True for a page whose fonts have no mapping to Unicode. People see words, but the extracted characters are meaningless:
 * they belong to no alphabet, or are random letters.
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
  // Code, tables of numbers and other alphabets have few Latin letters, or many other characters between them.
  if (latin < MIN_LETTERS || latin < 0.7 * text.length) return false;
  const vowels = text.normalize('NFD').match(/[aeiouyæøœ]/gi)?.length ?? 0;
  return vowels < MIN_VOWELS * latin;
};

import { legalForm } from '../legal-form.ts';

/** The predicates of merges. Each gives the reason why two names are one thing. */
export const OTHER_ACCENTS = 'is also written (other accents)';
export const OTHER_SPACING = 'is also written (other hyphens or spaces)';
export const PLURAL = 'is also written (plural)';
export const INITIALS = 'is also written (initials, on the same page)';
export const WITHOUT_FORM = 'is also called (without its legal form)';

/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

const unaccented = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[øæœßłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
const letters = (text: string): string => text.replace(/&/g, 'and').replace(/[^\p{L}\p{N}]/gu, '');
const singular = (text: string): string => (/[^s'’]s$/.test(text) && text.length > 4 ? text.slice(0, -1) : text);

/**
 * Folds a name: removes accents, hyphens, spaces, the plural and the legal form, so that spellings of one thing become equal.
 * Empty for numbers, dates and sentences, which are not names.
 */
export const nameFold = (name: string): string => {
  if (!/\p{L}{2}/u.test(name) || name.split(/\s+/).length > 6) return '';
  return singular(letters(unaccented(legalForm(name).bare)));
};

/** The predicate that merges two names with the same fold; undefined if they may be two things. */
export const reasonFor = (name: string, other: string): string | undefined => {
  const [a, b] = [legalForm(name), legalForm(other)];
  if (a.form !== undefined && b.form !== undefined && a.form !== b.form) return undefined;
  if (a.form !== b.form) return WITHOUT_FORM;
  const [x, y] = [a.bare.toLowerCase(), b.bare.toLowerCase()];
  if (letters(x) === letters(y)) return OTHER_SPACING;
  if (letters(unaccented(x)) === letters(unaccented(y))) return OTHER_ACCENTS;
  return nameFold(name) === nameFold(other) ? PLURAL : undefined;
};

/** Splits `T. Carvalho` or `T Carvalho` into the initial and the family name; undefined for other names. */
export const initialsOf = (name: string): { initial: string; family: string } | undefined => {
  const match = unaccented(name).match(/^(\p{L})(?:\.\s?\p{L}|\s\p{L}(?=[\s.]))*\.?\s+(\p{L}[\p{L}'’-]+)$/u);
  const [, initial, family] = match ?? [];
  return initial && family ? { initial, family } : undefined;
};

/** True for a full name that matches an initial and a family name. */
export const isFullName = (name: string, { initial, family }: { initial: string; family: string }): boolean => {
  const parts = unaccented(name).split(/\s+/);
  const [first = ''] = parts;
  return parts.length >= 2 && parts.length <= 4 && first.length > 2 && first[0] === initial && parts.at(-1) === family;
};

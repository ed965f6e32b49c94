import { stemmer } from 'stemmer';
import { spaced } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';

const MAX_REMEMBERED = 50_000;
/** Words that Porter's rules give the stem of another word: an intern is nothing internal, and news are not new. */
const APART = new Map(
  'internal internally:internal|university universities:university|news|lateral laterally:lateral|business businesses:business|customer customers:customer|general generally:general'
    .split('|')
    .flatMap((group) => {
      const [forms = '', stem = forms] = group.split(':');
      return forms.split(' ').map((word) => [word, stem] as const);
    }),
);
const STAND_APART = new Set(APART.values());
/** A word with a digit is a name or a number, which has no endings: the pump KP-350S is not the pump KP-350. */
const isNumbered = (word: string): boolean => /\d/.test(word);

/** The stem by which indexes know a stem of `stemOf`: theirs tell no such words apart. */
export const indexStem = (stem: string): string => (STAND_APART.has(stem) || isNumbered(stem) ? stemmer(stem) : stem);

const remembered = new Map<string, string>();

/** The Porter stem of a folded word, remembered: pages repeat their words. A word with a digit stays as it is. */
export const stemOf = (word: string): string => {
  let stem = remembered.get(word);
  if (stem === undefined) {
    stem = APART.get(word) ?? (isNumbered(word) ? word : stemmer(word));
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(word, stem);
  }
  return stem;
};

/** The stems of a text's words in order, stop words included. */
export const stemsOf = (text: string): string[] => {
  const stems = words(spaced(text)).map(stemOf);
  // A name in code is found by its parts and as it stands.
  return text.includes('_') || text.includes('--') ? [...stems, ...identifiersIn(text)] : stems;
};

/** A name in code, or an option of a command: work_mem, pg_cancel_backend, --keep-within. */
export const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|(?<!-)--[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)/gu;

/** Names in code that a text holds, folded. */
export const identifiersIn = (text: string): string[] =>
  (text.match(IDENTIFIER) ?? []).map((name) => name.toLowerCase());

/** Stems are alike when they share this many letters at the start, at least the first five. */
const SHARED_START = 0.75;
const MIN_SHARED_LETTERS = 5;
/** Of a name with a digit and the same with an s: the plural (two MP3s), or another thing (the KP-350S). */
const NUMBERED_PLURAL = 0.7;

/**
 * How far a text that holds these stems holds this one: 1 for the stem itself, .75 to .65 for one that begins alike
 * ("expir" and "expiri"), 0 for none. The longer of the two loses most. Names with a digit are alike only as a plural.
 */
export const stemMatch = (stem: string, held: ReadonlySet<string>): number => {
  if (held.has(stem)) return 1;
  if (isNumbered(stem)) return held.has(stem.endsWith('s') ? stem.slice(0, -1) : `${stem}s`) ? NUMBERED_PLURAL : 0;
  if (stem.length < MIN_SHARED_LETTERS || STAND_APART.has(stem)) return 0;
  const start = stem.slice(0, Math.max(MIN_SHARED_LETTERS, Math.ceil(stem.length * SHARED_START)));
  let best = 0;
  for (const other of held) {
    if (!other.startsWith(start) || STAND_APART.has(other)) continue;
    const extra = Math.abs(other.length - stem.length);
    if (extra <= 3) best = Math.max(best, extra <= 1 ? 0.75 : 0.65);
  }
  return best;
};

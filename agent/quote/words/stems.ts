import { STOP_WORDS, withWordSpaces } from '../../../core/text/question-terms.ts';
import { wordStem } from '../../../core/text/word-stem.ts';
import { words } from '../../../core/text/words.ts';

const MAX_REMEMBERED = 50_000;
/**
 * Words to which Porter's algorithm gives the stem of an unrelated word, such as intern/internal and new/news. Format:
 * forms:stem.
 */
const STEM_EXCEPTIONS = new Map(
  'internal internally:internal|university universities:university|news|lateral laterally:lateral|business businesses:business|customer customers:customer|general generally:general'
    .split('|')
    .flatMap((group) => {
      const [forms = '', stem = forms] = group.split(':');
      return forms.split(' ').map((word) => [word, stem] as const);
    }),
);
const EXCEPTION_STEMS = new Set(STEM_EXCEPTIONS.values());
/** A word with a digit is a name or a number and is not stemmed: the pump KP-350S is not the pump KP-350. */
const isNumbered = (word: string): boolean => /\d/.test(word);

/**
 * Converts a stem of `stemOf` to the stem in the stored indexes, which have no exceptions to Porter's algorithm and know no
 * capitals.
 */
export const indexStem = (stem: string): string =>
  isCapitalName(stem)
    ? wordStem(stem.toLowerCase())
    : EXCEPTION_STEMS.has(stem) || isNumbered(stem)
      ? wordStem(stem)
      : stem;

const remembered = new Map<string, string>();

/** The Porter stem of a folded word, with the exceptions above. Cached, because pages repeat words. */
export const stemOf = (word: string): string => {
  let stem = remembered.get(word);
  if (stem === undefined) {
    stem = STEM_EXCEPTIONS.get(word) ?? (isNumbered(word) ? word : wordStem(word));
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(word, stem);
  }
  return stem;
};

/** Stems of words that join or ask and name nothing. */
export const STOP_STEMS: ReadonlySet<string> = new Set(Array.from(STOP_WORDS, stemOf));

/** The stems of a text's words in order, stop words included. */
export const stemsOf = (text: string): string[] => {
  const stems = words(withWordSpaces(text)).map(stemOf);
  // A name in code matches by its parts and as a whole.
  if (text.includes('_') || text.includes('--')) stems.push(...identifiersIn(text));
  stems.push(...capitalNamesIn(text));
  return stems;
};

const OPENING_CAPITALS = /^[^A-Za-z]*[A-Z]{2,}\b/;
const CAPITALS = /\b[A-Z]{2,}\b/g;
/** Function words in capitals, which are names: IT and US. They keep their capitals, so that no "it" matches IT. */
const capitalNamesIn = (text: string): string[] =>
  (text.match(CAPITALS) ?? []).filter((word) => STOP_WORDS.has(word.toLowerCase()));

/** True for a text that opens with such a name, where "it" would speak of what stands above. */
export const opensWithCapitalName = (text: string): boolean => OPENING_CAPITALS.test(text);

/** True for a stem that matches capitals alone. All others are in lower case. */
export const isCapitalName = (stem: string): boolean => /^[A-Z]/.test(stem);

/** A name in code or a command's option: work_mem, pg_cancel_backend, --keep-within. */
const IDENTIFIER = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|(?<!-)--[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)/gu;

const HYPHENATED = /(?<![a-z\d-])(?:[a-z]{2,}-[a-z]{3,}|[a-z]{3,}-[a-z]{2,})(?![a-z\d-])/g;
/** The stems of a text, and those of its words of two parts written as one: "standup" of "stand-up". */
export const stemsAndCompounds = (text: string): string[] => {
  const stems = stemsOf(text);
  return text.includes('-')
    ? [...stems, ...(text.toLowerCase().match(HYPHENATED) ?? []).map((word) => stemOf(word.replace('-', '')))]
    : stems;
};

/** Short words that are joined with another one, with a hyphen or without: "stand-up", "co-working", "off-site". */
const JOINED = new Set('up in on off out over down back by co non self pre'.split(' '));

/** The short word and the other half of a word that may also be written with a hyphen; undefined for other words. */
export const halvesOf = (word: string): { joined: string; half: string } | undefined => {
  for (let at = 2; at <= word.length - 2; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (JOINED.has(second) && first.length >= 3) return { joined: second, half: first };
    if (JOINED.has(first) && second.length >= 4) return { joined: first, half: second };
  }
  return undefined;
};

/** The names in code of a text, in lower case. */
const identifiersIn = (text: string): string[] => (text.match(IDENTIFIER) ?? []).map((name) => name.toLowerCase());

/** Share of their letters that similar stems have in common at the start, at least five letters. */
const SHARED_START = 0.75;
const MIN_SHARED_LETTERS = 5;
/**
 * Match of a name with a digit and the same name with an s: perhaps its plural (MP3s), perhaps another thing (KP-350S).
 */
const NUMBERED_PLURAL = 0.7;

/**
 * Match of a stem in a set of stems: 1 for the stem itself, .75 or .65 for one with the same beginning ("expir" and
 * "expiri"), depending on the difference in length, 0 for none. A name with a digit matches only its plural.
 */
export const stemMatch = (stem: string, held: ReadonlySet<string>): number => {
  if (held.has(stem)) return 1;
  const { plural, start } = alikeOf(stem);
  if (plural !== undefined) return held.has(plural) ? NUMBERED_PLURAL : 0;
  if (start === undefined) return 0;
  let best = 0;
  for (const other of held) {
    if (!other.startsWith(start) || EXCEPTION_STEMS.has(other)) continue;
    const extra = Math.abs(other.length - stem.length);
    if (extra <= 3) best = Math.max(best, extra <= 1 ? 0.75 : 0.65);
  }
  return best;
};

/** What stems that match this one look like: the plural of a name with a digit, or a start. */
interface Alike {
  plural?: string;
  start?: string;
}
const NOTHING_ALIKE: Alike = {};
const readAlike = (stem: string): Alike => {
  if (isNumbered(stem)) return { plural: stem.endsWith('s') ? stem.slice(0, -1) : `${stem}s` };
  if (stem.length < MIN_SHARED_LETTERS || EXCEPTION_STEMS.has(stem)) return NOTHING_ALIKE;
  return { start: stem.slice(0, Math.max(MIN_SHARED_LETTERS, Math.ceil(stem.length * SHARED_START))) };
};
/** Of a question's stems, which are matched against those of each candidate. */
const alikes = new Map<string, Alike>();
const alikeOf = (stem: string): Alike => {
  let alike = alikes.get(stem);
  if (!alike) {
    alike = readAlike(stem);
    if (alikes.size >= MAX_REMEMBERED) alikes.clear();
    alikes.set(stem, alike);
  }
  return alike;
};

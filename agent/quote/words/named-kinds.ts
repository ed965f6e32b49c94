import { ofLast } from './of-last.ts';
import { regionsIn } from './region-names.ts';
import { stemOf } from './stems.ts';

// Kinds that a text names by their members: "in English and French" tells languages without the word.

const LANGUAGES =
  'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gd gl he hi hr hu id is it ja ko lb lt lv mk ms mt nb nl nn no pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi yue zh'.split(
    ' ',
  );
const COLOURS =
  'black white red green blue yellow orange purple violet pink brown grey gray silver gold turquoise beige navy maroon cream';

/** A pattern for any of some names, made when it is first asked for. */
const anyOf = (names: () => readonly string[]): (() => RegExp) => {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...new Set(names())].join('|')})(?![\\p{L}\\p{N}])`, 'gu');
    return pattern;
  };
};
const ofLettersAlone = (names: readonly string[]): string[] => names.filter((name) => /^[\p{L} ]+$/u.test(name));
const languageNames = (): string[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return LANGUAGES.flatMap((code) => names.of(code) ?? []);
};
/** The names of the world's countries in English. */
export const countryNames = anyOf(() => ofLettersAlone(regionsIn('en')));
const MEMBERS: ReadonlyMap<string, () => RegExp> = new Map([
  ['language', anyOf(() => ofLettersAlone(languageNames()))],
  ['country', countryNames],
  ['colour', anyOf(() => COLOURS.split(' '))],
  ['color', anyOf(() => COLOURS.split(' '))],
]);
const BY_STEM = new Map(Array.from(MEMBERS, ([word, pattern]) => [stemOf(word), pattern]));

/** True if a stem is the name of such a kind. */
const isNamedKind = (stem: string): boolean => BY_STEM.has(stem);

/** Minimum members of a kind for a text to tell which there are. */
const MIN_MEMBERS = 2;
/** True if a text names at least two members of the kind. */
export const namesMembers = (stem: string, text: string): boolean =>
  new Set(text.match(BY_STEM.get(stem)?.() ?? /(?!)/g)).size >= MIN_MEMBERS;

const ASKS_WHICH = /\b(?:which|what|in how many|how many)\s+(?:other |foreign )?(\p{L}+)/iu;
/** The stem of the kind whose members a question asks for: "which languages does the desk speak". */
export const kindAsked = ofLast((question: string): string | undefined => {
  const stem = stemOf(ASKS_WHICH.exec(question)?.[1]?.toLowerCase() ?? '');
  return isNamedKind(stem) ? stem : undefined;
});

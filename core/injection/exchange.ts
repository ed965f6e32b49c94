import { EXCHANGE_WORDS, type ExchangeWords, UNSPACED_EXCHANGE_WORDS } from './exchange-words.ts';
import { screenOf } from './screen-of.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/** Aspects from which on a sentence is about the exchange. Of ordinary pages one sentence in a thousand has as many. */
const MIN_ASPECTS = 3;
/** By these a sentence speaks of this very exchange. Without them it may be about any conversation of people. */
const OF_THIS_EXCHANGE: ReadonlySet<string> = new Set<keyof ExchangeWords>(['reads', 'page']);
/** That a program says or must do something is no exchange yet (machine-duties.ts). */
const OF_ANY_DUTY: ReadonlySet<string> = new Set<keyof ExchangeWords>(['reads', 'says', 'terms', 'spokenTo']);

/** Words in quotation marks: what somebody is to say, or an example. */
const QUOTED = /"[^"]*"|“[^”"]*[”"]|„[^“”"]*[“”"]|«[^»]*»/gu;

const asWord = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${withoutAccents(list)})(?![\\p{L}\\p{N}])`, 'u');
type Aspects = readonly { name: string; pattern: RegExp }[];
const spaced: readonly Aspects[] = Object.values(EXCHANGE_WORDS).map((words) =>
  Object.entries({ ...words }).map(([name, list]) => ({ name, pattern: asWord(list) })),
);
/** All aspects of all languages: most sentences hold the letters of too few of them in any one language. */
const patterns = spaced.flatMap((aspects, language) => aspects.map((aspect) => ({ language, ...aspect })));
const screen = screenOf(patterns.map(({ pattern }) => pattern));

const unspaced: readonly Aspects[] = Object.values(UNSPACED_EXCHANGE_WORDS).map((words) =>
  Object.entries(words).map(([name, list]) => ({ name, pattern: new RegExp(list, 'u') })),
);
const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const areEnough = (names: readonly string[]): boolean =>
  names.length >= MIN_ASPECTS &&
  names.some((name) => OF_THIS_EXCHANGE.has(name)) &&
  names.some((name) => !OF_ANY_DUTY.has(name));

/** True for a text that speaks of enough aspects. One word counts once, though it may belong to two. */
const speaksOf = (aspects: Aspects, text: string): boolean => {
  const places = new Map<string, number>();
  for (const { name, pattern } of aspects) {
    const at = text.search(pattern);
    if (at !== -1) places.set(name, at);
  }
  return areEnough([...places.keys()]) && new Set(places.values()).size >= MIN_ASPECTS;
};

/**
 * True for a sentence about the exchange that a page is read in: it speaks of who reads it, of itself or the conversation, and
 * of two more things such as who asks, what is answered, what is said or kept back, and on what terms. A sentence about the
 * world has one or two of these by chance. Takes no account of wording or grammar, so it also finds orders that nobody has
 * seen before.
 */
export const isAboutTheExchange = (sentence: string): boolean => foldedIsAboutTheExchange(foldedForReading(sentence));

/** The same for a folded sentence, which others have folded already. */
export const foldedIsAboutTheExchange = (sentence: string): boolean => {
  const folded = sentence.replace(QUOTED, ' ');
  const plain = withoutAccents(folded);
  const found = screen.candidates(plain);
  // Each language on its own: short words of several languages look alike.
  if (found.length >= MIN_ASPECTS)
    for (const aspects of Map.groupBy(
      found.map((index) => patterns[index] as (typeof patterns)[number]),
      ({ language }) => language,
    ).values())
      if (areEnough(aspects.map(({ name }) => name)) && speaksOf(aspects, plain)) return true;
  return UNSPACED_SCRIPT.test(folded) && unspaced.some((aspects) => speaksOf(aspects, folded));
};

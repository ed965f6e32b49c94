import { words } from '../../core/text/words.ts';
import { CALENDAR_WORDS, FUNCTION_WORDS } from './function-words.ts';

/** A name in a text. */
export interface NameMention {
  /** The entity's key: the name's folded words without possessive 's, joined by spaces. */
  key: string;
  /** The name as written. */
  name: string;
  start: number;
  end: number;
  /**
   * Whether the name contains "and", "in", "on" or similar words. Such a run is usually several names, but may be the title of
   * a work. It may name a page but is not an entity.
   */
  wide: boolean;
}

interface Token {
  text: string;
  start: number;
  end: number;
  capital: boolean;
  digits: boolean;
}

const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;
const JOINERS = new Set('of the de da di del della du des la le van von der den zu al bin ibn y'.split(' '));
const WIDE_JOINERS = new Set('and in to on at for a an with from by or und et'.split(' '));
/** What may separate two words of a name: a space, hyphen, apostrophe or ampersand. */
const GAP = /^(?:[ \u00a0]|[-–'’/]| ?& ?|['’] ?)$/;
const INITIAL_GAP = /^\. ?-?$/;
const SHORT_FORMS = new Set('dr mr mrs ms st jr sr prof mt ft vs no inc co ltd'.split(' '));
const MAX_WORDS = 12;

/**
 * The names in a text (docs/search.md, ranking step 2): runs of capitalised words, joined by "of", "the", "de", "van", "von",
 * "&", an apostrophe, a hyphen or the full stop of an initial, without leading function words. A run may contain or start
 * with a number ("2010 FIFA World Cup"). The result depends only on the text, not on other indexed pages. Single words need at
 * least three letters and must not be function words, days or months. Codes such as "API-204" count as names.
 */
export const namesIn = (text: string): NameMention[] => {
  const tokens = tokensOf(text);
  const mentions: NameMention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = runFrom(text, tokens, at);
    if (end === at) {
      at++;
      continue;
    }
    mentions.push(...namesOfRun(text, tokens.slice(at, end)));
    at = end;
  }
  return mentions;
};

/** The keys of the names in a text, each once, without those that a joiner such as "and" may have made of two. */
export const narrowNamesIn = (text: string): string[] => [
  ...new Set(namesIn(text).flatMap(({ key, wide }) => (wide ? [] : [key]))),
];

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    while (at < text.length && isAsciiWord(text.charCodeAt(at))) at++;
    if (at < text.length && text.charCodeAt(at) >= 128) {
      // A word may contain non-ASCII letters, so the rest of the text is tokenized with `TOKEN`.
      return [...tokens, ...otherTokens(text, start)];
    }
    if (at > start) tokens.push(tokenAt(text, start, at));
    at++;
  }
  return tokens;
};

/** Comparisons are faster than a regular expression, and most texts are ASCII. */
const isAsciiWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

const otherTokens = (text: string, from: number): Token[] =>
  Array.from(text.slice(from).matchAll(TOKEN), ({ 0: word, index }) =>
    tokenAt(text, from + index, from + index + word.length),
  );

/** Replaces all words that cannot be part of a name, which are most words. */
const OTHER_WORD: Token = { text: '', start: 0, end: 0, capital: false, digits: false };
/** Length of the longest joiners, such as "della". Longer words in lower case cannot join parts of a name. */
const MAX_JOINER_LETTERS = 5;

const tokenAt = (text: string, start: number, end: number): Token => {
  const capital = isCapital(text, start);
  const digits = !capital && isDigit(text, start);
  if (!capital && !digits && end - start > MAX_JOINER_LETTERS) return OTHER_WORD;
  return { text: text.slice(start, end), start, end, capital, digits };
};

const isCapital = (text: string, at: number): boolean => {
  const first = text.charCodeAt(at);
  return first < 128 ? first >= 65 && first <= 90 : /^\p{Lu}/u.test(text.slice(at, at + 2));
};

const isDigit = (text: string, at: number): boolean => {
  const first = text.charCodeAt(at);
  return first < 128 ? first >= 48 && first <= 57 : /^\p{N}/u.test(text.slice(at, at + 2));
};

/** The end (exclusive) of the longest run of name words that starts at this token; `from` if there is none. */
const runFrom = (text: string, tokens: readonly Token[], from: number): number => {
  const first = tokens[from]!;
  const second = tokens[from + 1];
  if (!first.capital && !(first.digits && second?.capital && joined(text, first, second))) return from;
  let end = from + 1;
  while (end < tokens.length && end - from < MAX_WORDS) {
    // Joiners are part of the run only if a name word follows. "The" after a number starts another name: "In 1599 the
    // East India Company".
    let next = end;
    while (
      next < tokens.length &&
      next - end < 3 &&
      isJoiner(tokens[next]!) &&
      !(tokens[next]!.text === 'the' && tokens[next - 1]!.digits) &&
      joined(text, tokens[next - 1]!, tokens[next]!)
    )
      next++;
    const token = tokens[next];
    if (!token || !(token.capital || token.digits || isPossessive(text, tokens, next))) break;
    if (!joined(text, tokens[next - 1]!, token)) break;
    end = next + 1;
  }
  if (end > from + 1 && isPossessive(text, tokens, end - 1)) end--;
  return end;
};

const isJoiner = ({ text }: Token) => JOINERS.has(text) || WIDE_JOINERS.has(text);

const isPossessive = (text: string, tokens: readonly Token[], at: number) =>
  tokens[at]!.text === 's' && /['’]/.test(text[tokens[at]!.start - 1] ?? '');

const joined = (text: string, left: Token, right: Token) => {
  const gap = text.slice(left.end, right.start);
  if (GAP.test(gap)) return true;
  return INITIAL_GAP.test(gap) && (left.text.length === 1 || SHORT_FORMS.has(left.text.toLowerCase()));
};

/**
 * The names in a run: the parts between wide joiners are entities, and several joined parts are wide names. A part with a
 * possessive gives two names, one of which ends there ("Murry's Journal" and "Murry").
 */
const namesOfRun = (text: string, run: readonly Token[]): NameMention[] => {
  const parts: Token[][] = [[]];
  for (const token of run) {
    if (WIDE_JOINERS.has(token.text)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  const mentions: NameMention[] = [];
  for (const part of parts) {
    add(mentions, text, part, false);
    const possessive = part.findIndex((token, i) => i > 0 && isPossessive(text, part, i) && token.text === 's');
    if (possessive > 0) add(mentions, text, part.slice(0, possessive), false);
  }
  for (let from = 0; from < parts.length - 1; from++) {
    for (let to = from + 1; to < Math.min(parts.length, from + 4); to++) {
      const first = stripped(parts[from]!)[0];
      const last = parts[to]!.at(-1);
      if (first && last) add(mentions, text, run.slice(run.indexOf(first), run.indexOf(last) + 1), true);
    }
  }
  return mentions;
};

const stripped = (tokens: readonly Token[]): readonly Token[] => {
  let from = 0;
  while (from < tokens.length && FUNCTION_WORDS.has(tokens[from]!.text.toLowerCase())) from++;
  return tokens.slice(from);
};

const add = (mentions: NameMention[], text: string, tokens: readonly Token[], wide: boolean): void => {
  const kept = stripped(tokens);
  if (kept.length === 0) return;
  const start = kept[0]!.start;
  const end = kept.at(-1)!.end;
  const name = text.slice(start, end);
  const parts = words(/['’]s/.test(name) ? name.replace(/['’]s\b/gu, '') : name);
  if (parts.length === 0) return;
  const [only] = parts;
  if (parts.length === 1 && (only!.length < 3 || CALENDAR_WORDS.has(only!) || /^\d+$/.test(only!))) return;
  if (parts.every((word) => FUNCTION_WORDS.has(word) || CALENDAR_WORDS.has(word) || /^\d{1,4}$/.test(word))) return;
  mentions.push({ key: parts.join(' '), name, start, end, wide });
};

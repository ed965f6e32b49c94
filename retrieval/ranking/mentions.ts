import { words } from '../../core/text/words.ts';
import { CALENDAR_WORDS, FUNCTION_WORDS } from './function-words.ts';

/** A name as a text writes it. */
export interface NameMention {
  /** The entity's key: its folded words without a possessive 's, joined by single spaces. */
  key: string;
  /** As written. */
  name: string;
  start: number;
  end: number;
  /**
   * True for a run over "and", "in", "on"…: more often two names than one, but the titles of works look so. It may name a
   * page; it is never an entity of its own.
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
/** Between two words of one name: a space, a hyphen, an apostrophe, an ampersand; a full stop only after an initial. */
const GAP = /^(?:[ \u00a0]|[-–'’/]| ?& ?|['’] ?)$/;
const INITIAL_GAP = /^\. ?-?$/;
const SHORT_FORMS = new Set('dr mr mrs ms st jr sr prof mt ft vs no inc co ltd'.split(' '));
const MAX_WORDS = 12;

/**
 * The names in a text (docs/search.md, ranking step 2): runs of capitalised words, joined by "of", "the", "de", "van", "von", "&",
 * an apostrophe, a hyphen or an initial's full stop, without leading function words. A number may lead a run or stand in it
 * ("2010 FIFA World Cup"). Looks at the text alone, never at what else is indexed, so that a page's names are the same
 * whatever came before it. Runs of one word count from three letters on, unless they are function words, days or months;
 * codes such as "API-204" count as they stand.
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

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    while (at < text.length && isAsciiWord(text.charCodeAt(at))) at++;
    if (at < text.length && text.charCodeAt(at) >= 128) {
      // A word may go on in other letters: from here on the expression says where words begin and end.
      return [...tokens, ...otherTokens(text, start)];
    }
    if (at > start) tokens.push(tokenAt(text, start, at));
    at++;
  }
  return tokens;
};

/** Most texts are ASCII, and a comparison is cheaper there than an expression. */
const isAsciiWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

const otherTokens = (text: string, from: number): Token[] =>
  Array.from(text.slice(from).matchAll(TOKEN), ({ 0: word, index }) =>
    tokenAt(text, from + index, from + index + word.length),
  );

/** A word that no name holds, wherever it stands: most are such, and need not be told apart. */
const OTHER_WORD: Token = { text: '', start: 0, end: 0, capital: false, digits: false };
/** "of", "the", "della": a longer word in lower case joins no parts of a name. */
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

/** The end of the widest run of names that starts at this token; the token itself when none does. */
const runFrom = (text: string, tokens: readonly Token[], from: number): number => {
  const first = tokens[from]!;
  const second = tokens[from + 1];
  if (!first.capital && !(first.digits && second?.capital && joined(text, first, second))) return from;
  let end = from + 1;
  while (end < tokens.length && end - from < MAX_WORDS) {
    // Joiners belong to the run only when a name's word follows them.
    let next = end;
    while (
      next < tokens.length &&
      next - end < 3 &&
      isJoiner(tokens[next]!) &&
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
 * What a run names: its parts between wide joiners are entities; joined parts are wide mentions; and a possessive ends a
 * name as well as it continues one ("Murry's Journal" may be both).
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

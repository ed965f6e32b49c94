import { ELSEWHERE } from './elsewhere.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { compile, PHRASE_KINDS, type Phrasebook, type PhraseKind } from './phrasebook.ts';
import { SPANISH } from './spanish.ts';

/** Languages that Parley has replies in. */
export type ReplyLanguage = 'en' | 'de' | 'fr' | 'es';

/** What a clause is, and the languages in which it is so: "super" is praise in three of them. */
export interface ReadClause {
  kind: PhraseKind;
  languages: readonly ReplyLanguage[];
}

const BOOKS: readonly (readonly [ReplyLanguage, Phrasebook])[] = [
  ['en', ENGLISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['es', SPANISH],
  ['en', ELSEWHERE],
];

const patternsOf = (kind: keyof Phrasebook) =>
  BOOKS.flatMap(([language, book]) => {
    const phrases = book[kind];
    return phrases ? [{ language, pattern: compile(phrases) }] : [];
  });
const PATTERNS = PHRASE_KINDS.map((kind) => ({ kind, ways: patternsOf(kind) }));
const ORDERS = patternsOf('injection');
const CHORES = patternsOf('chore');
const MORES = patternsOf('more');

const languagesBy = (ways: ReturnType<typeof patternsOf>, text: string): ReplyLanguage[] => [
  ...new Set(ways.filter(({ pattern }) => pattern.test(text)).map(({ language }) => language)),
];

/** Languages in which folded text asks to ignore instructions, wherever it says so. Empty if in none. */
export const orderedIn = (folded: string): ReplyLanguage[] => languagesBy(ORDERS, folded);
/** Languages in which folded text asks to write or to joke. Empty if in none. */
export const choreIn = (folded: string): ReplyLanguage[] => languagesBy(CHORES, folded);
/** True if folded text asks what else the page of the last answer says. */
export const isForMore = (folded: string): boolean => languagesBy(MORES, folded.replace(/\W+$/, '')).length > 0;

/** Reads a clause that is small talk as a whole or in parts: "ok thx", "hello hello". If of several kinds, the first one. */
export const readClause = (clause: string): ReadClause | undefined => {
  const whole = readWhole(clause) ?? (ENDS.test(clause) ? readWhole(clause.replace(ENDS, '')) : undefined);
  if (whole) return whole;
  const words = clause.split(' ');
  if (words.length > MAX_WORDS_IN_PARTS) return undefined;
  for (let at = 1; at < words.length; at++) {
    const first = readWhole(words.slice(0, at).join(' '));
    const second = first && readClause(words.slice(at).join(' '));
    if (!first || !second) continue;
    const shared = first.languages.filter((one) => second.languages.includes(one));
    return {
      kind: PHRASE_KINDS.find((kind) => kind === first.kind || kind === second.kind) ?? first.kind,
      languages: shared.length > 0 ? shared : [...first.languages, ...second.languages],
    };
  }
  return undefined;
};
const MAX_WORDS_IN_PARTS = 7;
/** Words that end small talk and say nothing: "who are you then?", "you ok today?" */
const ENDS = / (?:then|today|tonight|though|anyway|mate|pal|buddy|matey|love|friend|denn|heute|alors|pues)$/;

const readWhole = (clause: string): ReadClause | undefined => {
  for (const { kind, ways } of PATTERNS) {
    const languages = languagesBy(ways, clause);
    if (languages.length > 0) return { kind, languages };
  }
  return undefined;
};

/** The language of most clauses; of as many, the first one in which Parley replies. */
export const languageSaid = (clauses: readonly Pick<ReadClause, 'languages'>[]): ReplyLanguage => {
  const counted = BOOKS.map(([language]) => ({
    language,
    count: clauses.filter(({ languages }) => languages.includes(language)).length,
  }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).language;
};

/** The clauses of a folded message, without words that ask and say nothing. */
export const clausesOf = (folded: string): string[] =>
  folded
    .split(
      /[,.!?;:()\n]+|\s[-–—]+\s|\s(?:and|but|und|aber|et|mais|y|pero)\s(?=(?:thank|thx|see|have|good|hello|hi|bye|you|that|this|it|danke|merci|gracias|who|what)\b)/,
    )
    .map((clause) => clause.replace(/^(?:and|but|so|then|oh|ah|well) /, '').trim())
    .filter((clause) => clause !== '' && !/^(?:parley|bot|please|pls|dear|guys|all)$/.test(clause));

/** Lower case, without accents, emoji, mentions, quotes and marks of emphasis, with one space between words. */
export const fold = (message: string): string =>
  message
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Hangul is in single letters otherwise.
    .normalize('NFC')
    .replace(/[’`´]/g, "'")
    .replace(/ß/g, 'ss')
    .replace(
      /\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F3FB}-\u{1F3FF}]|(?:^|\s)[:;]-?[)(DPpo/|](?=\s|$)|<3|:[a-z_+-]+\d?:/gu,
      ' ',
    )
    .replace(/<[@#!][^>]*>|^@\S+/g, ' ')
    .replace(/["“”*_~]/g, '')
    .replace(/[¿¡]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    // A command of one word, as chat programs have it: "/help".
    .replace(/^\/(?=\p{L}+$)/u, '')
    // As people type in a chat.
    .replace(/\b(?:u r|ur|youre)(?= (?!\w+ (?:is|are|was)\b))/g, 'you are')
    .replace(/\bu\b/g, 'you')
    .replace(/\br(?= you\b)/g, 'are')
    .replace(/\b(?:sry|srry|soz)\b/g, 'sorry');

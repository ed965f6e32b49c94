import { words } from '../../../core/text/words.ts';
import { askersLanguageAmong, languagesHeld, onlyLanguageOf } from '../languages/asked-language.ts';
import { type GlossaryLanguage, isFunctionWord, otherWordsFor, translateToEnglish } from '../languages/glossary.ts';
import { askedDays, type DaySpan, yearsIn } from '../words/dates.ts';
import { type Quantity, quantitiesAndWordsIn } from '../words/numbers.ts';
import { expandShortForms, shortFormsInPages } from '../words/short-forms.ts';
import { type Correction, correctSpelling, joinNumberedWords } from '../words/spelling.ts';
import { stemOf } from '../words/stems.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { type AnswerType, answerTypes, measureIn } from './answer-types.ts';
import { withCompounds } from './compounds.ts';
import { type EarlierTurn, readFollowUp, swapsWord } from './follow-up.ts';
import {
  foreignForm,
  type NativeForm,
  type ReadWords,
  readNative,
  withForeignForms,
  withWrittenForms,
} from './native-question.ts';
import { type Term, termsOf } from './terms.ts';

/** A parsed question. */
export interface ReadQuestion {
  /**
   * The corrected question in the pages' language, after the previous question if it depends on that. Used for
   * searching.
   */
  query: string;
  /** As `query`, without the previous question. */
  text: string;
  /** True if only its shortness tells that it goes on with the previous question, so that it may be one by itself. */
  mayStandAlone: boolean;
  /** True if it only names something else to ask the question before of: "and for students?" */
  swaps: boolean;
  /** The question in the pages' language, where that is not English. */
  native?: NativeForm;
  /** Words that the question writes as two and pages as one (`withCompounds`). */
  compounds: readonly string[];
  terms: readonly Term[];
  types: readonly AnswerType[];
  /** The unit asked for: weeks in "how many weeks". */
  measure?: string;
  quantities: readonly Quantity[];
  days?: DaySpan;
  years: readonly number[];
  /** True if it asks about the past, which a replaced page may answer. */
  past: boolean;
  /** Number of nested clauses; 0 for a plain question. */
  nested: number;
  corrections: readonly Correction[];
  /** The asker's language, if Parley answers in it; otherwise English. */
  language: 'en' | GlossaryLanguage;
}

export interface ReadingContext {
  vocabulary?: Vocabulary;
  /** The words of the pages that a search finds. */
  wordsNearby(query: string): Promise<ReadonlySet<string>>;
  /** The day of asking, in days since 1970-01-01. */
  today: number;
}

/** Weight of the previous question's words, relative to the question's own. */
const EARLIER_SHARE = 0.6;
/** Words that ask about the past. */
const PAST =
  /\b(?:19|20)\d\d\b.*\b(?:polic|rule|price|list|cost)|\b(?:polic|rule|price|list|cost)\w*\b.*\b(?:19|20)\d\d\b|\b(?:used to|before|previous(?:ly)?|former(?:ly)?|old|earlier|no longer|replaced|valid|outdated)\b|\b(?:did|was|were)\b.*\b(?:cost|allowed|could|under)\b|\bin (?:19|20)\d\d\b/i;
/** "One of us", "half of it". */
const COUNTS_NOTHING = /^(?:one|half)\b/i;
/** Words that open a clause inside a question. */
const CLAUSE = /\b(?:who|whom|whose|which|that|where|when|in which|for which)\b/gi;
/** A property of something that a clause describes. */
const OF_A_CLAUSE = /^\W*what(?:['’]?s| is| was| are| were) the\b.*\b(?:that|who|which|whose)\b/i;
const LONG_QUESTION_WORDS = 18;
/** Minimum share of words that pages contain for a question to be in the pages' language. */
const SHARE_HELD = 0.6;

/**
 * Parses a question: detects its language, corrects typos, resolves references to earlier turns, and extracts terms,
 * numbers and days.
 */
export const readQuestion = async (
  asked: string,
  history: readonly EarlierTurn[],
  { vocabulary, wordsNearby, today }: ReadingContext,
): Promise<ReadQuestion> => {
  const plain = asked.replace(/\s+/g, ' ').trim();
  const held = vocabulary && (await languagesHeld(vocabulary));
  const pages = held && onlyLanguageOf(held);
  const language = askersLanguageAmong(plain, pages);
  const isNative = language !== 'en' && vocabulary !== undefined && held?.has(language) === true;
  const { corrected, corrections, asWritten } = isNative
    ? await readNative(plain, language, vocabulary, wordsNearby)
    : await readInEnglish(plain, language, vocabulary, wordsNearby);
  const followUp = readFollowUp(corrected, history, plain);
  const text =
    followUp.person === undefined ? corrected : corrected.replace(/\b(?:he|she|him|his|her|hers)\b/i, followUp.person);
  /** The pages' language, for a question in English. */
  const foreign = language === 'en' ? pages : undefined;
  const own = isNative
    ? withWrittenForms(termsOf(text), asWritten, language)
    : foreign
      ? withForeignForms(termsOf(text), foreign)
      : termsOf(text);
  const continues = followUp.earlier !== undefined && !(followUp.elliptic && (await namesUnknown(own, vocabulary)));
  const before = continues ? (followUp.earlier ?? '') : '';
  const earlier = isNative ? translateToEnglish(before, language, () => false) : expandShortForms(before);
  const read = earlier === '' ? own : withEarlier(own, termsOf(earlier, EARLIER_SHARE));
  const { terms, compounds } = await withCompounds(text, read, vocabulary);
  const types = answerTypes(text);
  return {
    query: earlier === '' ? text : `${earlier} ${text}`,
    text,
    mayStandAlone: earlier !== '' && followUp.fragment === true,
    swaps: earlier !== '' && followUp.situation === undefined && swapsWord(text),
    ...(isNative && { native: nativeForm(before === '' ? asWritten : `${before} ${asWritten}`, language) }),
    ...(foreign && { native: foreignForm(earlier === '' ? text : `${earlier} ${text}`, foreign) }),
    compounds,
    terms,
    types: types.length === 0 && earlier !== '' ? answerTypes(earlier) : types,
    measure: measureIn(text),
    quantities: quantitiesIn(text, followUp.situation),
    days: askedDays(asked, today),
    years: yearsIn(text),
    past: PAST.test(text),
    nested: nestedClauses(text) + (words(text).length > LONG_QUESTION_WORDS ? 1 : 0),
    corrections,
    language,
  };
};

/** The quantities of a question, or else those of the situation in which it is asked: "lamps for 900 quid. Whose ok do I need?" */
const quantitiesIn = (text: string, situation = ''): Quantity[] => {
  const own = quantitiesAndWordsIn(text).filter(({ start }) => !COUNTS_NOTHING.test(text.slice(start)));
  return own.length > 0 || situation === '' ? own : quantitiesIn(situation);
};

const nativeForm = (text: string, language: GlossaryLanguage): NativeForm => ({
  language,
  text,
  otherWords: otherWordsFor(text, language),
});

/** For pages in English: translates first, and compares with what the pages hold. */
const readInEnglish = async (
  plain: string,
  language: ReadQuestion['language'],
  vocabulary: Vocabulary | undefined,
  wordsNearby: ReadingContext['wordsNearby'],
): Promise<ReadWords> => {
  const kept = vocabulary && (await shortFormsInPages(plain, vocabulary));
  const written = language === 'en' ? expandShortForms(plain, kept) : await translate(plain, language, vocabulary);
  const translated = vocabulary ? await joinNumberedWords(written, vocabulary) : written;
  const { text, corrections } = vocabulary
    ? await correctSpelling(translated, vocabulary, () => wordsNearby(translated))
    : { text: translated, corrections: [] };
  return { corrected: text, corrections, asWritten: plain };
};

/** "Where and when is the gathering?" asks twice of one thing. */
const ASKED_TWICE = /\b(?:who|which|where|when)\s+(?:and|or)\s+(?=(?:who|which|what|where|when|how)\b)/giu;
/** The first clause word usually asks. After "what is the …", it opens a clause: "the magazine that called …". */
const nestedClauses = (text: string): number =>
  Math.max(0, (text.replace(ASKED_TWICE, '').match(CLAUSE)?.length ?? 0) - (OF_A_CLAUSE.test(text) ? 0 : 1));

/**
 * True if a word of the topic is in no page, nor a synonym of it. The previous question's words would then only bring its own
 * answer again: "Is there parking?" after a question about keys.
 */
const namesUnknown = async (terms: readonly Term[], vocabulary: Vocabulary | undefined): Promise<boolean> => {
  if (!vocabulary) return false;
  const topics = terms
    // A number is a value of what was asked before: "and after three years?"
    .filter(({ light, share, word }) => !light && share === 1 && quantitiesAndWordsIn(word).length === 0)
    .map(({ stem, same, synonyms }) => [stem, ...same, ...synonyms]);
  const held = await vocabulary.counts([...new Set(topics.flat())]);
  return topics.some((stems) => stems.every((stem) => !held.get(stem)));
};

const withEarlier = (own: readonly Term[], earlier: readonly Term[]): Term[] => {
  const stems = new Set(own.map(({ stem }) => stem));
  // "And in Portugal?" after a question about Norway: the new name may replace the earlier one.
  return [...own, ...earlier.flatMap((term) => (stems.has(term.stem) ? [] : [{ ...term, proper: false }]))];
};

/** Translates the question unless pages contain most of its words. */
const translate = async (
  question: string,
  language: GlossaryLanguage,
  vocabulary: Vocabulary | undefined,
): Promise<string> => {
  const asked = words(question);
  const stems = [...new Set(asked.map(stemOf))];
  const held = vocabulary ? await vocabulary.counts(stems) : new Map<string, number>();
  const content = [...new Set(asked.filter((word) => word.length > 3 && !isFunctionWord(word, language)).map(stemOf))];
  const share = content.length === 0 ? 0 : content.filter((stem) => held.get(stem)).length / content.length;
  return share >= SHARE_HELD
    ? question
    : translateToEnglish(question, language, (word) => (held.get(stemOf(word)) ?? 0) > 0);
};

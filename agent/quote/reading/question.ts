import { languageOf } from '../../../core/text/language.ts';
import { words } from '../../../core/text/words.ts';
import { type AnswerType, answerTypes, measureIn } from './answer-types.ts';
import { askedDays, type DaySpan, yearsIn } from './dates.ts';
import { type EarlierTurn, readFollowUp } from './follow-up.ts';
import { type GlossaryLanguage, glossaryOf, intoEnglish } from './glossary.ts';
import { type Quantity, quantitiesIn } from './numbers.ts';
import { heldShortForms, writtenOut } from './short-forms.ts';
import { type Correction, correctSpelling, joinLevels } from './spelling.ts';
import { stemOf } from './stems.ts';
import { type Term, termsOf } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A question as quoting reads it. */
export interface ReadQuestion {
  /** Corrected and in the pages' language; what is searched for, with the question before it where it leans on that. */
  query: string;
  /** As `query`, without the question before. */
  text: string;
  terms: readonly Term[];
  types: readonly AnswerType[];
  /** The word for what is counted in: weeks, of "how many weeks". */
  measure?: string;
  quantities: readonly Quantity[];
  days?: DaySpan;
  years: readonly number[];
  /** It asks about the past, so that a replaced page may answer. */
  past: boolean;
  /** Words that question clauses pile up: 0 for a plain question. */
  nested: number;
  corrections: readonly Correction[];
  /** Words of the question that look like names and are on no page. */
  unknownNames: readonly string[];
  /** The asker's language where Parley answers in it; English by default. */
  language: 'en' | GlossaryLanguage;
}

/** What reading a question takes. */
export interface ReadingContext {
  vocabulary?: Vocabulary;
  /** Words of the pages that a search for this text finds. */
  wordsNearby(query: string): Promise<ReadonlySet<string>>;
  /** The day of asking, in days since 1970-01-01. */
  today: number;
}

/** Words of an earlier question count this much of their weight. */
const EARLIER_SHARE = 0.6;
/** Words that ask for what was: an old page may answer then. */
const PAST =
  /\b(?:19|20)\d\d\b.*\b(?:polic|rule|price|list|cost)|\b(?:polic|rule|price|list|cost)\w*\b.*\b(?:19|20)\d\d\b|\b(?:used to|before|previous(?:ly)?|former(?:ly)?|old|earlier|no longer|replaced|valid|outdated)\b|\b(?:did|was|were)\b.*\b(?:cost|allowed|could|under)\b|\bin (?:19|20)\d\d\b/i;
/** Words that open a clause inside a question. */
const CLAUSE = /\b(?:who|whom|whose|which|that|where|when|in which|for which)\b/gi;
const LONG_QUESTION_WORDS = 18;
/** From this share of words that the pages hold on, a question is taken to be in their language. */
const SHARE_HELD = 0.6;

/** Reads a question: its language, slips of the finger, what it leans on, its words, numbers and days. */
export const readQuestion = async (
  asked: string,
  history: readonly EarlierTurn[],
  { vocabulary, wordsNearby, today }: ReadingContext,
): Promise<ReadQuestion> => {
  const plain = asked.replace(/\s+/g, ' ').trim();
  const language = askersLanguage(plain);
  const kept = vocabulary && (await heldShortForms(plain, vocabulary));
  const written = language === 'en' ? writtenOut(plain, kept) : await translate(plain, language, vocabulary);
  const translated = vocabulary ? await joinLevels(written, vocabulary) : written;
  const {
    text: corrected,
    corrections,
    unknownNames,
  } = vocabulary
    ? await correctSpelling(translated, vocabulary, () => wordsNearby(translated))
    : { text: translated, corrections: [], unknownNames: [] };
  const followUp = readFollowUp(corrected, history);
  const text =
    followUp.person === undefined ? corrected : corrected.replace(/\b(?:he|she|him|his|her|hers)\b/i, followUp.person);
  const earlier = followUp.earlier === undefined ? '' : writtenOut(followUp.earlier);
  const own = termsOf(text);
  const terms = earlier === '' ? own : withEarlier(own, termsOf(earlier, EARLIER_SHARE));
  const types = answerTypes(text);
  return {
    query: earlier === '' ? text : `${earlier} ${text}`,
    text,
    terms,
    types: types.length === 0 && earlier !== '' ? answerTypes(earlier) : types,
    measure: measureIn(text),
    quantities: quantitiesIn(text),
    days: askedDays(asked, today),
    years: yearsIn(text),
    past: PAST.test(text),
    nested: Math.max(0, (text.match(CLAUSE)?.length ?? 0) - 1) + (words(text).length > LONG_QUESTION_WORDS ? 1 : 0),
    corrections,
    unknownNames: language === 'en' ? unknownNames : [],
    language,
  };
};

const withEarlier = (own: readonly Term[], earlier: readonly Term[]): Term[] => {
  const stems = new Set(own.map(({ stem }) => stem));
  return [...own, ...earlier.filter(({ stem }) => !stems.has(stem))];
};

const askersLanguage = (question: string): ReadQuestion['language'] => {
  // No other language opens a question so, and product names may be most of its words.
  if (question.startsWith('¿')) return 'es';
  const told = languageOf(question);
  if (told === 'de' || told === 'fr' || told === 'es') return told;
  if (told !== undefined) return 'en';
  return glossaryOf(question) ?? 'en';
};

/** Into the pages' language, unless the pages speak the asker's. */
const translate = async (
  question: string,
  language: GlossaryLanguage,
  vocabulary: Vocabulary | undefined,
): Promise<string> => {
  const stems = [...new Set(words(question).map(stemOf))];
  const held = vocabulary ? await vocabulary.counts(stems) : new Map<string, number>();
  const content = stems.filter((stem) => stem.length > 3);
  const share = content.length === 0 ? 0 : content.filter((stem) => held.get(stem)).length / content.length;
  return share >= SHARE_HELD ? question : intoEnglish(question, language, (word) => (held.get(stemOf(word)) ?? 0) > 0);
};

import { languageOf } from '../../../core/text/language.ts';
import { words } from '../../../core/text/words.ts';
import { EVERYDAY_RANK, rankOf } from '../words/common-words.ts';
import { stemOf } from '../words/stems.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { GLOSSARY_LANGUAGES, type GlossaryLanguage, glossaryOf } from './glossary.ts';

/** The language of a question, if Parley answers in it; otherwise English. */
export const askersLanguage = (question: string): 'en' | GlossaryLanguage => languageAsked(question) ?? 'en';

/** The language of a question about pages that are all in one language: if nothing tells it, theirs. */
export const askersLanguageAmong = (question: string, pages: GlossaryLanguage | undefined): 'en' | GlossaryLanguage =>
  languageAsked(question) ?? (pages && !isMostlyEnglish(question) ? pages : 'en');

const isMostlyEnglish = (question: string): boolean => {
  const asked = words(question).filter((word) => /\p{L}/u.test(word));
  return asked.filter((word) => rankOf(word) < EVERYDAY_RANK).length * 2 > asked.length;
};

/** The language of a question as `askersLanguage` gives it; undefined if nothing tells it. */
const languageAsked = (question: string): 'en' | GlossaryLanguage | undefined => {
  // Only Spanish starts a question this way. Product names could otherwise outweigh its words.
  if (question.startsWith('¿')) return 'es';
  const language = languageOf(question);
  if (language === 'de' || language === 'fr' || language === 'es') return language;
  if (language !== undefined) return 'en';
  const own = languageOf(question, ['en', ...GLOSSARY_LANGUAGES]) ?? glossaryOf(question) ?? openedIn(question);
  return own === 'en' || own === 'de' || own === 'fr' || own === 'es' ? own : undefined;
};

/** How no English question begins. */
const OPENINGS: readonly (readonly [RegExp, GlossaryLanguage])[] = [
  [
    /^\W*(?:(?:und|aber|also|hallo|hi)\W+)*(?:wie|wie ?viele?|wer|wem|wen|wann|warum|wieso|weshalb|welche[rsnm]?|gibt|gibts|darf|kann ich|muss ich|bekomm\w*|krieg\w*)(?!\p{L})/iu,
    'de',
  ],
  [
    /^\W*(?:(?:et|mais|bonjour)\W+)*(?:c['’]est (?:quoi|qui|combien|où|quand)|combien|comment|pourquoi|quels?|quelles?|où|quand|qui|est-ce|j['’]ai|je)(?!\p{L})/iu,
    'fr',
  ],
  [
    /^\W*(?:(?:y|pero|hola)\W+)*(?:qué|cómo|cuándo|cuántos?|cuántas?|dónde|quién|hay|puedo|cuanto cuesta)(?!\p{L})/iu,
    'es',
  ],
];
const openedIn = (question: string): GlossaryLanguage | undefined =>
  OPENINGS.find(([opening]) => opening.test(question))?.[1];

/** Words of running text, most of which the pages have if some are in the language. English stop words are not in the index. */
const RUNNING_WORDS: Readonly<Record<'en' | GlossaryLanguage, readonly string[]>> = {
  en: 'all any before both every must need new only other per time'.split(' '),
  de: 'und nicht oder wird auf ist eine sind der dem bis gibt'.split(' '),
  fr: 'les dans avec une sont est des pour aux chaque nous deux'.split(' '),
  es: 'una por para con del los las que hay son desde cada'.split(' '),
};
const LANGUAGES = ['en', ...GLOSSARY_LANGUAGES] as const;
/** A page has most of these words; where it is one of very many, some of them stand in names and quotations: Las Vegas, "C'est la vie". */
const MIN_RUNNING_WORDS = 3;
const MOST_RUNNING_WORDS = 8;
/** Minimum of passages with these words, words counted apart, per passage, for fewer than most of them. */
const MIN_SHARE_OF_PASSAGES = 0.03;

/** The languages in which some pages are. */
export const languagesHeld = async (vocabulary: Vocabulary): Promise<ReadonlySet<'en' | GlossaryLanguage>> => {
  const stems = (language: (typeof LANGUAGES)[number]) => RUNNING_WORDS[language].map(stemOf);
  const counts = await vocabulary.counts(LANGUAGES.flatMap(stems));
  const isHeld = (language: (typeof LANGUAGES)[number]): boolean => {
    const uses = stems(language).flatMap((stem) => counts.get(stem) || []);
    const share = uses.reduce((sum, one) => sum + one, 0) / vocabulary.passages;
    return uses.length >= MOST_RUNNING_WORDS || (uses.length >= MIN_RUNNING_WORDS && share >= MIN_SHARE_OF_PASSAGES);
  };
  return new Set(LANGUAGES.filter(isHeld));
};

/** The one language in which pages are; undefined if some are in English, in several languages or in none of these. */
export const onlyLanguageOf = (held: ReadonlySet<'en' | GlossaryLanguage>): GlossaryLanguage | undefined => {
  const [language, ...others] = held;
  return language === 'en' || others.length > 0 ? undefined : language;
};

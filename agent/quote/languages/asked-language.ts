import { languageOf } from '../../../core/text/language.ts';
import { stemOf } from '../words/stems.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { GLOSSARY_LANGUAGES, type GlossaryLanguage, glossaryOf } from './glossary.ts';

/** The language of a question, if Parley answers in it; otherwise English. */
export const askersLanguage = (question: string): 'en' | GlossaryLanguage => {
  // Only Spanish starts a question this way. Product names could otherwise outweigh its words.
  if (question.startsWith('¿')) return 'es';
  const language = languageOf(question);
  if (language === 'de' || language === 'fr' || language === 'es') return language;
  if (language !== undefined) return 'en';
  const own = languageOf(question, ['en', ...GLOSSARY_LANGUAGES]) ?? glossaryOf(question) ?? openedIn(question);
  return own === 'de' || own === 'fr' || own === 'es' ? own : 'en';
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

/** Words of running text, most of which the pages have if some are in the language. English ones have Las Vegas too. */
const RUNNING_WORDS: Readonly<Record<GlossaryLanguage, readonly string[]>> = {
  de: 'und nicht oder wird auf ist eine sind der dem bis gibt'.split(' '),
  fr: 'les dans avec une sont est des pour aux chaque nous deux'.split(' '),
  es: 'una por para con del los las que hay son desde cada'.split(' '),
};
const MIN_RUNNING_WORDS = 3;
/** True if some pages are in a language. */
export const holdsLanguage = async (language: GlossaryLanguage, vocabulary: Vocabulary): Promise<boolean> => {
  const held = await vocabulary.counts(RUNNING_WORDS[language].map(stemOf));
  return [...held.values()].filter((count) => count > 0).length >= MIN_RUNNING_WORDS;
};

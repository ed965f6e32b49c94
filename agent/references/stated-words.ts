import { isQuestion } from '../../core/injection/is-question.ts';
import { isSpoken } from '../../core/injection/spoken-lines.ts';
import { contentStems } from '../../core/text/content-stems.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';
import { regionNames } from '../quote/words/region-names.ts';

/** A short answer that names nothing: yes, no, or that there is none, in several languages. */
export const NAMES_NOTHING =
  /^(?:yes|no|nothing|none|nobody|no one|never|ja|nein|nichts|keine[rs]?|niemand|nie|oui|non|rien|aucune?|personne|jamais|s[ií]|nada|ning[uú]n[oa]?|nadie|nunca|sim|não|はい|いいえ)\P{L}*$/iu;

/** False if a short answer contains names and none of them occurs in the texts. */
export const hasStatedName = (shortAnswer: string, texts: readonly string[]): boolean => {
  const names = (shortAnswer.match(/\p{Lu}\p{L}+/gu) ?? []).filter((name) => !/^(?:yes|no)$/i.test(name));
  const held = new Set(words(texts.join(' ')));
  return names.length === 0 || names.some((name) => words(name).every((word) => held.has(word)));
};

/**
 * False if no word of a short answer occurs in the texts, nor the adjective of its country ("Poland" for "Polish").
 * Accepts yes, no, nothing and figures, which may be calculated.
 */
export const hasStatedWord = (shortAnswer: string, texts: readonly string[]): boolean => {
  if (NAMES_NOTHING.test(shortAnswer.trim())) return true;
  const said = words(shortAnswer);
  const stated = texts.map(statedText).join(' ');
  const held = new Set(words(stated));
  return (
    said.length === 0 ||
    said.some((word) => /\p{N}/u.test(word) || held.has(word)) ||
    hasAdjectiveOf(shortAnswer, stated)
  );
};

const ADJECTIVE = /(?<!\p{L})\p{Lu}\p{Ll}{1,15}(?:ish|ese|ian|ean|an)(?!\p{L})/gu;

/** True if a country begins as an English adjective of one in the text does. */
const hasAdjectiveOf = (shortAnswer: string, text: string): boolean => {
  const beginnings = new Set(
    (text.match(ADJECTIVE) ?? []).map((word) => word.replace(/(?:ish|ese|ian|ean|an)$/, '').slice(0, 3)),
  );
  return (shortAnswer.match(/\p{Lu}\p{L}{3,}/gu) ?? []).some(
    (name) => beginnings.has(name.slice(0, 3)) && words(name).some((word) => regionNames().has(word)),
  );
};

/** A text without its questions, but with those of a chat; unchanged if it contains nothing else. */
export const statedText = (text: string): string => {
  if (!/[?？]/.test(text)) return text;
  const stated = splitSentences(text)
    .filter(({ start, end }) => !isQuestion(text.slice(start, end)) || isSpoken(text, start))
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
  return stated.trim() === '' ? text : stated;
};

/** Words of a statement that its sources contain only in questions, which state nothing. */
export const askedWordsIn = (statement: string, sources: string, known: string): string[] => {
  if (!/[?？]/.test(sources)) return [];
  const stated = contentStems(known);
  const held = contentStems(sources);
  return [...contentStems(statement)].filter((stem) => held.has(stem) && !stated.has(stem));
};

/** The bullet or number of a step, which is no figure; the word after it is no name for its capital. */
const STEP = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/u;

/** Letters of scripts that put spaces between words. */
const SPACED = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]';
/** The name of a part or place with letters before its digits ("MX4", "V07") as one; a figure; a name. */
const FACT = new RegExp(
  `(?<![\\p{L}\\p{N}])${SPACED}+\\p{N}[\\p{L}\\p{N}]*|(?<!${SPACED})\\p{N}[\\p{N}.,]*|(?<=\\S\\s+)\\p{Lu}\\p{L}+(?![\\p{L}\\p{N}])`,
  'gu',
);

/** Names and figures of a statement that a text lacks. */
export const newFactsIn = (statement: string, text: string): string[] => {
  const held = wordsAndFigures(text);
  const facts = statement.replace(STEP, '').match(FACT) ?? [];
  return facts.flatMap((fact) => words(fact)).filter((word) => !held.has(word));
};

/** The words of a text, and the figures that letters follow without a space ("15th", "334BC") without these letters too. */
export const wordsAndFigures = (text: string): Set<string> =>
  new Set([...words(text), ...(text.match(/(?<![\p{L}\p{N}])\p{N}+(?=\p{L})/gu) ?? [])]);

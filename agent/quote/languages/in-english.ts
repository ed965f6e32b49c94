import { stemmerOf } from '../../../retrieval/ranking/stem-by-language.ts';
import { FUNCTION_WORD_LINES } from '../lists/function-word-lines.ts';
import { fold, type GlossaryLanguage, glossaryFor, readLines, splitCompound } from './glossary.ts';

// Pages in German, French or Spanish are read as the questions are: word by word in English, so that one set of rules serves
// all. What is shown stays as the page has it.

const MAX_PHRASE_WORDS = 4;
/** Words, with the sign of what is left out behind them ("l'"), and numbers with their separators. */
const TOKEN = /\p{N}[\p{N}.,:]*(?<=\p{N})|(?<!°)[\p{L}\p{M}]+(?:['’](?=[\p{L}\p{M}]))?/gu;

/**
 * A text word by word in English: "Den Urlaub beantragst du im Portal." becomes "the holiday you should request in portal."
 * Punctuation, line breaks and names stay. A word that no list has becomes its stem, so that its forms match each other.
 * @param language of the text; undefined leaves it as it is
 */
export const inEnglish = (text: string, language: GlossaryLanguage | undefined): string => {
  if (language === undefined || text === '') return text;
  const dictionary = dictionaryOf(language);
  const reading = (word: string) => dictionary.listed(word) ?? dictionary.stem(word);
  const written = withEnglishFigures(text, language);
  const tokens = [...written.matchAll(TOKEN)];
  let english = '';
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    english += written.slice(end, token.index);
    const size = phraseAt(written, tokens, at, dictionary);
    const last = tokens[at + size - 1] ?? token;
    end = last.index + last[0].length;
    if (size > 1) english += dictionary.phrases.get(fold(written.slice(token.index, end))) ?? '';
    else if (/^\p{N}/u.test(token[0])) english += token[0];
    else if (isName(written, tokens, at, language)) english += token[0];
    else if (/['’]$/.test(token[0])) english += `${reading(token[0].slice(0, -1))} `;
    else english += reading(token[0]);
    at += size - 1;
  }
  return settleOrder(english + written.slice(end), language);
};

/** How many tokens from here on are one phrase of the lists; 1 for a single word. */
const phraseAt = (
  text: string,
  tokens: readonly RegExpExecArray[],
  at: number,
  { phrases, starts }: Dictionary,
): number => {
  const first = tokens[at];
  if (!first || !starts.has(fold(first[0]))) return 1;
  for (let size = Math.min(MAX_PHRASE_WORDS, tokens.length - at); size > 1; size--) {
    const last = tokens[at + size - 1];
    if (last && phrases.has(fold(text.slice(first.index, last.index + last[0].length)))) return size;
  }
  return 1;
};

interface Dictionary {
  /** Entries of several words, by their folded form. */
  phrases: ReadonlyMap<string, string>;
  /** Their first words. */
  starts: ReadonlySet<string>;
  stem(word: string): string;
  /** The English for a word, one of its forms or the parts of a compound; undefined if the lists have none. */
  listed(word: string): string | undefined;
}

const dictionaries = new Map<GlossaryLanguage, Dictionary>();
const dictionaryOf = (language: GlossaryLanguage): Dictionary => {
  const known = dictionaries.get(language);
  if (known) return known;
  const small = readLines(FUNCTION_WORD_LINES, language);
  const topics = glossaryFor(language);
  const stem = stemmerOf(language) ?? fold;
  const phrases = new Map<string, string>();
  const starts = new Set<string>();
  const byStem = new Map<string, string>();
  for (const [key, english] of [...small, ...topics]) {
    if (key.includes(' ') || key.includes("'")) {
      phrases.set(key, english);
      starts.add(key.split(/[ ']/)[0] ?? '');
      starts.add(`${key.split("'")[0]}'`);
    }
  }
  for (const [key, english] of topics) if (!key.includes(' ') && !byStem.has(stem(key))) byStem.set(stem(key), english);
  const read = (word: string): string | undefined => {
    const folded = fold(word);
    const found = small.get(folded) ?? topics.get(folded) ?? (folded.length > 3 ? byStem.get(stem(word)) : undefined);
    if (found !== undefined) return found;
    const parts =
      language === 'de' ? splitCompound(folded, (part) => topics.get(part) ?? byStem.get(stem(part))) : undefined;
    return parts?.map(({ english, part }) => english ?? stem(part)).join(' ');
  };
  const readings = new Map<string, string | undefined>();
  const dictionary: Dictionary = {
    phrases,
    starts,
    stem,
    listed(word) {
      if (readings.has(word)) return readings.get(word);
      const english = read(word);
      if (readings.size >= MAX_READINGS) readings.clear();
      readings.set(word, english);
      return english;
    },
  };
  dictionaries.set(language, dictionary);
  return dictionary;
};
const MAX_READINGS = 20_000;

/** Numbers, dates and times as English pages write them: 1.250,00 is 1250.00, 31.3.2026 is 2026-03-31, "7:30 Uhr" and "7h30" are 7:30. */
const withEnglishFigures = (text: string, language: GlossaryLanguage): string =>
  text
    .replace(
      /(?<![\p{N}.,])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\p{N}])/gu,
      (_, day: string, month: string, year: string) => [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
    .replace(/(?<![\p{N}.,])\d{1,3}(?:[.\u00a0\u202f’ ]\d{3})+(?:,\d+)?(?![\p{N}.])/gu, (number) =>
      number.replace(/[^\d,]/g, '').replace(',', '.'),
    )
    .replace(/(?<![\p{N}.,])(\d+),(\d{1,2})(?![\p{N},])/gu, '$1.$2')
    .replace(language === 'de' ? GERMAN_TIME : TIME, (time: string) => {
      const [hour = '', minutes = '00'] = time.match(/\d+/g) ?? [];
      return `${hour}:${minutes}`;
    });
/** "7 Uhr", "7:30 Uhr", "7 Uhr 30". */
const GERMAN_TIME = /(?<!\p{N})(\d{1,2})(?:[.:](\d\d))?\s?Uhr(?:\s(\d\d)(?!\p{N}))?(?!\p{L})/giu;
/** "9h30"; a full hour only beside another one or behind a word for it, since "35 h" may be how long something takes. */
const TIME =
  /(?<!\p{N})(\d{1,2})\s?h\s?(\d\d)(?![\p{L}\p{N}])|(?<=(?<!\p{L})(?:à|de|dès|avant|vers|après|jusqu['’]à|–|-)\s?)(\d{1,2})\s?h(?![\p{L}\p{N}])|(?<!\p{N})(\d{1,2})\s?h(?=\s?(?:à|–|-)\s?\d)/giu;

const TITLE = /^(?:herrn?|frau|dr|prof|monsieur|madame|mme|m|señora?|sra?|don|doña)$/iu;
/** "nach Berlin", "in Porto": a place needs no article. */
const BEFORE_PLACE = /^(?:in|nach|aus|à|en|de)$/iu;

/** True for a name. German capitals all nouns, so there it takes two in a row, a title before it, or capitals alone. */
const isName = (text: string, tokens: readonly RegExpExecArray[], at: number, language: GlossaryLanguage): boolean => {
  const word = tokens[at]?.[0] ?? '';
  if (!/^\p{Lu}/u.test(word)) return false;
  if (/^\p{Lu}{2,}$/u.test(word)) return true;
  const isKnown = (one: string) => one !== '' && !one.endsWith("'") && isListed(one, language);
  if (isKnown(word)) return false;
  const beside = (to: number): string => {
    const other = tokens[to];
    const own = tokens[at];
    if (!other || !own) return '';
    const [left, right] = to < at ? [other, own] : [own, other];
    return /^ $/.test(text.slice(left.index + left[0].length, right.index)) ? other[0] : '';
  };
  const [before, after] = [beside(at - 1), beside(at + 1)];
  if (TITLE.test(before)) return true;
  const opens = before === '' || /^\p{Lu}/u.test(before) === false;
  const isCapital = (one: string) => /^\p{Lu}\p{Ll}/u.test(one) && !isKnown(one);
  if (language !== 'de') return before !== '' || isCapital(after);
  return isCapital(before) || isCapital(after) || (opens && BEFORE_PLACE.test(before));
};
/** True if the lists have a word, one of its forms or the parts of a compound. */
export const isListed = (word: string, language: GlossaryLanguage): boolean =>
  dictionaryOf(language).listed(word) !== undefined;

/** "Brauchst du" tells, and "beantragst du" instructs. */
const TELLING = new Set(['need', 'get', 'have', 'find', 'earn']);
/** The word order of English: "beantragst du" is "you should request". */
const settleOrder = (english: string, language: GlossaryLanguage): string =>
  language === 'de'
    ? english.replace(
        /(?<=\p{L}[^.!?\n]{0,80} )(?!(?:must|can|may|should|are|is|have|has|if|that|before|after|and|or) )(\p{L}+) you /gu,
        (_, verb: string) => `you ${TELLING.has(verb) ? '' : 'should '}${verb} `,
      )
    : english;

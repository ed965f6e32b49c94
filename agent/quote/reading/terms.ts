import { STOP_WORDS, withWordSpaces } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { LIGHT_WORDS, WORDS_NOT_LIGHT } from '../lists/light-words.ts';
import { stemOf } from '../words/stems.ts';
import { withoutQuestionWords } from './answer-types.ts';
import { type PhraseReading, readPhrases } from './phrases.ts';
import { stemsOfRelated, stemsOfSynonyms } from './synonyms.ts';

/** A content word of a question. */
export interface Term {
  /** The folded word. */
  word: string;
  stem: string;
  /**
   * Stems in the index of the word as the asker wrote it, if the question was translated; pages in the asker's language hold
   * those.
   */
  written?: readonly string[];
  /** Stems of words with the same meaning, and of those or merely related words. */
  same: readonly string[];
  synonyms: readonly string[];
  /** True for a name or a number. A passage without it is probably about something else. */
  specific: boolean;
  /** True for a capitalised word, such as a person, a place or a product. Implies `specific`. */
  proper: boolean;
  /** True if it contains a digit. */
  numeric: boolean;
  /** True for a word that asks rather than tells the topic. */
  light: boolean;
  /** Weight factor: lower for words of the previous question and for words that pages seldom repeat. */
  share: number;
}

const LIGHT_STEMS = new Set(LIGHT_WORDS.map(stemOf));
const NEGATIONS = new Set(['no', 'not', 'never', 'nobody', 'without']);
/** "don't", "isn't", "can't". */
const NEGATED_VERB = /\b(?:do|does|did|is|are|was|were|has|have|had|would|should|could|must|need|ca|wo|ai)n['’]t\b/giu;
/** Judgements that pages seldom give: "the best pizza" asks for pizza. */
const JUDGES = /^(?:best|worst|better|nicest|favou?rite)$/;
/** Weight factor of judgements, and of words that pages often replace or leave out. */
const LESS_WEIGHT = 0.4;
/** A word, an option such as `--dry-run`, or a name in code such as `max_size`. */
const TOKEN = /(?<![\p{L}\p{N}-])--[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*|[\p{L}\p{N}\p{M}]+(?:_[\p{L}\p{N}]+)*/gu;

/** A word of a question, with what its writing says of it. */
interface Token {
  word: string;
  stem: string;
  isCode: boolean;
  isAcronym: boolean;
  isLetterName: boolean;
  isNumeric: boolean;
  isCapital: boolean;
}

/**
 * The terms of a question, unique by stem, in order. A capitalised word after the first is a name, and so is a word
 * with a digit or in quotation marks.
 */
export const termsOf = (question: string, share = 1): Term[] => {
  const phrases = readPhrases(question);
  // Of "don't" only the "don" would be left, which is no topic.
  const searched = withoutQuestionWords(question).replace(NEGATED_VERB, ' ');
  const quoted = new Set(Array.from(searched.matchAll(/["“]([^"”]+)["”]/g), ([, part]) => part ?? '').flatMap(words));
  const terms = new Map<string, Term>();
  for (const token of tokensOf(searched)) {
    const { word, stem } = token;
    if (isStopWord(token) || terms.has(stem)) continue;
    const light = isLight(token, phrases);
    const isPick = phrases.picks.has(word);
    const isMarked = token.isCode || token.isNumeric || token.isAcronym || token.isLetterName || isPick;
    const isName = token.isCapital && !light;
    terms.set(stem, {
      word,
      stem,
      ...otherWordsOf(token, phrases),
      numeric: token.isNumeric,
      specific: isMarked || quoted.has(word) || isName,
      proper: isName && !token.isAcronym && !token.isLetterName && !token.isNumeric && !isPick,
      light,
      share: phrases.lessWeight.has(word) || JUDGES.test(word) ? share * LESS_WEIGHT : share,
    });
  }
  return [...terms.values()];
};

function* tokensOf(text: string): Generator<Token> {
  // Capitals mark names only in a text of mixed case.
  const letters = text.replace(/[^\p{L}]/gu, '');
  const isShouted = letters !== '' && letters === letters.toUpperCase();
  for (const [index, match] of [...withWordSpaces(text).matchAll(TOKEN)].entries()) {
    const [token] = match;
    const isCode = token.includes('_') || token.startsWith('--');
    const word = isCode ? token.toLowerCase() : words(token)[0];
    if (!word) continue;
    const isAcronym = !isShouted && /^\p{Lu}{2,}$/u.test(token);
    const isInSentence = index > 0 && /[^.!?]\s*$/.test(text.slice(0, match.index));
    yield {
      word,
      stem: isCode ? word : isAcronym && STOP_WORDS.has(word) ? token : stemOf(word),
      isCode,
      isAcronym,
      isLetterName: !isShouted && isLetterName(text, match.index, token),
      isNumeric: /\p{N}/u.test(word),
      isCapital: !isShouted && isInSentence && /^\p{Lu}/u.test(token),
    };
  }
}

/** A capital letter after what it names: "washer A", "plan B?", but not "can A" or "A lift". */
const isLetterName = (text: string, at: number, token: string): boolean =>
  /^\p{Lu}$/u.test(token) &&
  token !== 'I' &&
  /\p{L}{3,} $/u.test(text.slice(0, at)) &&
  !/^\s\p{Ll}/u.test(text.slice(at + 1).replace(/^ (?:and|or|is|has|in|at|on|for|to|if|when)\b/u, ''));

/** True for a word that says nothing of the topic. */
const isStopWord = ({ word, isAcronym, isLetterName }: Token): boolean =>
  STOP_WORDS.has(word) && !NEGATIONS.has(word) && !isAcronym && !isLetterName;

/** True for a word that asks rather than tells the topic. */
const isLight = ({ word, stem, isAcronym }: Token, phrases: PhraseReading): boolean => {
  if (isAcronym) return false;
  if (word === phrases.kind) return true;
  if (phrases.named.has(word)) return false;
  return (
    phrases.lightWords.has(word) ||
    stem === phrases.unitStem ||
    NEGATIONS.has(word) ||
    (LIGHT_STEMS.has(stem) && !WORDS_NOT_LIGHT.has(word) && !phrases.topics.has(word))
  );
};

/** Stems of words with a word's meaning (`same`), and of those or related words (`synonyms`). */
const otherWordsOf = ({ word, stem }: Token, { related, replaced }: PhraseReading): Pick<Term, 'same' | 'synonyms'> => {
  const instead = replaced.get(stem);
  if (instead) return { same: instead, synonyms: instead };
  const synonyms = stemsOfRelated(word);
  const more = related.get(word);
  return { same: stemsOfSynonyms(word), synonyms: more ? [...new Set([...synonyms, ...more])] : synonyms };
};

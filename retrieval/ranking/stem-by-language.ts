import snowball from 'snowball-stemmers';
import { words } from '../../core/text/words.ts';

/** Snowball algorithms by language (M. F. Porter, snowballstem.org). English is in `stems.ts`. */
const ALGORITHMS: Record<string, string> = {
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  no: 'norwegian',
  fi: 'finnish',
  ru: 'russian',
  tr: 'turkish',
};
const MAX_CACHED = 50_000;
const stemmers = new Map<string, (word: string) => string>();

/** The stemmer of a language, for words with diacritics ("Häuser" -> haus); undefined if there is none. */
export const stemmerOf = (language: string | undefined): ((word: string) => string) | undefined => {
  const algorithm = language && ALGORITHMS[language];
  if (!algorithm) return undefined;
  let known = stemmers.get(algorithm);
  if (!known) {
    const stemmer = snowball.newStemmer(algorithm);
    const stems = new Map<string, string>();
    known = (word) => {
      const before = stems.get(word);
      if (before !== undefined) return before;
      // Stems before folding, because the algorithm needs the diacritics of endings.
      const stem = words(stemmer.stem(word.normalize('NFC').toLowerCase())).join('');
      if (stems.size >= MAX_CACHED) stems.clear();
      stems.set(word, stem);
      return stem;
    };
    stemmers.set(algorithm, known);
  }
  return known;
};

/** The stems of a text's words of three or more letters in its language; empty if there is no stemmer. */
export const stemsInLanguage = (text: string, language: string | undefined): string[] => {
  const stem = stemmerOf(language);
  return stem ? (text.match(/[\p{L}\p{M}]{3,}/gu) ?? []).map(stem).filter((one) => one !== '') : [];
};

import snowball from 'snowball-stemmers';
import { words } from '../../core/text/words.ts';

/** Snowball's algorithms by language (M. F. Porter, snowballstem.org); English has its own place in `stems.ts`. */
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
};
const MAX_KNOWN = 50_000;
const stemmers = new Map<string, (word: string) => string>();

/** The stemmer of a language for words as written, marks and all ("Häuser" -> haus); undefined for one that it has none of. */
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
      // Its endings are told by letters with their marks, so folding comes after.
      const stem = words(stemmer.stem(word.normalize('NFC').toLowerCase())).join('');
      if (stems.size >= MAX_KNOWN) stems.clear();
      stems.set(word, stem);
      return stem;
    };
    stemmers.set(algorithm, known);
  }
  return known;
};

/** The stems of a text's words in its language, without those of one and two letters; none where there is no stemmer. */
export const stemsInLanguage = (text: string, language: string | undefined): string[] => {
  const stem = stemmerOf(language);
  return stem ? (text.match(/[\p{L}\p{M}]{3,}/gu) ?? []).map(stem).filter((one) => one !== '') : [];
};

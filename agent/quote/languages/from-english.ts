import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { stemOf } from '../words/stems.ts';
import { type GlossaryLanguage, glossaryFor } from './glossary.ts';

// The glossary the other way round: an English question about pages in another language.

interface Entry {
  word: string;
  /** Stems of its translation's content words. */
  stems: readonly string[];
}

const entries = new Map<GlossaryLanguage, readonly Entry[]>();
const entriesOf = (language: GlossaryLanguage): readonly Entry[] => {
  const known = entries.get(language);
  if (known) return known;
  const read = Array.from(glossaryFor(language), ([word, english]) => ({
    word,
    stems: words(english)
      .filter((one) => !STOP_WORDS.has(one))
      .map(stemOf),
  })).filter(({ stems }) => stems.length > 0);
  entries.set(language, read);
  return read;
};

/** The words of a language whose translation has only words with these stems: "Boot" and "Kahn" for "boat". */
export const wordsMeaning = (stems: ReadonlySet<string>, language: GlossaryLanguage): string[] =>
  entriesOf(language).flatMap((entry) => (entry.stems.every((stem) => stems.has(stem)) ? [entry.word] : []));

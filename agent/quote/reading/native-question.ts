import { words } from '../../../core/text/words.ts';
import { stemmerOf } from '../../../retrieval/ranking/stem-by-language.ts';
import { wordsMeaning } from '../languages/from-english.ts';
import { type GlossaryLanguage, isFunctionWord, translateToEnglish } from '../languages/glossary.ts';
import { inEnglish, isListed } from '../languages/in-english.ts';
import { type Correction, correctSpelling } from '../words/spelling.ts';
import { stemOf } from '../words/stems.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Term } from './terms.ts';

// A question about pages in German, French or Spanish, in that language or in English.

/** A question in the language of pages that are not in English. */
export interface NativeForm {
  language: GlossaryLanguage;
  /** Its own words, corrected, or those that the glossary has for them; after the previous question. */
  text: string;
  /** Other words that mean the same as the question's. */
  otherWords: readonly string[];
}

/** What reading a question's words brings. */
export interface ReadWords {
  /** The question in English with its typos repaired. */
  corrected: string;
  corrections: readonly Correction[];
  /** The same in the language in which it was asked. */
  asWritten: string;
}

/** For pages in the question's language: compares with what they hold first, and translates then. */
export const readNative = async (
  plain: string,
  language: GlossaryLanguage,
  vocabulary: Vocabulary,
  wordsNearby: (query: string) => Promise<ReadonlySet<string>>,
): Promise<ReadWords> => {
  const spelt = language === 'de' ? await withUmlauts(plain, vocabulary) : plain;
  const found = await correctSpelling(spelt, vocabulary, () => wordsNearby(spelt));
  const corrections = found.corrections.filter(({ to }) => isListed(to, language));
  const text = corrections.length === found.corrections.length ? found.text : spelt;
  return {
    corrected: translateToEnglish(
      text,
      language,
      () => false,
      (part) => inEnglish(part, language),
    ),
    corrections: text === spelt ? [] : corrections,
    asWritten: text,
  };
};

/** "fuer" is "für" where pages have no such word, as they have "neue". */
const withUmlauts = async (question: string, vocabulary: Vocabulary): Promise<string> => {
  const typed = [...new Set(question.match(/\p{L}*[aou]e\p{L}*/giu) ?? [])];
  if (typed.length === 0) return question;
  const held = await vocabulary.counts(typed.flatMap((word) => words(word).map(stemOf)));
  return question.replace(/\p{L}*[aou]e\p{L}*/giu, (word) =>
    held.get(stemOf(words(word)[0] ?? '')) || isListed(word, 'de')
      ? word
      : word.replace(/(?<![aeq])([aou])e/giu, (_, vowel: string) => UMLAUTS[vowel] ?? vowel),
  );
};
const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü', A: 'Ä', O: 'Ö', U: 'Ü' };

/**
 * Terms of a translated question with the words as they were written: those count what pages hold, and match a page's word that
 * has no translation either, such as a name on an English page.
 */
export const withWrittenForms = (terms: readonly Term[], asWritten: string, language: GlossaryLanguage): Term[] => {
  const stem = stemmerOf(language);
  const stemsRead = (text: string) => words(inEnglish(text, language)).map(stemOf);
  /** By a stem of the question in English or as it was written: how the word was written, and how a page's is read. */
  const written = new Map<string, Set<string>>();
  const readings = new Map<string, string[]>();
  for (const [token] of asWritten.matchAll(/[\p{L}\p{M}]{3,}/gu)) {
    const forms = [...new Set([...words(token).map(stemOf), ...(stem ? [stem(token)] : [])])];
    for (const read of [...forms, ...stemsRead(token)])
      written.set(read, new Set([...(written.get(read) ?? []), ...forms]));
    readings.set(stemOf(words(token)[0] ?? ''), stemsRead(token.toLowerCase()));
  }
  // A noun that no list has is as telling as a name, which in German looks the same.
  const nouns = new Set(
    Array.from(asWritten.matchAll(/(?<=\S )\p{Lu}[\p{Ll}\p{M}]+/gu), ([noun]) => noun)
      .filter((noun) => !isListed(noun, language))
      .flatMap((noun) => stemsRead(noun.toLowerCase())),
  );
  // "Wieder" and "darf" ask or join, and tell no topic.
  const joining = new Set(
    words(asWritten)
      .filter((word) => isFunctionWord(word, language))
      .flatMap((word) => [stemOf(word), ...stemsRead(word)]),
  );
  return terms.map((term) => {
    const forms = [...(written.get(term.stem) ?? [])];
    const same = [...new Set([...term.same, ...(readings.get(term.stem) ?? []), ...forms])].filter(
      (one) => one !== term.stem,
    );
    return forms.length === 0
      ? term
      : {
          ...term,
          light: term.light || joining.has(term.stem),
          specific: term.specific || nouns.has(term.stem),
          same,
          synonyms: [...new Set([...term.synonyms, ...same])],
          written: forms,
        };
  });
};

/** Terms of an English question with the words of the pages' language for them, by which their passages are counted. */
export const withForeignForms = (terms: readonly Term[], language: GlossaryLanguage): Term[] => {
  const stem = stemmerOf(language);
  return terms.map((term) => {
    const meaning = wordsMeaning(new Set([term.stem]), language);
    const forms = [...new Set(meaning.flatMap((word) => [...words(word).map(stemOf), ...(stem ? [stem(word)] : [])]))];
    return forms.length === 0 ? term : { ...term, written: [term.stem, ...forms] };
  });
};

/** An English question as its search among pages in another language: its words, and those that mean the same. */
export const foreignForm = (text: string, language: GlossaryLanguage): NativeForm => {
  const stems = new Set(words(text).map(stemOf));
  return { language, text: `${text} ${wordsMeaning(stems, language).join(' ')}`, otherWords: [] };
};

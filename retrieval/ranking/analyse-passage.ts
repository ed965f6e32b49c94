import type { Document, Passage } from '../../core/document.ts';
import { languageOf } from '../../core/text/language.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { withoutLinkTargets } from '../../core/text/without-link-targets.ts';
import type { NameUse, PassageAnalysis, Use } from '../../stores/index.ts';
import { sentenceBit } from '../../stores/posting.ts';
import { fieldKeys } from '../filters/field-keys.ts';
import { namesIn } from './mentions.ts';
import { linkedPlace, placesOf } from './places.ts';
import { stemsInLanguage } from './stem-by-language.ts';
import { contentStems, identifierStems, lightStems } from './stems.ts';
import { titleKeys, titleParts } from './title-keys.ts';

/**
 * Analyses a passage for the passage index (docs/search.md, ranking steps 1, 2 and 4): its stems and names by sentence, the
 * keys by which other pages name it, and the keys that filters match. The result depends only on the passage and its page,
 * so an update costs no more than the pages that changed. Which page a name refers to is looked up at question time.
 */
export const analysePassage = (passage: Passage, document?: Pick<Document, 'metadata'>): PassageAnalysis => {
  const { id, documentId, scopes, title, headings, url, links } = passage;
  const text = withoutLinkTargets(passage.text);
  const stems = new Map<string, Use>();
  const names = new Map<string, NameUse>();
  const heading = [title, ...headings].filter((part) => part !== '');

  // Added to the language-independent stems, by which questions whose language is not recognised find the page.
  const language = languageOf(text);
  const further = (part: string) => [...identifierStems(part), ...lightStems(part), ...stemsInLanguage(part, language)];
  const titleStems = heading.flatMap(contentStems);
  for (const key of [...titleStems, ...fresh(titleStems, heading.flatMap(further))])
    count(stems, { key, count: 1, inTitle: true, sentences: 0 });
  for (const part of heading) {
    for (const key of titleKeys(part))
      count(names, { key, name: part, wide: false, count: 1, inTitle: true, sentences: 0 });
  }

  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  const sentenceLengths = sentences.map((sentence, i) => {
    const bit = sentenceBit(i);
    const found = contentStems(sentence);
    for (const key of found) countStem(stems, key, bit);
    for (const key of fresh(found, further(sentence))) countStem(stems, key, bit);
    for (const { key, name, wide } of namesIn(sentence))
      count(names, { key, name, wide, count: 1, inTitle: false, sentences: bit });
    return found.length;
  });

  return {
    passageId: id,
    documentId,
    scopes,
    title,
    length: titleStems.length + sentenceLengths.reduce((sum, length) => sum + length, 0),
    sentenceLengths,
    titleLength: titleStems.length,
    stems: [...stems.values()],
    names: [...names.values()],
    titles: [...new Set([...titleKeys(title), ...titleKeys(headings.at(-1) ?? '')])],
    titleParts: titleParts(title),
    places: placesOf(documentId, url),
    fields: fieldKeys(passage, document),
    links: links.flatMap(({ href, text: name }) => {
      const place = linkedPlace(href, documentId);
      if (place === undefined) return [];
      const held = sentencesWith(name, sentences);
      return [{ place, name: name || href, ...(held > 0 && { sentences: held }) }];
    }),
  };
};

/** The bitmap of the sentences that contain these words; 0 for no words. */
const sentencesWith = (words: string, sentences: readonly string[]): number => {
  const said = withoutLinkTargets(words).trim();
  if (said === '') return 0;
  return sentences.reduce((bits, sentence, i) => (sentence.includes(said) ? bits | sentenceBit(i) : bits), 0);
};

/** The `further` keys that are not in `there`. */
const fresh = (there: readonly string[], further: readonly string[]): string[] =>
  further.length === 0 ? [] : further.filter((key) => !there.includes(key));

/** Adds one use of a stem in a sentence. A separate function for speed: it is called for almost every word. */
const countStem = (uses: Map<string, Use>, key: string, sentences: number): void => {
  const known = uses.get(key);
  if (known) {
    known.count++;
    known.sentences |= sentences;
  } else uses.set(key, { key, count: 1, inTitle: false, sentences });
};

/** Merges a use with those of the same key. A name is `wide` only if all of its uses are. */
const count = <U extends Use & { wide?: boolean }>(uses: Map<string, U>, use: U): void => {
  const known = uses.get(use.key);
  if (!known) {
    uses.set(use.key, use);
    return;
  }
  known.count += use.count;
  known.inTitle ||= use.inTitle;
  known.sentences |= use.sentences;
  if (!use.wide) known.wide = false;
};

import type { PostingList } from '../../stores/passage-index.ts';
import type { Cosines } from './cosines.ts';
import type { LexicalScores } from './lexical-scores.ts';
import type { Question } from './question.ts';

/** dn = the passage's cosine with the question, scaled to [0, 1] (retrieval.md, step 5). */
export const dense = (cosines: Cosines | undefined, passage: number): number => cosines?.scaled(passage) ?? 0;

/** bm = BM25 of the passage / the best BM25. */
export const lexicalShare = (lexical: LexicalScores, passage: number): number =>
  lexical.best > 0 ? lexical.total(passage) / lexical.best : 0;

/** tc = idf of the question's stems that stand in the passage's title, as a share of the question's. */
export const titleShare = (lexical: LexicalScores, passage: number): number => lexical.titleShare(passage);

/**
 * tm = n^−.5 for a passage whose title the question names, n being the passages with that title; of titles that overlap in
 * the question the longest counts.
 * @param titled the passages titled like each of the question's phrases, longest first
 */
export const titlesNamed = (
  { phrases }: Question,
  titled: readonly PostingList[],
): Map<number, { value: number; title: string }> => {
  const named = new Map<number, { value: number; title: string }>();
  const taken: { from: number; to: number }[] = [];
  for (const [i, { key, from, to }] of phrases.entries()) {
    const { total, passages } = titled[i]!;
    if (passages.length === 0 || taken.some((span) => span.from <= from && to <= span.to)) continue;
    taken.push({ from, to });
    const value = total ** -0.5;
    for (const passage of passages) {
      if (value > (named.get(passage)?.value ?? 0)) named.set(passage, { value, title: key });
    }
  }
  return named;
};

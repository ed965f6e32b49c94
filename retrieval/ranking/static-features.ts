import type { PostingList } from '../../stores/index.ts';
import type { Cosines } from './cosines.ts';
import type { LexicalScores } from './lexical-scores.ts';
import type { Question } from './question.ts';

/** The passage's cosine with the question, scaled to [0, 1] (docs/search.md, ranking step 5). */
export const dense = (cosines: Cosines | undefined, passage: number): number => cosines?.scaled(passage) ?? 0;

/** The passage's BM25, divided by the best BM25. */
export const lexicalShare = (lexical: LexicalScores, passage: number): number =>
  lexical.best > 0 ? lexical.total(passage) / lexical.best : 0;

/**
 * For passages whose title the question names: n^−0.5, where n is the number of passages with that title. If one title is part
 * of another in the question, only the longer one counts.
 * @param titled for each of the question's phrases, the passages with it as title
 */
export const titlesNamed = (
  { phrases }: Question,
  titled: readonly PostingList[],
): Map<number, { value: number; title: string }> => {
  const named = new Map<number, { value: number; title: string }>();
  const taken: { from: number; to: number }[] = [];
  for (const [i, { key, from, to }] of phrases.entries()) {
    const list = titled[i];
    if (!list || list.passages.length === 0 || taken.some((span) => span.from <= from && to <= span.to)) continue;
    taken.push({ from, to });
    const value = list.total ** -0.5;
    for (const passage of list.passages) {
      if (value > (named.get(passage)?.value ?? 0)) named.set(passage, { value, title: key });
    }
  }
  return named;
};

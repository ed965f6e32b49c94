import { dot } from '../encoder/unit-vector.ts';
import { FUNCTION_WORDS, QUESTION_WORDS } from './function-words.ts';
import { bestSentence, namedInQuestion } from './link-features.ts';
import type { Question } from './question.ts';
import type { Evidence, Hop } from './rank.ts';
import { stemOf } from './stems.ts';

/** A question made by rule from what the whole question asks beyond a passage, about an entity of that passage. */
export interface SubQuestion {
  text: string;
  /** base(p) · v: how much its answer counts. */
  weight: number;
  from: number;
}

/**
 * cA(t) = max over sub-questions of base(p) · v · max(0, cosine(sub-question, t)), t ≠ p: asks all of them in one batch and
 * weighs the best passages of the ranking so far.
 *
 * @param passages those to weigh
 */
export const askSubQuestions = async (
  question: Question,
  hop: Hop,
  { lexical, cosines }: Evidence,
  passages: readonly number[],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>,
): Promise<Map<number, number>> => {
  const values = new Map<number, number>();
  const asked = subQuestions(question, hop, (passage) => {
    const held = lexical.stemsIn(passage);
    return new Set(question.stems.filter((_, i) => held[i] === 1));
  });
  const vectors = asked.length > 0 && cosines ? await embed(asked.map(({ text }) => text)) : undefined;
  if (!vectors) return values;
  const loaded = await cosines!.vectors(passages);
  for (const passage of passages) {
    const vector = loaded.get(passage);
    if (!vector) continue;
    let best = 0;
    for (const [i, { weight, from }] of asked.entries()) {
      if (from !== passage && weight > best) best = Math.max(best, weight * dot(vectors[i]!, vector));
    }
    if (best > 0) values.set(passage, best);
  }
  return values;
};

const PASSAGES = 6;
const ENTITIES = 4;
const MOST_PASSAGES_OF_ENTITY = 1000;

/**
 * Sub-questions by rule (retrieval.md, step 9): for the best six passages p, the four of their entities best by
 * v · (rarity + .3), each asked with the question's residual: its words without the content words that p holds.
 */
export const subQuestions = (
  question: Question,
  { hops, base, sigma }: Pick<Hop, 'hops' | 'base' | 'sigma'>,
  heldBy: (passage: number) => ReadonlySet<string>,
): SubQuestion[] => {
  const asked = new Set(question.words);
  return hops.slice(0, PASSAGES).flatMap(({ passage, shared }, i) => {
    const rest = residual(question, heldBy(passage.number));
    return shared
      .filter(
        ({ entity: { key }, passages }) =>
          passages.length <= MOST_PASSAGES_OF_ENTITY &&
          !namedInQuestion(key, question) &&
          !key.split(' ').every((word) => asked.has(word)),
      )
      .map(({ entity, rarity }) => ({ entity, v: bestSentence(sigma[i]!, entity), rarity }))
      .sort((a, b) => b.v * (b.rarity + 0.3) - a.v * (a.rarity + 0.3))
      .slice(0, ENTITIES)
      .map(({ entity, v }) => ({
        text: `${rest} ${entity.key}`.trim(),
        weight: base.get(passage.number)! * v,
        from: passage.number,
      }));
  });
};

/** The question's words without the content words whose stems p holds; function words stay only before a word that stays. */
export const residual = ({ words }: Question, held: ReadonlySet<string>): string => {
  const content = (word: string) => !FUNCTION_WORDS.has(word) && !held.has(stemOf(word));
  return words
    .filter((word, i) => {
      if (QUESTION_WORDS.has(word)) return true;
      if (!FUNCTION_WORDS.has(word)) return content(word);
      const next = words[i + 1];
      return next !== undefined && (content(next) || QUESTION_WORDS.has(next));
    })
    .join(' ');
};

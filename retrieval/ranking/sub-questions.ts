import { dot } from '../encoder/unit-vector.ts';
import type { Evidence } from './evidence.ts';
import { FUNCTION_WORDS, QUESTION_WORDS } from './function-words.ts';
import type { HopOrigins } from './hops.ts';
import { bestSentence, namedInQuestion } from './link-features.ts';
import type { Question } from './question.ts';

/** A question made by rule: what the whole question asks beyond a passage, about an entity of that passage. */
export interface SubQuestion {
  text: string;
  /** base(p) · score of p's best sentence with the entity: how much its answer counts. */
  weight: number;
  from: number;
}

/** The sub-question feature of each passage that some sub-question's vector is near to. */
export type AskSubQuestions = (origins: HopOrigins) => Promise<Map<number, number>>;

/**
 * Makes the sub-question feature of these passages: the best of weight · max(0, cosine(sub-question, passage)), over the
 * sub-questions that come from other passages. Each text is encoded once, those of a round in one batch: the second round
 * asks largely what the first one did.
 */
export const subQuestioner = (
  { question, lexical, cosines }: Evidence,
  passages: readonly number[],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>,
): AskSubQuestions => {
  const encoded = new Map<string, EncodedText>();
  const heldBy = (passage: number) => {
    const held = lexical.stemsIn(passage);
    return new Set(question.stems.filter((_, i) => held[i] === 1));
  };
  return async (origins) => {
    const values = new Map<number, number>();
    if (!cosines) return values;
    const asked = subQuestions(question, origins, heldBy);
    const unseen = [...new Set(asked.map(({ text }) => text))].filter((text) => !encoded.has(text));
    const vectors = unseen.length > 0 ? await embed(unseen) : [];
    if (!vectors || asked.length === 0) return values;
    vectors.forEach((vector, i) => {
      encoded.set(unseen[i] ?? '', { vector, cosines: new Map() });
    });
    const loaded = await cosines.vectors(passages);
    // The heaviest first: once no later one can add more, their cosines need not be taken.
    const heaviest = asked
      .flatMap(({ text, ...rest }) => {
        const answer = encoded.get(text);
        return answer ? [{ answer, ...rest }] : [];
      })
      .sort((a, b) => b.weight - a.weight);
    for (const passage of passages) {
      const vector = loaded.get(passage);
      if (!vector) continue;
      let best = 0;
      for (const { answer, weight, from } of heaviest) {
        if (weight <= best) break;
        if (from !== passage) best = Math.max(best, weight * cosines.calibrated(cosineOf(answer, passage, vector)));
      }
      if (best > 0) values.set(passage, best);
    }
    return values;
  };
};

/** A sub-question's vector, and its cosines with passages as far as they were taken. */
interface EncodedText {
  vector: Float32Array;
  cosines: Map<number, number>;
}

const cosineOf = ({ vector, cosines }: EncodedText, passage: number, other: Float32Array): number => {
  let cosine = cosines.get(passage);
  if (cosine === undefined) {
    cosine = dot(vector, other);
    cosines.set(passage, cosine);
  }
  return cosine;
};

/** Hop origins that sub-questions are made from, and entities of each. */
const MAX_ORIGINS = 6;
const MAX_ENTITIES = 4;
/** Added to an entity's rarity when entities are compared, so that a good sentence can outweigh it. */
const RARITY_OFFSET = 0.3;

/**
 * Makes sub-questions by rule (docs/search.md, ranking step 8): from the best six passages, the four of their entities best
 * by sentence score · (rarity + .3), each asked with the question's residual.
 */
export const subQuestions = (
  question: Question,
  { hops, base, sentences }: HopOrigins,
  heldBy: (passage: number) => ReadonlySet<string>,
): SubQuestion[] => {
  const inQuestion = new Set(question.words);
  return hops.slice(0, MAX_ORIGINS).flatMap(({ passage, shared }, i) => {
    const rest = residual(question, heldBy(passage.number));
    const scores = sentences[i] ?? new Float64Array();
    return shared
      .filter(
        ({ entity: { key } }) =>
          !namedInQuestion(key, question) && !key.split(' ').every((word) => inQuestion.has(word)),
      )
      .map(({ entity, rarity }) => {
        const score = bestSentence(scores, entity);
        return { entity, score, rank: score * (rarity + RARITY_OFFSET) };
      })
      .sort((a, b) => b.rank - a.rank)
      .slice(0, MAX_ENTITIES)
      .map(({ entity, score }) => ({
        text: `${rest} ${entity.key}`.trim(),
        weight: (base.get(passage.number) ?? 0) * score,
        from: passage.number,
      }));
  });
};

/**
 * The question's words without the content words whose stems a passage holds. Question words stay; other function words
 * stay only directly before a question word or a content word that stays.
 */
export const residual = ({ words, stemOfWord }: Question, held: ReadonlySet<string>): string => {
  const content = (word: string) => !FUNCTION_WORDS.has(word) && !held.has(stemOfWord.get(word) ?? word);
  return words
    .filter((word, i) => {
      if (QUESTION_WORDS.has(word)) return true;
      if (!FUNCTION_WORDS.has(word)) return content(word);
      const next = words[i + 1];
      return next !== undefined && (content(next) || QUESTION_WORDS.has(next));
    })
    .join(' ');
};

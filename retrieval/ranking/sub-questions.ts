import { dot } from '../encoder/unit-vector.ts';
import { FUNCTION_WORDS, QUESTION_WORDS } from './function-words.ts';
import type { HopOrigins } from './hops.ts';
import { bestSentence, namedInQuestion } from './link-features.ts';
import type { Question } from './question.ts';
import type { Evidence } from './rank.ts';

/** A question made by rule from what the whole question asks beyond a passage, about an entity of that passage. */
export interface SubQuestion {
  text: string;
  /** base(p) · v: how much its answer counts. */
  weight: number;
  from: number;
}

/** What sub-questions about the departures of a hop say of each passage; passages that they say nothing of are left out. */
export type AskSubQuestions = (hopOrigins: HopOrigins) => Promise<Map<number, number>>;

/**
 * cA(t) = max over sub-questions of base(p) · v · max(0, cosine(sub-question, t)), t ≠ p, for these passages. Asks in one
 * batch what was not asked before: the second hop's departures are largely the first one's.
 */
export const subQuestioner = (
  { question, lexical, cosines }: Evidence,
  passages: readonly number[],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>,
): AskSubQuestions => {
  const answers = new Map<string, Answers>();
  const heldBy = (passage: number) => {
    const held = lexical.stemsIn(passage);
    return new Set(question.stems.filter((_, i) => held[i] === 1));
  };
  return async (hopOrigins) => {
    const values = new Map<number, number>();
    const asked = cosines ? subQuestions(question, hopOrigins, heldBy) : [];
    const fresh = [...new Set(asked.map(({ text }) => text))].filter((text) => !answers.has(text));
    const vectors = fresh.length > 0 ? await embed(fresh) : [];
    if (!vectors || asked.length === 0) return values;
    for (const [i, text] of fresh.entries()) answers.set(text, { vector: vectors[i]!, cosines: new Map() });
    const loaded = await cosines!.vectors(passages);
    // The heaviest first: as soon as none of the rest can say more, their cosines need not be taken.
    const heaviest = asked.toSorted((a, b) => b.weight - a.weight);
    for (const passage of passages) {
      const vector = loaded.get(passage);
      if (!vector) continue;
      let best = 0;
      for (const { text, weight, from } of heaviest) {
        if (weight <= best) break;
        if (from !== passage) best = Math.max(best, weight * cosineOf(answers.get(text)!, passage, vector));
      }
      if (best > 0) values.set(passage, best);
    }
    return values;
  };
};

/** A sub-question's vector and its cosines with passages, as far as they were taken. */
interface Answers {
  vector: Float32Array;
  cosines: Map<number, number>;
}

const cosineOf = ({ vector, cosines }: Answers, passage: number, other: Float32Array): number => {
  let cosine = cosines.get(passage);
  if (cosine === undefined) {
    cosine = dot(vector, other);
    cosines.set(passage, cosine);
  }
  return cosine;
};

/** HopOrigins asked about, and entities of each. */
const PASSAGES = 6;
const ENTITIES = 4;

/**
 * Sub-questions by rule (retrieval.md, step 9): for the best six passages p, the four of their entities best by
 * v · (rarity + .3), each asked with the question's residual: its words without the content words that p holds.
 */
export const subQuestions = (
  question: Question,
  { hops, base, sigma }: HopOrigins,
  heldBy: (passage: number) => ReadonlySet<string>,
): SubQuestion[] => {
  const asked = new Set(question.words);
  return hops.slice(0, PASSAGES).flatMap(({ passage, shared }, i) => {
    const rest = residual(question, heldBy(passage.number));
    return shared
      .filter(
        ({ entity: { key } }) => !namedInQuestion(key, question) && !key.split(' ').every((word) => asked.has(word)),
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

/**
 * The question's words without the content words whose stems p holds. Words that ask stay; other function words only right
 * before one of those or before a content word that stays.
 */
export const residual = ({ words, stemOfWord }: Question, held: ReadonlySet<string>): string => {
  const content = (word: string) => !FUNCTION_WORDS.has(word) && !held.has(stemOfWord.get(word)!);
  return words
    .filter((word, i) => {
      if (QUESTION_WORDS.has(word)) return true;
      if (!FUNCTION_WORDS.has(word)) return content(word);
      const next = words[i + 1];
      return next !== undefined && (content(next) || QUESTION_WORDS.has(next));
    })
    .join(' ');
};

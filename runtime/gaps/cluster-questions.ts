import { plainQuestion } from '../../core/team-answers.ts';
import { questionStems } from '../../core/text/question-terms.ts';
import { calibrated, dot } from '../../retrieval/index.ts';
import type { Verdicts } from './verdicts.ts';

/** A sparse unit vector of a question: its stems with their weights. */
type Vector = ReadonlyMap<string, number>;

/**
 * Minimum cosine of the word vectors of two questions that ask the same. With 0.35 to 0.45, the test's 50 planted questions
 * form one group each, so this is the middle of that range. From 0.5 on, wordings of one question fall into several groups.
 */
const MIN_WORD_COSINE = 0.4;
/**
 * Number of nearest neighbours whose mean cosine measures how dense a question's neighbourhood is. No fixed cosine separates
 * "the same question" from "the same topic": two wordings of a rare matter may have a cosine of 0.3, and two different
 * questions about invoices 0.6. So the cosine is compared with both neighbourhoods (cross-domain similarity local scaling,
 * CSLS: Conneau et al., "Word Translation Without Parallel Data", ICLR 2018, section 2.3).
 */
const NEIGHBOURS = 3;
/**
 * Lower limit of a neighbourhood's mean cosine. When few questions were asked, the mean is low, and without this limit
 * unrelated questions would join their nearest neighbour.
 */
const MIN_NEIGHBOURHOOD = 0.34;
/**
 * Two questions count as the same when their CSLS (twice the cosine minus both neighbourhood means) exceeds
 * `-CSLS_TOLERANCE`.
 * The limit is below zero because the other wordings of a question are among its neighbours. This constant, `NEIGHBOURS` and
 * `MIN_NEIGHBOURHOOD` were chosen on three of the four sets of `npm run bench -- gaps`; the fourth was held out.
 */
const CSLS_TOLERANCE = 0.1;
/**
 * How many nearest questions by meaning, and how many by words, a model is asked to compare each question with. In the five
 * sets of `npm run bench -- gaps`, these connect all wordings of 45 to 50 of 50 questions; twice as many connect one more.
 */
const NEAREST_BY_MEANING = 6;
const NEAREST_BY_WORDS = 2;
/** Nearest questions by words, without an encoder. */
const NEAREST_BY_WORDS_ALONE = 8;
/**
 * Similarity of two questions that a model compared with others but not with each other, since they are not similar. Small, so
 * that two wordings join a third that asks the same as both; not zero, so that large groups need more than one such link.
 */
const NOT_COMPARED = -0.1;
/** Subtracted from the similarity of two questions that name different numbers, such as another amount or error code. */
const OTHER_NUMBER_PENALTY = 0.5;

/**
 * Groups questions that ask the same. Agglomerative clustering with average linkage: the two most similar groups are joined
 * until no two are similar enough. The similarity compares weighted words and, with an encoder's vectors, also meaning; the
 * higher of the two decides. Words help where the encoder fails: it puts a question of three keywords far from the same
 * question as a full sentence.
 *
 * @param vectors one unit vector for each question, all of the same dimension
 * @param unrelated the encoder's cosine for two texts that have nothing in common
 * @param verdicts what a model said about pairs of questions, which decides where it said something
 * @returns indices into `questions`. Every question is in one group. A group is in ascending order, and the groups are sorted
 *   by their first question.
 */
export const clusterQuestions = (
  questions: readonly string[],
  vectors?: readonly Float32Array[],
  unrelated = 0,
  verdicts?: Verdicts,
): number[][] => {
  // Identical questions count once: otherwise the nearest neighbours of a question would be its own copies.
  const copies = Map.groupBy(questions.keys(), (index) => plainQuestion(questions[index] ?? '') || questions[index]);
  const firsts = [...copies.values()].map(([first = 0]) => first);
  const groups = clusterDistinct(
    firsts.map((index) => questions[index] ?? ''),
    vectors && firsts.map((index) => vectors[index] ?? new Float32Array()),
    unrelated,
    verdicts,
  );
  const members = [...copies.values()];
  return groups.map((group) => group.flatMap((index) => members[index] ?? []).sort((a, b) => a - b));
};

const clusterDistinct = (
  questions: readonly string[],
  vectors: readonly Float32Array[] | undefined,
  unrelated: number,
  verdicts: Verdicts | undefined,
): number[][] => {
  const count = questions.length;
  const judged = (a: number, b: number, otherwise: number): number => {
    const [first = '', second = ''] = [questions[a], questions[b]];
    const verdict = verdicts?.of(first, second);
    if (verdict !== undefined) return verdict;
    const isKnown = otherwise < 0 && verdicts?.knows(first) && verdicts.knows(second);
    return isKnown ? NOT_COMPARED : otherwise;
  };
  const words = byWords(questions);
  const otherNumber = byNumbers(questions);
  const penalty = (a: number, b: number) => (otherNumber(a, b) ? OTHER_NUMBER_PENALTY : 0);
  const wordsInCommon = (a: number, b: number) => words(a, b) - MIN_WORD_COSINE - penalty(a, b);
  if (!vectors)
    return joinNearest(
      symmetric(count, (a, b) => judged(a, b, wordsInCommon(a, b))),
      count,
    );
  const meaning = symmetric(count, byMeaning(vectors, unrelated));
  const density = Array.from({ length: count }, (_, index) =>
    Math.max(MIN_NEIGHBOURHOOD, meanOfNearest(meaning, count, index)),
  );
  const similarity = symmetric(count, (a, b) => {
    const csls = 2 * (meaning[a * count + b] ?? 0) - (density[a] ?? 0) - (density[b] ?? 0);
    return judged(a, b, Math.max(csls + CSLS_TOLERANCE - penalty(a, b), wordsInCommon(a, b)));
  });
  return joinNearest(similarity, count);
};

/**
 * The pairs of questions that may ask the same: each question with its nearest ones. Pairs of identical questions are left out.
 * @param vectors one unit vector for each question
 * @returns pairs of indices of the first of each identical questions, the smaller index first
 */
export const similarPairs = (
  questions: readonly string[],
  vectors?: readonly Float32Array[],
): (readonly [number, number])[] => {
  const copies = Map.groupBy(questions.keys(), (index) => plainQuestion(questions[index] ?? '') || questions[index]);
  const firsts = [...copies.values()].map(([first = 0]) => first);
  const words = byWords(firsts.map((index) => questions[index] ?? ''));
  const meaning =
    vectors &&
    byMeaning(
      firsts.map((index) => vectors[index] ?? new Float32Array()),
      0,
    );
  const pairs = new Map<number, readonly [number, number]>();
  const addNearest = (a: number, similarity: (a: number, b: number) => number, count: number) => {
    const others = [...firsts.keys()].flatMap((b) => (b === a ? [] : [{ b, value: similarity(a, b) }]));
    const nearest = others.filter(({ value }) => value > 0).sort((one, two) => two.value - one.value);
    for (const { b } of nearest.slice(0, count)) {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      pairs.set(low * firsts.length + high, [firsts[low] ?? 0, firsts[high] ?? 0]);
    }
  };
  for (const a of firsts.keys()) {
    if (meaning) addNearest(a, meaning, NEAREST_BY_MEANING);
    addNearest(a, words, meaning ? NEAREST_BY_WORDS : NEAREST_BY_WORDS_ALONE);
  }
  return [...pairs.values()];
};

/** The symmetric matrix of a function over pairs, `count` by `count`, stored row by row; the diagonal is 0. */
const symmetric = (count: number, of: (a: number, b: number) => number): Float32Array => {
  const all = new Float32Array(count * count);
  for (let a = 0; a < count; a += 1)
    for (let b = 0; b < a; b += 1) {
      const value = of(a, b);
      all[a * count + b] = value;
      all[b * count + a] = value;
    }
  return all;
};

const meanOfNearest = (meaning: Float32Array, count: number, index: number): number => {
  const row = meaning.slice(index * count, (index + 1) * count);
  row[index] = Number.NEGATIVE_INFINITY;
  const nearest = row.sort().slice(-Math.min(NEIGHBOURS, count - 1));
  return nearest.length === 0 ? 0 : nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
};

/**
 * Agglomerative clustering with average linkage by the nearest-neighbour chain algorithm (Murtagh, "A Survey of Recent
 * Advances in Hierarchical Clustering Algorithms", 1983). It takes quadratic time and finds the same groups as joining the
 * two nearest groups at each step.
 * @param similarity matrix of all pairs, row by row; overwritten. Groups whose average similarity is negative are not joined.
 */
const joinNearest = (similarity: Float32Array, count: number): number[][] => {
  const groups: (number[] | undefined)[] = Array.from({ length: count }, (_, index) => [index]);
  const between = (a: number, b: number): number => similarity[a * count + b] ?? 0;
  /** @param before wins a tie, so that every chain ends with two groups that are each other's nearest neighbour */
  const nearestOf = (a: number, before: number | undefined): number | undefined => {
    let [best, value] = before === undefined ? [before, 0] : [before, between(a, before)];
    for (let b = 0; b < count; b += 1) {
      const near = between(a, b);
      if (b === a || !groups[b] || near < 0 || (best !== undefined && near <= value)) continue;
      [best, value] = [b, near];
    }
    return best;
  };
  const join = (a: number, b: number): void => {
    const [own, other] = [groups[a] ?? [], groups[b] ?? []];
    for (let c = 0; c < count; c += 1) {
      const value = (between(a, c) * own.length + between(b, c) * other.length) / (own.length + other.length);
      similarity[a * count + c] = value;
      similarity[c * count + a] = value;
    }
    groups[a] = [...own, ...other];
    groups[b] = undefined;
  };
  for (let start = 0; start < count; start += 1) {
    const chain = groups[start] ? [start] : [];
    for (let last = chain.at(-1); last !== undefined; last = chain.at(-1)) {
      const nearest = nearestOf(last, chain.at(-2));
      if (nearest === undefined) chain.pop();
      else if (nearest !== chain.at(-2)) chain.push(nearest);
      else {
        chain.splice(-2);
        join(Math.min(last, nearest), Math.max(last, nearest));
      }
    }
  }
  const found = groups.flatMap((group) => (group ? [group.sort((a, b) => a - b)] : []));
  return found.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
};

const byMeaning = (vectors: readonly Float32Array[], unrelated: number) => (a: number, b: number) => {
  const [first, second] = [vectors[a], vectors[b]];
  return first && second ? calibrated(dot(first, second), unrelated) : 0;
};

const byWords = (questions: readonly string[]) => {
  const terms = questions.map((question) => new Set(questionStems(question)));
  const frequency = new Map<string, number>();
  for (const term of terms.flatMap((own) => [...own])) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  // Half of the usual IDF: with all of it and few questions, one additional word would separate two wordings.
  const weight = (term: string) => 1 + Math.log(1 + questions.length / (frequency.get(term) ?? 1)) / 2;
  const vectors = terms.map((own) => unit(new Map([...own].map((term) => [term, weight(term)]))));
  return (a: number, b: number) => {
    const [first, second] = [vectors[a], vectors[b]];
    let sum = 0;
    for (const [term, value] of first ?? []) sum += value * (second?.get(term) ?? 0);
    return sum;
  };
};

const NUMBER = /(\p{L}+-)?\d(?:[\d.,:/]*\d)?\p{L}*/gu;
const GROUP_SEPARATOR = /[.,](?=\d{3}(?!\d))/g;
const THOUSANDS = /(?<=\d)k$/;

/** The numbers of a text, and codes that contain a number (`err-104`), normalised: `5k`, `5,000` and `5000` are the same. */
const numbersOf = (text: string): Set<string> =>
  new Set(
    Array.from(text.toLowerCase().matchAll(NUMBER), ([number]) =>
      number.replace(GROUP_SEPARATOR, '').replace(THOUSANDS, '000'),
    ),
  );

/** Tells whether two questions both name numbers, have no number in common, and share at least half of their other words. */
const byNumbers = (questions: readonly string[]) => {
  const read = questions.map((question) => ({
    numbers: numbersOf(question),
    words: new Set(questionStems(question).filter((stem) => !/\d/.test(stem))),
  }));
  return (a: number, b: number): boolean => {
    const [first, second] = [read[a], read[b]];
    if (!first?.numbers.size || !second?.numbers.size || inCommon(first.numbers, second.numbers) > 0) return false;
    return 2 * inCommon(first.words, second.words) >= Math.max(first.words.size, second.words.size);
  };
};

const inCommon = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((one) => b.has(one)).length;

const unit = (vector: Vector): Vector => {
  const length = Math.hypot(...vector.values()) || 1;
  return new Map([...vector].map(([term, value]) => [term, value / length]));
};

import { plainQuestion } from '../../../core/team-answers.ts';
import { questionStems } from '../../../core/text/question-terms.ts';
import { calibrated, dot } from '../../../retrieval/index.ts';

/** A question as a vector whose length is 1: stems with their weight. */
type Vector = ReadonlyMap<string, number>;

/**
 * By words, from this cosine on two questions ask the same: the middle of 0.35 to 0.45, between which all 50 planted questions of
 * the test are one group each; from 0.5 on wordings of one part.
 */
const SAME_BY_WORDS = 0.4;
/**
 * By meaning, no one cosine parts "the same" from "the same topic": two wordings of a rare matter are at .3, two different
 * questions about invoices at .6. So a cosine is compared with what is usual around the two questions: the mean of each with its
 * nearest others (cross-domain similarity local scaling, Conneau et al., "Word Translation Without Parallel Data", ICLR 2018,
 * section 2.3), on the scale on which two texts with nothing in common are at 0.
 */
const NEAREST = 3;
/**
 * Where hardly anything else was asked, nothing is usual: no neighbourhood counts as less close than this. Without it lone
 * questions join whatever lies nearest.
 */
const MIN_USUAL = 0.34;
/**
 * Twice the cosine may stay so far below the sum of what is usual around both: the other wordings are among the nearest. With
 * `NEAREST` and `MIN_USUAL` chosen over three sets of `npm run bench -- gaps`, each whole, with every second question asked but
 * once, with two wordings a question, and a few questions at a time; the fourth set had no part in it.
 */
const LEEWAY = 0.1;
/** Two questions in the same words about another number (an amount, the code of an error) differ, however alike they are. */
const OTHER_NUMBER = 0.5;

/**
 * Groups questions that ask the same, each question in one group: the two groups that are nearest to each other on average
 * become one, until no two are near enough. By their words, of which rare ones count more; with vectors of an encoder by
 * meaning too, and the greater of the two counts: a question in three words lies far from its full sentence for an encoder,
 * and shares its words.
 *
 * @param vectors unit vectors, one a question; all of one length
 * @param unrelated the encoder's cosine of texts that have nothing in common
 * @returns indices into `questions`, in the order given, the groups by their first question
 */
export const clusterQuestions = (
  questions: readonly string[],
  vectors?: readonly Float32Array[],
  unrelated = 0,
): number[][] => {
  // What was asked ten times in the same words counts once: its copies would be all that is usual around it.
  const copies = Map.groupBy(questions.keys(), (index) => plainQuestion(questions[index] ?? '') || questions[index]);
  const firsts = [...copies.values()].map(([first = 0]) => first);
  const groups = clusterDistinct(
    firsts.map((index) => questions[index] ?? ''),
    vectors && firsts.map((index) => vectors[index] ?? new Float32Array()),
    unrelated,
  );
  const members = [...copies.values()];
  return groups.map((group) => group.flatMap((index) => members[index] ?? []).sort((a, b) => a - b));
};

const clusterDistinct = (
  questions: readonly string[],
  vectors: readonly Float32Array[] | undefined,
  unrelated: number,
): number[][] => {
  const count = questions.length;
  const words = byWords(questions);
  const otherNumber = byNumbers(questions);
  const wordsInCommon = (a: number, b: number) => words(a, b) - SAME_BY_WORDS - (otherNumber(a, b) ? OTHER_NUMBER : 0);
  if (!vectors) return joinNearest(symmetric(count, wordsInCommon), count);
  const meaning = symmetric(count, byMeaning(vectors, unrelated));
  const usual = Array.from({ length: count }, (_, index) => Math.max(MIN_USUAL, meanOfNearest(meaning, count, index)));
  const likeness = symmetric(count, (a, b) => {
    const near = 2 * (meaning[a * count + b] ?? 0) - (usual[a] ?? 0) - (usual[b] ?? 0) + LEEWAY;
    return Math.max(near - (otherNumber(a, b) ? OTHER_NUMBER : 0), wordsInCommon(a, b));
  });
  return joinNearest(likeness, count);
};

/** The value of every two of `count`, row by row. */
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
  const nearest = row.sort().slice(-Math.min(NEAREST, count - 1));
  return nearest.length === 0 ? 0 : nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
};

/**
 * Agglomerative clustering by average linkage, by chains of nearest neighbours (Murtagh, "A Survey of Recent Advances in
 * Hierarchical Clustering Algorithms", 1983): quadratic in `count`, and the same groups as by always joining the nearest two.
 * @param likeness of every two, row by row; it is overwritten. Groups join where its average is not negative.
 */
const joinNearest = (likeness: Float32Array, count: number): number[][] => {
  const groups: (number[] | undefined)[] = Array.from({ length: count }, (_, index) => [index]);
  const between = (a: number, b: number): number => likeness[a * count + b] ?? 0;
  /** @param before of two that are as near, this one: so a chain always ends with two that are each other's nearest */
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
      likeness[a * count + c] = value;
      likeness[c * count + a] = value;
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
  // Half of the usual weight of rare words: with it in full, one word more parts two wordings where few questions are.
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

/** The numbers of a text and the codes that hold one, each in one spelling: 5k, 5,000 and 5000 are the same. */
const numbersOf = (text: string): Set<string> =>
  new Set(
    Array.from(text.toLowerCase().matchAll(NUMBER), ([number]) =>
      number.replace(GROUP_SEPARATOR, '').replace(THOUSANDS, '000'),
    ),
  );

/** Whether two questions name numbers, none of them the same, and share half of their other words. */
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

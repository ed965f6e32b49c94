import { questionStems } from '../../../core/text/question-terms.ts';
import { calibrated, dot } from '../../../retrieval/index.ts';

/** A question as a vector whose length is 1: stems with their weight. */
type Vector = ReadonlyMap<string, number>;

/**
 * From this cosine on, two questions ask the same. By words: the middle of 0.35 to 0.45, between which all 50 planted
 * questions of the test are one group each; from 0.5 on wordings of one part. By meaning, on the scale on which two texts with
 * nothing in common are at 0: between .40 and .50 of all-MiniLM-L6-v2, at which 48 of the test's 50 and 29 to 23 of 50 that a
 * stranger wrote are one group each. A bound for paraphrases (.78) finds none of a stranger's: people who ask the same in
 * words of their own are at .56 in the middle, and two questions that only share a topic hardly above .45.
 */
const SAME_BY_WORDS = 0.4;
const SAME_BY_MEANING = 0.44;

/**
 * Groups questions that ask the same, each question in one group: a question joins the group whose first questions it is
 * nearest to, or begins one. By their words, of which rare ones count more; with vectors of an encoder by meaning too, and the
 * greater of the two counts: a question in three words lies far from its full sentence for an encoder, and shares its words.
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
  const [words, meaning] = [byWords(questions), vectors && byMeaning(vectors, unrelated)];
  const likeness = (a: number, b: number): number =>
    Math.max(words(a, b) / SAME_BY_WORDS, meaning ? meaning(a, b) / SAME_BY_MEANING : 0);
  const groups: number[][] = [];
  for (const index of questions.keys()) {
    let best: { group: number[]; value: number } | undefined;
    for (const group of groups) {
      const value = averageOf(group, (member) => likeness(index, member));
      if (value >= 1 && value > (best?.value ?? 0)) best = { group, value };
    }
    if (best) best.group.push(index);
    else groups.push([index]);
  }
  return groups;
};

/** Members of a group that a question is compared with: a long group costs no more than these. */
const COMPARED = 8;

const averageOf = (group: readonly number[], value: (member: number) => number): number => {
  const members = group.slice(0, COMPARED);
  return members.reduce((sum, member) => sum + value(member), 0) / members.length;
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

const unit = (vector: Vector): Vector => {
  const length = Math.hypot(...vector.values()) || 1;
  return new Map([...vector].map(([term, value]) => [term, value / length]));
};

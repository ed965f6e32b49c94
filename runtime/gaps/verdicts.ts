import { sha256 } from '../../core/sha256.ts';
import { plainQuestion } from '../../core/team-answers.ts';
import { collectAll, type Stores } from '../../stores/index.ts';

const KIND = 'gap-verdicts';

/** What a model said about one batch of questions, which are kept as hashes. */
interface VerdictRecord {
  questions: string[];
  /** The group of each question; null for a question that the model left out. */
  groups: (number | null)[];
}

/** What a model said about pairs of questions. */
export interface Verdicts {
  /**
   * 1 if the two ask the same, -1 if they do not, a value between if the model contradicted itself; undefined if it was not
   * asked or left one of them out.
   */
  of(a: string, b: string): number | undefined;
  /** True if the model was asked about the two in one batch. */
  wasAsked(a: string, b: string): boolean;
  /** True if the model was asked about this question. */
  knows(question: string): boolean;
  /** Changes when verdicts are added or removed. */
  version: string;
}

/** Case, punctuation and polite words do not count, as in `clusterQuestions`. */
const hashOf = (question: string): string => sha256(plainQuestion(question) || question).slice(0, 16);

/** All stored verdicts of the model on which open questions ask the same, combined. */
export const readVerdicts = async ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<Verdicts> => {
  const records = await collectAll<VerdictRecord>(keyValues, KIND);
  // Computed at the first use, since a list whose questions and verdicts are the same as before needs only the version.
  let computed: ReturnType<typeof pairsOf> | undefined;
  const read = () => {
    computed ??= pairsOf(records.map(({ value }) => value));
    return computed;
  };
  const hashes = new Map<string, string>();
  const hashed = (question: string): string => {
    const hash = hashes.get(question) ?? hashOf(question);
    hashes.set(question, hash);
    return hash;
  };
  return {
    of(a, b) {
      const pair = read().pairs.get(keyOf(hashed(a), hashed(b)));
      return pair && pair.count > 0 ? pair.sum / pair.count : undefined;
    },
    wasAsked: (a, b) => read().pairs.has(keyOf(hashed(a), hashed(b))),
    knows: (question) => read().known.has(hashed(question)),
    version: sha256(records.map(({ key }) => key).join()),
  };
};

/** Sum and number of the verdicts about each pair, and the questions that occur. */
const pairsOf = (records: readonly VerdictRecord[]) => {
  const pairs = new Map<string, { sum: number; count: number }>();
  const known = new Set<string>();
  for (const { questions, groups } of records)
    for (const [a, first] of questions.entries()) {
      known.add(first);
      for (const [b, second] of questions.slice(0, a).entries()) {
        const pair = pairs.get(keyOf(first, second)) ?? { sum: 0, count: 0 };
        const [groupA, groupB] = [groups[a] ?? null, groups[b] ?? null];
        if (groupA !== null && groupB !== null) {
          pair.sum += groupA === groupB ? 1 : -1;
          pair.count += 1;
        }
        pairs.set(keyOf(first, second), pair);
      }
    }
  return { pairs, known };
};

/**
 * Stores a verdict on some questions.
 * @param groups by question: the number of its group, undefined for one that asks what no other does
 */
export const writeVerdicts = async (
  { keyValues }: Pick<Stores, 'keyValues'>,
  questions: readonly string[],
  groups: readonly (number | undefined)[],
): Promise<void> => {
  const record: VerdictRecord = { questions: questions.map(hashOf), groups: groups.map((group) => group ?? null) };
  await keyValues.put(KIND, sha256(record.questions.join()).slice(0, 32), record);
};

/** Removes verdicts about questions of which fewer than two are left. */
export const removeOldVerdicts = async (
  { keyValues }: Pick<Stores, 'keyValues'>,
  questions: readonly string[],
): Promise<void> => {
  const current = new Set(questions.map(hashOf));
  for (const { key, value } of await collectAll<VerdictRecord>(keyValues, KIND))
    if (value.questions.filter((hash) => current.has(hash)).length < 2) await keyValues.delete(KIND, key);
};

const keyOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

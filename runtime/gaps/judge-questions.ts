import type { GroupQuestions } from '../../agent/index.ts';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import { similarPairs } from './cluster-questions.ts';
import type { VectorsOf } from './question-vectors.ts';
import { unansweredTurns, wordingOf } from './unanswered.ts';
import { readVerdicts, removeOldVerdicts, writeVerdicts } from './verdicts.ts';

/** Questions per call. A batch of this size has about 700 tokens, and a small model still compares all of them. */
const MAX_BATCH = 30;

interface JudgeParts {
  stores: Pick<Stores, 'conversations' | 'keyValues'>;
  groupQuestions: GroupQuestions;
  /** Absent without an encoder: questions are then similar by words alone. */
  vectorsOf?: VectorsOf;
  log: Log;
}

/**
 * Asks the model which similar unanswered questions ask the same, and stores what it says. Asks only about pairs that it was
 * not asked about before. A failure of the model is logged, and the rest is left for the next call.
 * @returns number of calls
 * @throws CANCELLED, STORE_UNAVAILABLE
 */
export const judgeQuestions = async (
  { stores, groupQuestions, vectorsOf, log }: JudgeParts,
  signal: AbortSignal,
): Promise<number> => {
  const questions = (await unansweredTurns(stores, Date.now())).map(wordingOf);
  const verdicts = await readVerdicts(stores);
  const encoded = await vectorsOf?.(questions).catch(() => undefined);
  const pairs = similarPairs(questions, encoded?.vectors).filter(
    ([a, b]) => !verdicts.wasAsked(questions[a] ?? '', questions[b] ?? ''),
  );
  let calls = 0;
  for (const batch of batchesOf(pairs, MAX_BATCH)) {
    const texts = batch.map((index) => questions[index] ?? '');
    try {
      const groups = await groupQuestions(texts, signal);
      calls += 1;
      await writeVerdicts(stores, texts, groups);
    } catch (error) {
      // The next job continues with the pairs that are left.
      if (isParleyError(error, 'BUDGET_EXHAUSTED')) break;
      if (!(error instanceof ParleyError) || !error.code.startsWith('MODEL_')) throw error;
      log.warn(
        { err: error },
        'the model could not compare unanswered questions; they stay grouped by their similarity',
      );
      // An answer that cannot be read is the batch's fault; any other failure would repeat with each batch.
      if (error.code !== 'MODEL_OUTPUT_MALFORMED' && error.code !== 'MODEL_OUTPUT_CUT') break;
    }
  }
  await removeOldVerdicts(stores, questions);
  return calls;
};

/**
 * Covers all pairs by batches, so that each pair is in at least one. A batch starts with the question that has the most pairs
 * left, and grows by the question that completes the most pairs, or else by another start, until it is full.
 */
export const batchesOf = (pairs: readonly (readonly [number, number])[], size: number): number[][] => {
  const left = new Map<number, Set<number>>();
  for (const [a, b] of pairs) {
    left.set(a, (left.get(a) ?? new Set()).add(b));
    left.set(b, (left.get(b) ?? new Set()).add(a));
  }
  const batches: number[][] = [];
  while (left.size > 0) {
    const batch = new Set<number>();
    const completes = new Map<number, number>();
    while (batch.size < size) {
      const starts = [...left].flatMap(([a, others]) => (batch.has(a) ? [] : [[a, others.size] as const]));
      // A start without room for a second question would compare nothing.
      const next = largest(completes) ?? (batch.size < size - 1 ? largest(starts) : undefined);
      if (next === undefined) break;
      batch.add(next);
      completes.delete(next);
      for (const other of left.get(next) ?? [])
        if (!batch.has(other)) completes.set(other, (completes.get(other) ?? 0) + 1);
    }
    for (const a of batch) {
      const others = left.get(a);
      for (const b of batch) others?.delete(b);
      if (others?.size === 0) left.delete(a);
    }
    batches.push([...batch].sort((a, b) => a - b));
  }
  return batches;
};

/** The first key with the largest value. */
const largest = (values: Iterable<readonly [number, number]>): number | undefined => {
  let best: readonly [number, number] | undefined;
  for (const one of values) if (!best || one[1] > best[1]) best = one;
  return best?.[0];
};

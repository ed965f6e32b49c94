import { lacks } from '../bench/bench.ts';
import { silentLog } from '../core/log.ts';
import { sharedFolder, sharedRows } from '../core/shared-data.ts';
import { createRetriever } from './index.ts';
import { BENCH_SCOPES, indexQuestionSet, passageIdOf, type QuestionRow } from './testing/question-sets.ts';

export const about = "recall over a plan's steps, with and without what earlier steps found as seeds (no encoder)";

type PlannedRow = QuestionRow & { decomposition?: { question: string; answer: string }[] };

/** Passages kept from each step and passed to the next one. */
const KEPT = 5;
const HANDED_ON = 2;

export const run = async (): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  console.log('share of gold passages among the top 5 of all steps, in percent');
  for (const set of ['musique_train100', 'musique_dev']) {
    const { stores, close } = await indexQuestionSet(set);
    const retriever = createRetriever({ stores, log: silentLog });
    const questions = sharedRows<PlannedRow>(`${set}_questions`).filter((row) => (row.decomposition?.length ?? 0) > 1);
    for (const answersGiven of [false, true]) {
      for (const seeded of [false, true]) {
        let recall = 0;
        for (const { decomposition = [], supporting_ids: gold } of questions) {
          const found = new Set<string>();
          let seeds: string[] = [];
          for (const { question } of decomposition) {
            const text = question
              .replaceAll(' >> ', ' ')
              .replace(/#(\d)/g, (_, step) => (answersGiven ? decomposition[Number(step) - 1]!.answer : 'it'));
            const { hits } = await retriever.search({
              text,
              k: KEPT,
              scopes: BENCH_SCOPES,
              ...(seeded && { seeds: { passageIds: seeds } }),
            });
            for (const { passageId } of hits) found.add(passageId);
            seeds = hits.slice(0, HANDED_ON).map(({ passageId }) => passageId);
          }
          recall += gold.filter((id) => found.has(passageIdOf(id))).length / gold.length / questions.length;
        }
        const mode = `${answersGiven ? 'steps ask with the answer before' : 'steps ask about "it"'}, ${seeded ? 'with' : 'without'} seeds`;
        console.log(`${set.padEnd(18)} ${mode.padEnd(52)} ${(100 * recall).toFixed(1)}`);
      }
    }
    await close();
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../../core/document.ts';
import type { Settings } from '../../core/settings.ts';
import type { Encoder } from '../../retrieval/index.ts';
import { BENCH_SCOPES, indexQuestionSet } from '../../retrieval/testing/question-sets.ts';
import { createIngest } from '../../runtime/ingest.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { world } from './corpora.ts';

/** A question with the pages that its answer takes, on whose behalf it is asked. */
export interface GoldQuestion {
  question: string;
  documentIds: readonly string[];
  scopes: readonly Scope[];
}

/** Pages, indexed in a file of their own, and questions about them; `close` removes the file. */
export interface TrainingSet {
  name: string;
  stores: Stores;
  questions: GoldQuestion[];
  close(): Promise<void>;
}

/** A question set of the shared folder. */
export const openQuestionSet = async (name: string, encoder: Encoder): Promise<TrainingSet> => {
  const { stores, questions, close } = await indexQuestionSet(name, encoder);
  return {
    name,
    stores,
    questions: questions.map(({ question, supporting_ids }) => ({
      question,
      documentIds: supporting_ids,
      scopes: BENCH_SCOPES,
    })),
    close,
  };
};

/** A simulated world: pages of several passages, look-alikes, tables, which an encyclopaedia's sets do not have. */
export const openWorld = async (seed: number, encoder: Encoder, settings: Settings): Promise<TrainingSet> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-fit-'));
  const stores = openEmbedded(join(folder, 'parley.db'));
  const { name, source, input, questions } = world(seed);
  await createIngest({ settings, stores, encoder }).ingest([input(folder)], { source });
  const asked = await questions(stores.documents.hydrate());
  return {
    name,
    stores,
    questions: asked.map(({ question, documentIds = [], scopes = [] }) => ({ question, documentIds, scopes })),
    async close() {
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
};

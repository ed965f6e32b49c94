import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document, DocumentRow } from '../../core/document.ts';
import { sharedRows } from '../../core/shared-data.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { DocumentChange, Stores } from '../../stores/index.ts';
import { wholePassage } from '../../stores/testing/whole-passage.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { indexDocuments } from '../index-documents.ts';

/** The scope of everything that benches index. */
export const BENCH_SCOPES = ['everyone'];
const BATCH = 500;

export interface QuestionRow {
  question: string;
  supporting_ids: string[];
  answers?: string[];
}

/** A question set whose corpus is indexed in a separate data file; `close` removes it. */
export interface IndexedSet {
  stores: Stores;
  questions: QuestionRow[];
  passages: number;
  close(): Promise<void>;
}

/** Stores for one bench; `close` empties and closes them. */
export interface BenchPlace {
  stores: Stores;
  close(): Promise<void>;
}

/** A new data file in the temporary folder. */
const ownFile = (): BenchPlace => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const stores = openEmbedded(join(folder, 'parley.db'));
  return {
    stores,
    async close() {
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Indexes a question set with one passage per row, for `npm run bench -- retrieval` and for fitting weights. */
export const indexQuestionSet = async (
  name: string,
  encoder?: Encoder,
  { stores, close }: BenchPlace = ownFile(),
): Promise<IndexedSet> => {
  const changes = sharedRows<DocumentRow>(`${name}_corpus`).map(changeOf);
  for (let at = 0; at < changes.length; at += BATCH)
    await indexDocuments({ stores, encoder }, changes.slice(at, at + BATCH));
  return {
    stores,
    passages: changes.length,
    questions: sharedRows<QuestionRow>(`${name}_questions`).filter((row) => row.supporting_ids?.length),
    close,
  };
};

/** The id of a row's only passage. */
export const passageIdOf = (rowId: string): string => `${rowId}#0`;

const changeOf = ({ id, title, text = '' }: DocumentRow): DocumentChange => {
  const document: Document = {
    id,
    sourceId: 'bench',
    title,
    text,
    scopes: BENCH_SCOPES,
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: id,
  };
  return { document, tables: [], passages: [wholePassage(document)] };
};

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedEncoder } from '../bench/vector-cache.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { sharedFolder, sharedRows } from '../core/shared-data.ts';
import { words } from '../core/text/words.ts';
import { rankByBaseline } from '../retrieval/baseline.ts';
import { createRetriever, openEncoder } from '../retrieval/index.ts';
import { sampleHandbook, sampleQuestions } from '../samples/index.ts';
import { openParley } from './open.ts';

export const about =
  "search on teams' pages: the sample handbook, a year of chats, web pages of CRAG (set PARLEY_EMBEDDINGS…)";

/** A question with what a good hit is: a document, or any passage that holds one of the answers. */
interface TeamQuestion {
  question: string;
  documentIds?: string[];
  answers?: string[];
}

interface TeamCorpus {
  name: string;
  /** What ingest is given. */
  input(folder: string): string;
  questions(): TeamQuestion[];
}

const handbook: TeamCorpus = {
  name: 'handbook, documents',
  input: () => sampleHandbook,
  questions: () =>
    readFileSync(sampleQuestions, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { question: string; supporting_ids?: string[] })
      .filter((row) => row.supporting_ids?.length)
      .map((row) => ({ question: row.question, documentIds: row.supporting_ids })),
};

const jsonl = (folder: string, rows: readonly unknown[]): string => {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return file;
};

const chats: TeamCorpus = {
  name: 'chats, documents',
  input: (folder) =>
    jsonl(
      folder,
      sharedRows<{ id: string; text: string }>('lihua_chats').map(({ id, text }) => ({ id, text })),
    ),
  questions: () =>
    sharedRows<{ question: string; evidence?: string[] }>('lihua_questions')
      .filter((row) => row.evidence?.length)
      .map((row) => ({ question: row.question, documentIds: row.evidence })),
};

const crag: TeamCorpus = {
  name: 'CRAG pages, answers',
  input: (folder) =>
    jsonl(
      folder,
      sharedRows<{ search_results: { page_name: string; page_url: string; page_result: string }[] }>(
        'crag_example10_with_pages',
      ).flatMap(({ search_results }, i) =>
        search_results.map(({ page_name, page_url, page_result }, j) => ({
          id: `${i}-${j}`,
          title: page_name,
          url: page_url,
          html: page_result || '<p></p>',
        })),
      ),
    ),
  questions: () =>
    sharedRows<{ query: string; answer: string }>('crag_example10_with_pages').map(({ query, answer }) => ({
      question: query,
      answers: [answer],
    })),
};

export const run = async (): Promise<void> => {
  const settings = readSettings();
  const service = await openEncoder(settings);
  const encoder = service && cachedEncoder(service);
  for (const corpus of [handbook, ...(sharedFolder() ? [chats, crag] : [])]) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    const parley = await openParley({ ...settings, PARLEY_DATA: join(folder, 'data') }, { log: silentLog });
    try {
      await parley.ingest([corpus.input(folder)], { source: corpus === handbook ? 'handbook' : 'rows' });
      const { stores } = parley;
      const scopes = await stores.documents.scopes();
      const questions = corpus.questions();
      const { passages } = await stores.documents.count();
      console.log(`${corpus.name}: ${questions.length} questions, ${passages} passages`);
      for (const [mode, used] of [
        ['words', undefined],
        ['recipe', undefined],
        ['fused', encoder],
        ['recipe', encoder],
      ] as const) {
        if (mode === 'fused' && !used) continue;
        const retriever = createRetriever({ stores, encoder: used, log: silentLog });
        const search = async (text: string) =>
          mode === 'recipe'
            ? (await retriever.search({ text, k: 10, scopes })).hits.map(({ passageId }) => passageId)
            : rankByBaseline(mode, text, 10, { stores, encoder: used, scopes });
        const recall = [0, 0, 0];
        for (const question of questions) {
          const found = await stores.documents.passages(await search(question.question), scopes);
          for (const [i, k] of [2, 5, 10].entries())
            recall[i]! += (100 * share(question, found.slice(0, k))) / questions.length;
        }
        const numbers = recall.map((value) => value.toFixed(1).padStart(5)).join(' ');
        console.log(`  ${(mode + (used ? ', encoder' : '')).padEnd(18)} @2 @5 @10  ${numbers}`);
      }
    } finally {
      await parley.close();
      rmSync(folder, { recursive: true });
    }
  }
};

const share = (
  { documentIds, answers }: TeamQuestion,
  found: readonly { documentId: string; text: string }[],
): number => {
  if (documentIds) {
    const ids = new Set(found.map(({ documentId }) => documentId));
    return documentIds.filter((id) => ids.has(id)).length / documentIds.length;
  }
  const texts = found.map(({ text }) => words(text).join(' '));
  return answers!.some((answer) => texts.some((text) => text.includes(words(answer).join(' ')))) ? 1 : 0;
};

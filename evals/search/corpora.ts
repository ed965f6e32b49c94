import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { EVERYONE } from '../../core/document.ts';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { words } from '../../core/text/words.ts';
import { decode } from '../../ingest/extract/decode.ts';
import { sampleHandbook, sampleQuestions } from '../../samples/index.ts';
import type { IndexedDocument } from '../../stores/index.ts';
import { QUOTE_CORPORA, type QuoteCorpus } from '../quotes/corpora.ts';
import { isRight, newcomerQuestions } from '../quotes/questions.ts';
import { worldDocuments } from '../simulator/world/documents.ts';
import { worldQuestions } from '../simulator/world/questions.ts';
import { kindPages, kindQuestions } from './team-kinds.ts';

/** A question with its good hits: documents, or passages that contain one of the answers. */
export interface TeamQuestion {
  question: string;
  /** Questions of a kind are reported apart. */
  kind?: string;
  documentIds?: string[];
  answers?: string[];
  /** In place of both: whether what is found answers it, as a reader would need it. */
  isAnsweredBy?(found: readonly { documentId: string; text: string }[]): boolean;
  /** The asker's scopes; all scopes when absent. */
  scopes?: string[];
}

/** Pages as a team has them, with questions. */
export interface TeamCorpus {
  name: string;
  /** The source that ingest is to name; ids of the handbook's pages begin with it. */
  source: string;
  /** Of a simulated world: a simulated model can read its pages. */
  world?: { seed: number; size: number };
  /** The inputs of ingest; files that must be written for it go into the folder. */
  input(folder: string): string;
  questions(documents: AsyncIterable<IndexedDocument>): TeamQuestion[] | Promise<TeamQuestion[]>;
}

const jsonl = (folder: string, rows: Iterable<unknown>): string => {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, Array.from(rows, (row) => JSON.stringify(row)).join('\n'));
  return file;
};

const handbook: TeamCorpus = {
  name: 'handbook, documents',
  source: 'handbook',
  input: () => sampleHandbook,
  questions: () =>
    readFileSync(sampleQuestions, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { question: string; supporting_ids?: string[] })
      .filter((row) => row.supporting_ids?.length)
      .map((row) => ({ question: row.question, documentIds: row.supporting_ids })),
};

const chats: TeamCorpus = {
  name: 'chats, documents',
  source: 'rows',
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
  source: 'rows',
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
  // Of the other three one has no answer, one a sentence of its asker's, and one pages about something else.
  questions: () =>
    sharedRows<{ query: string; answer: string }>('crag_example10_with_pages')
      .filter(({ answer }) => answer !== 'nan' && words(answer).length < 10)
      .map(({ query, answer }) => ({ question: query, answers: [answer] })),
};

/** Words of a description that asks something; shorter ones name the site. */
const MIN_DESCRIPTION_WORDS = 6;

/**
 * Web pages of every kind in several languages, most of them English or German. Each is asked for by the description that
 * its head gives of it, where the page does not hold that word for word.
 */
const web: TeamCorpus = {
  name: 'web pages by their descriptions, documents',
  source: 'rows',
  input: (folder) => jsonl(folder, webPages()),
  async questions(documents) {
    const questions: TeamQuestion[] = [];
    for await (const { document } of documents) {
      const description = document.metadata?.description;
      if (typeof description !== 'string' || words(description).length < MIN_DESCRIPTION_WORDS) continue;
      if (words(document.text).join(' ').includes(words(description).slice(0, 12).join(' '))) continue;
      questions.push({ question: description, documentIds: [document.id] });
    }
    return questions;
  },
};

const webPages = function* (): Generator<{ id: string; url: string; html: string }> {
  const folder = join(sharedFolder()!, 'data', 'pages', 'trafilatura');
  const gold = JSON.parse(gunzipSync(readFileSync(join(folder, 'gold.json.gz'))).toString()) as {
    id: string;
    url: string;
  }[];
  for (const { id, url } of gold) {
    const file = join(folder, 'html', `${id}.html.gz`);
    if (existsSync(file)) yield { id, url, html: decode(gunzipSync(readFileSync(file))) };
  }
};

/** Pages with look-alikes, replaced pages, tables and private pages; questions that stand alone and have an answer. */
export const world = (seed: number, size = 1500): TeamCorpus => ({
  name: `simulated world ${seed} of size ${size}, documents`,
  source: 'rows',
  world: { seed, size },
  input: (folder) => jsonl(folder, worldDocuments({ seed, size })),
  questions: () =>
    Array.from(worldQuestions({ seed, size, count: 400 }))
      .filter(({ answerable, history, supporting_ids }) => answerable && !history && supporting_ids.length > 0)
      .map(({ question, supporting_ids, scopes = [] }) => ({
        question,
        documentIds: supporting_ids,
        scopes: [EVERYONE, ...scopes],
      })),
});

/** Kinds of page that teams have and encyclopaedias lack. */
const kinds: TeamCorpus = {
  name: 'kinds of pages, documents',
  source: 'pages',
  input(folder) {
    for (const { id, title, text } of kindPages()) {
      mkdirSync(dirname(join(folder, id)), { recursive: true });
      writeFileSync(join(folder, id), text.startsWith('# ') ? text : `# ${title}\n\n${text}`);
    }
    return join(folder, 'pages');
  },
  questions: kindQuestions,
};

/**
 * What newcomers type first (`../quotes/questions.ts`), where an answer is asked for: the pages found must hold it, on a page
 * that the question names as right, which is "answer in context" at each depth.
 */
const newcomers = (corpus: QuoteCorpus): TeamCorpus => ({
  name: `newcomers' questions: ${corpus.name}, answer in context`,
  source: corpus.id,
  input: () => corpus.inputs()[0] ?? '',
  questions: () =>
    newcomerQuestions()
      .filter((row) => row.corpus === corpus.id && row.expected.kind === 'answer' && !row.history)
      .map((row) => ({
        question: row.question,
        isAnsweredBy: (found) =>
          isRight(
            found.map(({ text }) => text).join('\n'),
            found.map(({ documentId }) => documentId),
            row,
          ),
      })),
});

/** The corpora of the evaluation; those of the shared folder where it is. */
export const teamCorpora = (): TeamCorpus[] => [
  handbook,
  kinds,
  ...(sharedFolder() ? [chats, crag, web, ...QUOTE_CORPORA.filter(({ debian }) => !debian).map(newcomers)] : []),
  world(11),
  world(12),
  world(13, 150),
];

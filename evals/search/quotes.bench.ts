import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYONE } from '../../core/document.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { words } from '../../core/text/words.ts';
import { openParley } from '../../runtime/open.ts';
import { sampleHandbook, sampleQuestions } from '../../samples/index.ts';
import { worldDocuments } from '../simulator/world/documents.ts';
import { worldQuestions } from '../simulator/world/questions.ts';

export const about =
  'answers without a model: how many quotes hold the answer, or come from its page, and what is refused';

interface Asked {
  question: string;
  /** Any of these answers it; absent: only the page can be judged. */
  answers?: readonly string[];
  documentIds: readonly string[];
  answerable: boolean;
  scopes: readonly string[];
}

interface Quoted {
  name: string;
  input(folder: string): string;
  source: string;
  questions(): Asked[];
}

/** What one page states outright: quoting does not reason over several, nor calculate. */
const PLAIN = new Set(['one-hop', 'table', 'current', 'past', 'private']);

const rowsFile = (folder: string, rows: Iterable<unknown>): string => {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, Array.from(rows, (row) => JSON.stringify(row)).join('\n'));
  return file;
};

const handbook: Quoted = {
  name: 'handbook',
  source: 'handbook',
  input: () => sampleHandbook,
  questions: () =>
    readFileSync(sampleQuestions, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind, answerable }) => !answerable || PLAIN.has(kind))
      .map(({ question, answers, supporting_ids, answerable, scopes = [EVERYONE] }) => ({
        question,
        answers,
        documentIds: supporting_ids,
        answerable,
        scopes,
      })),
};

const chats: Quoted = {
  name: 'a year of chats',
  source: 'rows',
  input: (folder) =>
    rowsFile(
      folder,
      sharedRows<{ id: string; text: string }>('lihua_chats').map(({ id, text }) => ({ id, text })),
    ),
  questions: () =>
    sharedRows<{ question: string; evidence: string[] }>('lihua_questions').map(({ question, evidence }) => ({
      question,
      documentIds: evidence,
      answerable: evidence.length > 0,
      scopes: [EVERYONE],
    })),
};

const world = (seed: number): Quoted => ({
  name: `simulated world ${seed}`,
  source: 'rows',
  input: (folder) => rowsFile(folder, worldDocuments({ seed, size: 600 })),
  questions: () =>
    Array.from(worldQuestions({ seed, size: 600, count: 200 }))
      .filter(({ answerable, history, supporting_ids }) => !history && (!answerable || supporting_ids.length === 1))
      .map(({ question, answers, supporting_ids, answerable, scopes = [] }) => ({
        question,
        answers,
        documentIds: supporting_ids,
        answerable,
        scopes: [EVERYONE, ...scopes],
      })),
});

export const run = async (options: readonly string[]): Promise<void> => {
  console.log(`${''.padEnd(22)} answer in the quotes   first page right   refused though answerable   refused rightly`);
  for (const corpus of [handbook, ...(sharedFolder() ? [chats] : []), world(11), world(12)]) {
    if (options.length > 0 && !options.some((part) => corpus.name.includes(part))) continue;
    const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    const parley = await openParley({ settings: readSettings({ PARLEY_DATA: folder, PARLEY_LOG: 'silent' }) });
    try {
      await parley.ingest([corpus.input(folder)], { source: corpus.source });
      const asked = corpus.questions();
      const [held, page, unsure, refused] = [new Share(), new Share(), new Share(), new Share()];
      for (const { question, answers, documentIds, answerable, scopes } of asked) {
        const answer = await parley.agent.answer({ text: question, scopes: [...scopes], strategy: 'quote' });
        const unknown = answer.verdict === 'unknown';
        if (!answerable) {
          refused.count(unknown);
          continue;
        }
        const said = `${answer.text} ${answer.citations.map(({ quote }) => quote).join(' ')}`;
        if (answers) held.count(holds(said, answers));
        page.count(documentIds.includes(answer.citations[0]?.documentId ?? ''));
        unsure.count(unknown);
      }
      console.log(
        corpus.name.padEnd(22),
        [held, page, unsure, refused].map((share) => share.said.padEnd(22)).join(' '),
      );
    } finally {
      await parley.close();
      rmSync(folder, { recursive: true });
    }
  }
};

class Share {
  private of = 0;
  private part = 0;
  count(counts: boolean): void {
    this.of++;
    if (counts) this.part++;
  }
  get said(): string {
    return this.of === 0 ? '-' : `${this.part} of ${this.of} (${((100 * this.part) / this.of).toFixed(1)} %)`;
  }
}

/** Every word of an answer stands in the text, wherever: "Porto, 18 to 20 May 2027" in a sentence that says it otherwise. */
const holds = (text: string, answers: readonly string[]): boolean => {
  const said = new Set(words(text));
  return answers.some((answer) => words(answer).every((word) => said.has(word)));
};

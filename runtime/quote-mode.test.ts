import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { words } from '../core/text/words.ts';
import { openParley } from './open.ts';
import type { Parley } from './parley.ts';

interface Question {
  id: string;
  question: string;
  answers: string[];
  answerable: boolean;
  kind: string;
  scopes?: string[];
}
const samples = (path: string) => fileURLToPath(new URL(`../samples/${path}`, import.meta.url));
/** Kinds of questions that one page answers directly. The others need several pages or a calculation. */
const PLAIN = new Set(['one-hop', 'table', 'current', 'past']);

let parley: Parley;
let folder: string;
let questions: Question[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-quote-'));
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: folder, PARLEY_LOG: 'silent' }) });
  await parley.ingest([samples('handbook')], { source: 'handbook' });
  const lines = (await readFile(samples('questions.jsonl'), 'utf8')).trim().split('\n');
  questions = lines.map((line) => JSON.parse(line) as Question);
});
afterAll(async () => {
  await parley.close();
});

const ask = (question: string, scopes = ['everyone']) => parley.agent.answer({ text: question, scopes });
const folded = (text: string) => ` ${words(text).join(' ')} `;
/** Whether the quotes contain every word of an answer, such as "Porto, 18 to 20 May 2027", in any order. */
const holds = (text: string, answers: readonly string[]) =>
  answers.some((answer) => words(answer).every((word) => folded(text).includes(` ${word} `)));

describe('quoting the sample handbook', () => {
  it('quotes the sentence or the row that answers, for most plain questions', async () => {
    const plain = questions.filter(({ answerable, kind }) => answerable && PLAIN.has(kind));
    const missed: string[] = [];
    for (const { id, question, answers, scopes } of plain) {
      const { text, citations } = await ask(question, scopes);
      if (!holds(`${text} ${citations.map(({ quote }) => quote).join(' ')}`, answers)) missed.push(`${id} ${question}`);
    }
    expect(plain.length).toBeGreaterThan(40);
    expect(1 - missed.length / plain.length, missed.join('\n')).toBeGreaterThanOrEqual(0.88);
  });

  it('says that it found nothing where the pages hold no answer', async () => {
    const none = questions.filter(({ answerable }) => !answerable);
    const quoted: string[] = [];
    for (const { question, scopes } of none) {
      const { verdict, text } = await ask(question, scopes);
      if (verdict !== 'unknown') quoted.push(`${question} => ${text}`);
    }
    expect(none.length).toBeGreaterThan(5);
    expect(quoted.length, quoted.join('\n')).toBeLessThanOrEqual(1);
  });

  it.each([
    ['How much does a Heron H4 cost?', '18,900'],
    ['Who is the CEO?', 'Ragnhild Sætre'],
    ['How many vacation days do I have?', '27'],
    ['Can I bring my dog to the office?', 'Allowed'],
    ['When is the next company gathering?', '18 to Thursday 20 May 2027'],
    ['What do I do if my laptop is stolen?', '4911'],
  ])('%s – %s', async (question, answer) => {
    const { text, mode, citations, notices } = await ask(question);
    expect(text).toContain(answer);
    expect(mode).toBe('quote');
    expect(citations.length).toBeGreaterThan(0);
    expect(notices?.join()).toMatch(/quotes its sources/);
  });

  it.each(['Who won the football world cup in 2014?', 'What is the wifi password?', "What's the weather today?"])(
    '%s – nothing',
    async (question) => {
      expect(await ask(question)).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
    },
  );

  it('quotes word for word, from a page that the asker may see', async () => {
    const { citations } = await ask('How many weeks of parental leave do I get?');
    const { quote, documentId, passageId } = citations[0]!;
    const document = await parley.stores.documents.document(documentId, ['everyone']);
    const [passage] = await parley.stores.documents.passages([passageId!], ['everyone']);
    expect(passage!.text).toContain(quote);
    expect(document!.title).toBe('Parental leave');
  });

  it('understands a follow-up through the question before it', async () => {
    const { text } = await parley.agent.answer({
      text: 'And in Portugal?',
      history: [{ question: 'What is the home office allowance in Norway?', answer: 'NOK 10,500' }],
      scopes: ['everyone'],
    });
    expect(text).toMatch(/Portugal/);
  });
});

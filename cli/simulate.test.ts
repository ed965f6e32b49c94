import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { documentRowSchema, tripleRowSchema } from '../core/document.ts';
import { questionRowSchema } from '../evals/datasets/question.ts';
import { startSimulatedModel } from '../evals/simulator/server/server.ts';
import { run } from './run.ts';

const written = { out: '', err: '' };
const capture = () => {
  written.out = '';
  written.err = '';
  const into = (stream: 'out' | 'err') => (text: unknown) => {
    written[stream] += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'));
};
afterEach(() => vi.restoreAllMocks());

it('writes a world that the readers of corpora, questions and triples take', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'world-'));
  try {
    capture();
    expect(await run(['simulate', '--write', folder, '--size', '300', '--questions', '40', '--json'])).toBe(0);
    expect(JSON.parse(written.out)).toMatchObject({ questions: { rows: 40 } });
    const rows = async (name: string): Promise<unknown[]> =>
      (await readFile(join(folder, name), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    for (const row of await rows('corpus.jsonl')) documentRowSchema.parse(row);
    for (const row of await rows('triples.jsonl')) tripleRowSchema.parse(row);
    const kinds = (await rows('questions.jsonl')).map((row) => questionRowSchema.parse(row).kind);
    expect(new Set(kinds).size).toBe(20);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each([
  [['--hallucination', '2'], /--hallucination is wrong.*0 to 1/],
  [['--size', 'big'], /--size/],
  [['--port', '-1'], /--port/],
])('says what is wrong with %j, on one line', async (flags, problem) => {
  capture();
  expect(await run(['simulate', ...flags])).toBe(2);
  expect(written.err.trim().split('\n')).toHaveLength(1);
  expect(written.err).toMatch(problem);
});

it('says that a port is taken', async () => {
  const model = await startSimulatedModel();
  try {
    capture();
    expect(await run(['simulate', '--port', new URL(model.url).port])).toBe(2);
    expect(written.err).toMatch(/listens at .* already/);
  } finally {
    await model.close();
  }
});

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { comparisonTable } from '../report/markdown.ts';
import { compareRuns } from './compare-runs.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-compare-'));

/** A finished run of 20 questions. */
const runFolder = (
  name: string,
  judge: string | null,
  scores: Record<string, number>,
  { seconds = 1, calls = 1 } = {},
): string => {
  const folder = join(root, name);
  mkdirSync(folder);
  const rows = Array.from({ length: 20 }, (_, i) => ({
    id: `q${i}`,
    strategy: 'vanilla',
    gold: { question: 'Q?', kind: 'one-hop', answers: ['a'], supportingIds: [], answerable: true },
    scores,
    usage: { calls, inputTokens: 1, outputTokens: 1, seconds },
    retrieved: [],
    retrievedPassages: [],
  }));
  writeFileSync(join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'summary.json'), JSON.stringify({ run: { judge } }));
  return folder;
};

const metricsBetween = async (a: string, b: string) =>
  (await compareRuns(a, b)).differences.map(({ metric, real }) => `${metric}${real ? '!' : ''}`);

it('never lays judged answers beside answers compared word by word, nor two judges beside each other', async () => {
  const byWords = runFolder('words', null, { accuracy: 1, crag: 1 });
  const judged = runFolder('judged', 'openai:a correctness', { accuracy: 1, crag: -1, judge_correctness: 0 });
  const other = runFolder('other', 'openai:b correctness', { accuracy: 1, crag: 1, judge_correctness: 1 });
  for (const [a, b] of [
    [byWords, judged],
    [judged, other],
  ] as const) {
    const found = await metricsBetween(a, b);
    expect(found).toContain('accuracy');
    expect(found.filter((name) => /crag|judge/.test(name))).toEqual([]);
  }
});

it('calls no time better or worse, which the machine decides, but calls and tokens', async () => {
  const fast = runFolder('fast', null, { accuracy: 1 });
  const slow = runFolder('slow', null, { accuracy: 1 }, { seconds: 9, calls: 2 });
  const found = await metricsBetween(fast, slow);
  expect(found).toContain('calls!');
  expect(found).toContain('seconds');
  expect(comparisonTable(await compareRuns(fast, slow))).toMatch(/Seconds, mean.*two runs, not told/);
});

it('compares a team’s rubric where the same judge graded both', async () => {
  const judge = 'openai:a rubrics:1';
  const before = runFolder('before', judge, { accuracy: 1, judge_next_step: 0 });
  const after = runFolder('after', judge, { accuracy: 1, judge_next_step: 1 });
  expect(await metricsBetween(before, after)).toContain('judge_next_step!');
});

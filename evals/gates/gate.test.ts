import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ScoredRow } from '../run/row.ts';
import { type Summary, summariseStrategy } from '../run/summary.ts';
import { readBaseline, writeBaseline } from './baseline.ts';
import { changesSinceBaseline, checkGate, readGate } from './gate.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-gate-'));
});

/** A run of 200 questions of which the last `wrong` are answered wrongly. */
const rowsWith = (wrong: number, over: Partial<ScoredRow> = {}): ScoredRow[] =>
  Array.from({ length: 200 }, (_, i) => ({
    id: `q${i}`,
    strategy: 'vanilla',
    kind: 'fact',
    question: `Question ${i}?`,
    expected: ['yes'],
    mode: 'model',
    scores: { accuracy: i < 200 - wrong ? 1 : 0 },
    usage: { calls: 1, inputTokens: 1, outputTokens: 1, seconds: 1 },
    ...over,
  }));

const summaryOf = (rows: ScoredRow[], run: Partial<Summary['run']> = {}): Summary => ({
  run: {
    model: 'openai:tester',
    fastModel: null,
    promptHash: 'a'.repeat(64),
    datasetHash: 'd',
    corpusHash: null,
    embeddings: null,
    reranker: null,
    seed: 1,
    mode: 'model',
    simulated: false,
    budget: null,
    simulator: null,
    judge: null,
    dataset: 'test',
    questions: rows.length,
    missing: 0,
    complete: true,
    createdAt: '2026-11-01T00:00:00.000Z',
    seconds: 1,
    askingSeconds: 1,
    version: '1.0.0',
    prompts: { 'tasks/answer': '1', 'tasks/rewrite': '1' },
    ...run,
  },
  strategies: [summariseStrategy('vanilla', rows, 1)],
  differences: [],
  judgements: {},
  problems: [],
  missingGold: { questions: 0, ids: [] },
  needGold: [],
  failures: [],
});

/** Writes a run's folder, as `runEval` does. */
const runFolder = (name: string, rows: ScoredRow[], run: Partial<Summary['run']> = {}): string => {
  const path = mkdtempSync(join(folder, name));
  const lines = rows.map(({ kind, question, expected, ...row }) =>
    JSON.stringify({ ...row, gold: { kind, question, answers: expected, supportingIds: [], answerable: true } }),
  );
  writeFileSync(join(path, 'rows.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(join(path, 'summary.json'), JSON.stringify(summaryOf(rows, run)));
  return path;
};

const gateWith = async (gate: object) => {
  const path = join(folder, 'gate.json');
  writeFileSync(path, JSON.stringify(gate));
  return readGate(path);
};

describe('a gate', () => {
  it('fails a significant loss however large the slack is', async () => {
    await writeBaseline(runFolder('before', rowsWith(4)), join(folder, 'baseline.jsonl'));
    const gate = await gateWith({ baseline: { rows: 'baseline.jsonl', metrics: ['accuracy'], slack: 0.5 } });
    const breachesOf = async (wrong: number) =>
      (await checkGate(gate, summaryOf(rowsWith(wrong)), rowsWith(wrong))).map(({ message }) => message);
    expect(await breachesOf(4)).toEqual([]);
    // Three more wrong answers may be chance; fifteen of 200 are not.
    expect(await breachesOf(7)).toEqual([]);
    expect(await breachesOf(19)).toEqual([expect.stringContaining('accuracy fell by 7.5')]);
  });

  it.each([
    ['a run without a model', { mode: 'quote' as const, model: null }, {}, ['no model is set']],
    ['a run that quoted where a model was set', {}, { mode: 'quote' as const }, ['200 of 200 answers are quotes']],
    ['the strategy that always quotes', {}, { mode: 'quote' as const, strategy: 'quote' }, []],
    ['a search without answers', { mode: 'retrieval' as const }, { mode: undefined }, []],
  ])('looks at how the answers were made: %s', async (_, run, row, messages) => {
    const rows = rowsWith(0, row);
    const breaches = await checkGate(await gateWith({}), summaryOf(rows, run), rows);
    expect(breaches.map(({ message }) => message)).toEqual(messages.map((text) => expect.stringContaining(text)));
  });

  it('lets a run quote when it says so', async () => {
    const rows = rowsWith(0, { mode: 'quote' });
    expect(await checkGate(await gateWith({ mode: 'quote' }), summaryOf(rows, { mode: 'quote' }), rows)).toEqual([]);
  });

  it('names the prompts that changed since the baseline', async () => {
    await writeBaseline(runFolder('before', rowsWith(0)), join(folder, 'baseline.jsonl.gz'));
    const gate = await gateWith({ baseline: { rows: 'baseline.jsonl.gz', metrics: ['accuracy'] } });
    const changed = { promptHash: 'b'.repeat(64), prompts: { 'tasks/answer': '2', 'tasks/rewrite': '1' } };
    expect(await changesSinceBaseline(gate, summaryOf(rowsWith(0), changed))).toEqual([
      'prompts changed: tasks/answer',
    ]);
    expect(await changesSinceBaseline(gate, summaryOf(rowsWith(0)))).toEqual([]);
  });
});

describe('a baseline that only moves up', () => {
  it('flags a slow decline: five questions lost a night never become the standard', async () => {
    const file = join(folder, 'baseline.jsonl');
    const gate = await gateWith({
      baseline: { rows: 'baseline.jsonl', metrics: ['accuracy'], optional: true, slack: 0.02 },
    });
    const flagged: number[] = [];
    for (let night = 0; night < 12; night += 1) {
      const rows = rowsWith(30 + 5 * night);
      const breaches = await checkGate(gate, summaryOf(rows), rows);
      if (breaches.length > 0) flagged.push(night);
      // The workflow writes the baseline of a night whose gate is met.
      else await writeBaseline(runFolder('night', rows), file, { onlyUp: true });
    }
    expect(flagged[0]).toBeLessThanOrEqual(2);
    const { rows } = await readBaseline(file);
    expect(rows.filter(({ scores }) => scores.accuracy === 0)).toHaveLength(30);
  });

  it.each([
    ['worse', rowsWith(9), {}, 'accuracy is 95.5, and 97.5 there'],
    ['incomplete', rowsWith(0), { complete: false }, 'not complete'],
    ['made without a model', rowsWith(0), { mode: 'quote' as const }, 'without a model'],
  ])('is kept when the run is %s', async (_, rows, run, reason) => {
    const file = join(folder, 'baseline.jsonl');
    await writeBaseline(runFolder('before', rowsWith(5)), file);
    const before = readFileSync(file, 'utf8');
    const { kept } = await writeBaseline(runFolder('after', rows, run), file, { onlyUp: true });
    expect(kept).toContain(reason);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('follows a better run, and any run by a person’s word', async () => {
    const file = join(folder, 'baseline.jsonl');
    const wrongIn = async () => (await readBaseline(file)).rows.filter(({ scores }) => scores.accuracy === 0).length;
    await writeBaseline(runFolder('before', rowsWith(5)), file);
    expect((await writeBaseline(runFolder('better', rowsWith(2)), file, { onlyUp: true })).kept).toBeUndefined();
    expect(await wrongIn()).toBe(2);
    await writeBaseline(runFolder('worse', rowsWith(9)), file);
    expect(await wrongIn()).toBe(9);
  });
});

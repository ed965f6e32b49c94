import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startStubServer } from '../agent/testing/stub-server.ts';
import type { TraceEvent } from '../core/answer.ts';
import { ParleyError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { Reordering } from '../retrieval/index.ts';
import { type EvalCommand, evalCommand } from './eval-command.ts';
import { writeBaseline } from './gates/baseline.ts';
import { compareRuns } from './run/compare-runs.ts';
import type { EvalRow } from './run/row.ts';
import { type AnswerWith, inMemoryParley } from './testing/in-memory-parley.ts';

let folder: string;
let corpus: string;
let questions: string;

const jsonl = (name: string, rows: readonly object[]): string => {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-eval-'));
  corpus = jsonl(
    'corpus.jsonl',
    Array.from({ length: 20 }, (_, i) => ({
      id: `d${i}`,
      title: `Firm ${i}`,
      text: `Firm number ${i} was founded by Person${i}.`,
    })),
  );
  questions = jsonl(
    'questions.jsonl',
    Array.from({ length: 20 }, (_, i) => ({
      id: `q${i}`,
      question: `Who founded firm number ${i}?`,
      answers: [`Person${i}`],
      supporting_ids: [`d${i}`],
      kind: i % 2 ? 'odd' : 'even',
    })),
  );
});

const model = { PARLEY_MODEL: 'openai:tester' };

/** A search of a trace, as it says how it went. */
const searched = (how: { mode: string; partial?: boolean; deep?: { read: number; of: number } }): TraceEvent => ({
  at: 0,
  node: 'search',
  kind: 'tool',
  name: 'search_passages',
  data: { found: { ...how, hits: [] } },
});

/** Runs the command with an agent of the test's making. */
const evaluate = (
  over: Partial<EvalCommand> = {},
  answerWith?: AnswerWith,
  opened: ReturnType<typeof inMemoryParley>[] = [],
) =>
  evalCommand({
    questions,
    corpus: [corpus],
    strategies: ['vanilla'],
    seed: 1,
    parallel: 2,
    out: join(folder, 'out'),
    environment: model,
    open: async (settings) => {
      const parley = inMemoryParley(settings, answerWith);
      opened.push(parley);
      return parley;
    },
    ...over,
  });

const rowsIn = (out = 'out'): EvalRow[] =>
  readFileSync(join(folder, out, 'rows.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const gateFile = (gate: object): string => jsonl('gates.json', [gate]);

describe('a run', () => {
  it('writes rows and a summary in the promised form', async () => {
    const { summary, failed } = await evaluate({ strategies: ['vanilla', 'direct'] });
    expect(failed).toBe(false);
    const rows = rowsIn();
    expect(rows).toHaveLength(40);
    expect(rows[0]).toMatchObject({
      id: 'q0',
      strategy: 'vanilla',
      answer: { verdict: 'answered' },
      scores: { accuracy: 1, 'recall@5': 1, citation_precision: 1 },
      usage: { calls: 1 },
    });
    expect(rows[0]!.retrieved[0]).toBe('d0');
    const written = JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8'));
    expect(written).toEqual(JSON.parse(JSON.stringify(summary)));
    expect(written.run).toMatchObject({ model: 'openai:tester', seed: 1, mode: 'model', simulated: false });
    expect(written.run.promptHash).toMatch(/^[0-9a-f]{64}$/);
    expect(written.run.datasetHash).toMatch(/^[0-9a-f]{64}$/);
    const [vanilla] = written.strategies;
    expect(vanilla).toMatchObject({ strategy: 'vanilla', n: 20, graded: 20 });
    expect(vanilla.metrics.accuracy).toEqual({ value: 1, low: 1, high: 1, n: 20 });
    expect(vanilla.metrics.tokens.value).toBe(100);
    expect(vanilla.metrics.seconds_p95.value).toBeCloseTo(0.01);
    expect(Object.keys(vanilla.kinds)).toEqual(['even', 'odd']);
    expect(readFileSync(join(folder, 'out', 'report.md'), 'utf8')).toContain('| vanilla');
  });

  it('fails where searches went without the encoder that is set, and says how many', async () => {
    const half: AnswerWith = ({ text }) => ({
      trace: [searched({ mode: /[02468]\?$/.test(text) ? 'lexical' : 'fused' })],
    });
    const environment = { ...model, PARLEY_EMBEDDINGS: 'openai:encoder' };
    const { summary, failed, notes } = await evaluate({ environment }, half);
    expect([summary.searches, failed]).toEqual([{ total: 20, byWords: 10 }, true]);
    expect(notes.join()).toContain('10 of 20 searches went by words');
    expect(readFileSync(join(folder, 'out', 'report.md'), 'utf8')).toContain('10 of 20 searches went by words');
    expect((await evaluate({ environment, maxByWords: 0.5, fresh: true }, half)).failed).toBe(false);
    // A slow encoder that serves the question alone gives another order too.
    const partly: AnswerWith = () => ({
      trace: [searched({ mode: 'fused', partial: true })],
    });
    const slow = await evaluate({ environment, out: join(folder, 'slow') }, partly);
    expect([slow.summary.searches, slow.failed]).toEqual([{ total: 20, byWords: 0, partial: 20 }, true]);
    expect(slow.notes.join()).toContain('20 of 20 searches went without their sub-questions');
    // So does one that reads fewer of the best passages than it should.
    const shallow: AnswerWith = ({ text }) => ({
      trace: [searched({ mode: 'fused', deep: { read: /[02468]\?$/.test(text) ? 6 : 3, of: 6 } })],
    });
    const hurried = await evaluate({ environment, out: join(folder, 'hurried') }, shallow);
    expect([hurried.summary.searches, hurried.failed]).toEqual([{ total: 20, byWords: 0, shallow: 10 }, true]);
    expect(hurried.notes.join()).toContain('10 of 20 searches read fewer of the best passages');
    // Without an encoder words are what was meant.
    const meant = await evaluate({ out: join(folder, 'words') }, half);
    expect([meant.summary.searches, meant.failed]).toEqual([undefined, false]);
  });

  it('measures the search alone, with no model and no agent', async () => {
    const opened: ReturnType<typeof inMemoryParley>[] = [];
    const { summary } = await evaluate({ retrievalOnly: true, environment: {} }, undefined, opened);
    expect(opened[0]!.asked).toEqual([]);
    expect(summary.run).toMatchObject({ mode: 'retrieval', model: null, promptHash: null });
    expect(summary.strategies).toMatchObject([{ strategy: 'retrieval', n: 20, graded: 20 }]);
    expect(summary.strategies[0]!.metrics['recall@2']!.value).toBe(1);
    expect(summary.strategies[0]!.metrics).not.toHaveProperty('accuracy');
  });

  it('counts what a reranker took of the search, and takes the model that orders for a part of the run', async () => {
    const environment = { ...model, PARLEY_FAST_MODEL: 'openai:small', PARLEY_RERANKER: 'model' };
    const reordering: Reordering = { by: 'model', read: 3, brought: 0, ms: 1, calls: 2, tokens: 500 };
    const open = (failing: string) => async (settings: Settings) => {
      const parley = inMemoryParley(settings);
      const { search } = parley.retriever;
      parley.retriever.search = async (query) => {
        const failed = query.text.includes(failing) ? { failed: true } : {};
        return { ...(await search(query)), reordering: { ...reordering, ...failed } };
      };
      return parley;
    };
    const { summary, notes } = await evaluate({ retrievalOnly: true, environment, open: open('number 3?') });
    expect(summary.run).toMatchObject({ model: 'openai:tester', fastModel: 'openai:small', reranker: 'model' });
    expect(summary.strategies[0]!.metrics).toMatchObject({ calls: { value: 2 }, tokens: { value: 500 } });
    // The search's own order would have been graded in its place.
    expect(summary.strategies[0]!.n).toBe(19);
    expect(notes.join()).toContain('reranker model could not serve');
  });

  it('keeps a corpus out of the servers and the data folder that the settings name', async () => {
    const opened: ReturnType<typeof inMemoryParley>[] = [];
    await evaluate(
      {
        environment: {
          ...model,
          CHROMA_URL: 'http://chroma:8000',
          POSTGRES_URL: 'postgres://db/x',
          PARLEY_DATA: '/srv/team',
        },
      },
      undefined,
      opened,
    );
    expect(opened[0]!.settings).toMatchObject({ PARLEY_DATA: join(folder, 'out', 'data') });
    expect(opened[0]!.settings).not.toHaveProperty('CHROMA_URL');
    expect(opened[0]!.settings).not.toHaveProperty('POSTGRES_URL');
  });

  it('asks on behalf of the asker: thread, scopes, moment and budget reach the agent', async () => {
    const opened: ReturnType<typeof inMemoryParley>[] = [];
    const row = {
      id: 'x',
      question: 'And who founded firm number 3?',
      answers: ['Person3'],
      scopes: ['channel:C1'],
      as_of: '2026-01-01T00:00:00Z',
      history: [{ question: 'a', answer: 'b' }],
    };
    await evaluate({ questions: jsonl('one.jsonl', [row]), budget: { tokens: 500 } }, undefined, opened);
    expect(opened[0]!.asked[0]).toMatchObject({
      scopes: ['everyone', 'channel:C1'],
      asOf: '2026-01-01T00:00:00Z',
      history: [{ question: 'a', answer: 'b' }],
      budget: { tokens: 500 },
    });
  });
});

describe('going on', () => {
  it('asks only what is missing, and comes to the same figures', async () => {
    const whole = await evaluate({ out: join(folder, 'whole') });
    const stop = new AbortController();
    let answered = 0;
    const first = await evaluate({ signal: stop.signal }, () => {
      answered += 1;
      if (answered === 7) stop.abort();
      return {};
    });
    expect(first.stopped).toContain('interrupted');
    expect(first.failed).toBe(true);
    const kept = rowsIn().length;
    expect(kept).toBeLessThan(20);
    // Killed while it wrote: half a line.
    appendFileSync(join(folder, 'out', 'rows.jsonl'), '{"id":"q9","strat');
    const opened: ReturnType<typeof inMemoryParley>[] = [];
    const second = await evaluate({}, undefined, opened);
    expect(opened[0]!.asked).toHaveLength(20 - kept);
    expect(rowsIn()).toHaveLength(20);
    expect(second.failed).toBe(false);
    expect(second.summary.strategies).toEqual(whole.summary.strategies);
    expect(second.summary.run.complete).toBe(true);
  });

  it('keeps rows when the provider fails in the middle, stops, and resumes', async () => {
    let up = true;
    const answer: AnswerWith = ({ text }) => {
      if (/number 4\?/.test(text)) up = false;
      const trace = [
        { node: 'agent', kind: 'note' as const, name: 'model-failed', at: 1, data: { code: 'MODEL_UNAVAILABLE' } },
      ];
      return up ? {} : { mode: 'quote', notices: ['The model does not answer. Until then Parley quotes.'], trace };
    };
    const down = await evaluate({ parallel: 1 }, answer);
    expect(down.stopped).toContain('the provider failed 5 times in a row (The model does not answer.)');
    expect(down.summary.failures).toHaveLength(5);
    expect(down.summary.failures[0]).toMatchObject({ id: 'q4', code: 'MODEL_UNAVAILABLE' });
    expect(rowsIn()).toHaveLength(4);
    const again = await evaluate();
    expect(again.summary.run.complete).toBe(true);
    expect(again.summary.failures).toEqual([]);
  });

  it('keeps a quoted answer that is the strategy’s own doing: nonsense from the model, a budget spent', async () => {
    const trace = [
      { node: 'agent', kind: 'note' as const, name: 'model-failed', at: 1, data: { code: 'MODEL_OUTPUT_MALFORMED' } },
    ];
    const { summary } = await evaluate({}, ({ text }) => (text.includes('number 7?') ? { mode: 'quote', trace } : {}));
    expect(summary.failures).toEqual([]);
    expect(summary.run.complete).toBe(true);
  });

  it('goes on past a question that fails by itself', async () => {
    const { summary, stopped } = await evaluate({}, ({ text }) => {
      if (text.includes('number 7?')) throw new TypeError('boom');
      return {};
    });
    expect(stopped).toBeUndefined();
    expect(summary.failures).toMatchObject([{ id: 'q7', code: 'INTERNAL' }]);
    expect(summary.strategies[0]!.n).toBe(19);
    expect(summary.run).toMatchObject({ complete: false, missing: 1 });
  });

  it('fails in JUnit too when a row of the questions cannot be read, although the gate is met', async () => {
    const broken = join(folder, 'broken.jsonl');
    writeFileSync(broken, `${readFileSync(questions, 'utf8')}{broken\n`);
    const gate = gateFile({ bounds: { vanilla: { accuracy: { min: 0.5 } } } });
    expect(await evaluate({ gate, questions: broken })).toMatchObject({ failed: true, breaches: [] });
    const junit = readFileSync(join(folder, 'out', 'junit.xml'), 'utf8');
    expect(junit).toContain('<testcase classname="gate" name="gate"/>');
    expect(junit).toMatch(/<testcase classname="run" name="[^"]*"><failure message="[^"]*broken\.jsonl:21 is not JSON/);
  });

  it('says so when half of the calls fail: no gate is met, no baseline moves, and the same command asks the rest', async () => {
    let calls = 0;
    const flaky: AnswerWith = () => {
      calls += 1;
      if (calls % 2 === 0) throw new ParleyError('MODEL_UNAVAILABLE', { message: 'HTTP 503.', remedy: 'Wait.' });
      return {};
    };
    const gate = gateFile({ maxMissing: 0.02, bounds: { vanilla: { accuracy: { min: 0.5 } } } });
    const { summary, breaches, failed, notes } = await evaluate({ gate, parallel: 1 }, flaky);
    expect(summary.run).toMatchObject({ missing: 10, complete: false });
    expect(summary.strategies[0]!.metrics.accuracy).toMatchObject({ value: 1, n: 10 });
    expect(failed).toBe(true);
    expect(breaches!.map(({ message }) => message)).toEqual([expect.stringContaining('10 answers are missing')]);
    expect(notes.join('\n')).toContain('HTTP 503.');
    const baseline = join(folder, 'baseline.jsonl');
    expect(await writeBaseline(join(folder, 'out'), baseline, { onlyUp: true })).toMatchObject({
      kept: 'the run is not complete',
    });
    const again = await evaluate({ gate, parallel: 1 });
    expect(again).toMatchObject({ failed: false, breaches: [] });
    expect(rowsIn()).toHaveLength(20);
  });

  it('says so when its folder is removed meanwhile', async () => {
    const removed = evaluate({ parallel: 1 }, ({ text }) => {
      if (/number 4\?/.test(text)) rmSync(join(folder, 'out'), { recursive: true });
      return {};
    });
    await expect(removed).rejects.toMatchObject({
      code: 'EVAL_FAILED',
      message: expect.stringContaining('was removed while the eval ran'),
    });
    expect((await evaluate()).failed).toBe(false);
  });

  it('refuses a second run in one folder, and says what differs', async () => {
    await evaluate();
    await expect(evaluate({ environment: { PARLEY_MODEL: 'openai:other' } })).rejects.toMatchObject({
      code: 'EVAL_FAILED',
      message: expect.stringContaining('model was openai:tester, now openai:other'),
    });
    await expect(evaluate({ environment: { ...model, PARLEY_RERANKER: 'model' } })).rejects.toMatchObject({
      message: expect.stringContaining('reranker was null, now model'),
    });
    await expect(evaluate({ environment: { ...model, PARLEY_FAST_MODEL: 'openai:small' } })).rejects.toMatchObject({
      message: expect.stringContaining('fastModel was null, now openai:small'),
    });
    await expect(evaluate({ environment: { PARLEY_MODEL: 'openai:other' }, fresh: true })).resolves.toMatchObject({
      failed: false,
    });
  });

  it('lets a run that failed before its first answer be put right in the same folder', async () => {
    await expect(evaluate({ corpus: [jsonl('nothing.jsonl', [])] })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(evaluate({ corpus: [corpus] })).resolves.toMatchObject({ failed: false });
  });

  it('refuses a folder that another process writes to, and takes over from a dead one', async () => {
    await evaluate();
    writeFileSync(join(folder, 'out', 'run.lock'), String(process.ppid));
    await expect(evaluate()).rejects.toMatchObject({
      code: 'EVAL_FAILED',
      message: expect.stringContaining('Another eval'),
    });
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(folder, 'out', 'run.lock'), longAgo, longAgo);
    await expect(evaluate()).resolves.toMatchObject({ failed: false });
    writeFileSync(join(folder, 'out', 'run.lock'), '99999999');
    await expect(evaluate()).resolves.toMatchObject({ failed: false });
  });

  it('stops at its cap and says so', async () => {
    const { stopped, summary } = await evaluate({ cap: { tokens: 500 }, parallel: 1 });
    expect(stopped).toContain('500 of 500 tokens');
    expect(summary.strategies[0]!.n).toBe(5);
    const dollars = await evaluate({
      cap: { usd: 0.001 },
      prices: { input: 1, output: 10 },
      parallel: 1,
      out: join(folder, 'usd'),
    });
    // 90 input and 10 output tokens cost 0.00019 dollars.
    expect(dollars.summary.strategies[0]!.n).toBe(6);
  });
});

describe('bad input', () => {
  it('counts gold that the corpus lacks, and never as a miss', async () => {
    const path = jsonl('lacking.jsonl', [
      { id: 'a', question: 'Who founded firm number 1?', answers: ['Person1'], supporting_ids: ['d1'] },
      { id: 'b', question: 'Who founded firm number 2?', answers: ['Person2'], supporting_ids: ['d2', 'gone'] },
    ]);
    const { summary } = await evaluate({ questions: path });
    expect(summary.missingGold).toEqual({ questions: 1, ids: ['gone'] });
    expect(summary.strategies[0]!.metrics['recall@5']).toMatchObject({ value: 1, n: 1 });
    expect(summary.strategies[0]!.metrics.accuracy).toMatchObject({ n: 2 });
    expect(readFileSync(join(folder, 'out', 'report.md'), 'utf8')).toContain('the corpus lacks 1 gold ids (gone)');
  });

  it('names rows that it left out, runs the rest, and exits 1', async () => {
    appendFileSync(questions, '{"question":"no id"}\n{"id":"q1","question":"twice"}\n');
    const { failed, notes, summary } = await evaluate();
    expect(failed).toBe(true);
    expect(notes).toEqual([
      expect.stringContaining(':21 id is missing'),
      expect.stringContaining(':22 repeats the id q1'),
    ]);
    expect(summary.strategies[0]!.n).toBe(20);
  });

  it.each([
    ['an empty corpus', () => ({ corpus: [jsonl('empty.jsonl', [])] }), 'BAD_INPUT'],
    ['a strategy that there is none of', () => ({ strategies: ['vanila'] }), 'UNKNOWN_STRATEGY'],
    ['no questions', () => ({ questions: undefined }), 'BAD_USAGE'],
    ['no folder', () => ({ out: undefined }), 'BAD_USAGE'],
    ['a gate that is not there', () => ({ gate: join(folder, 'none.json') }), 'BAD_USAGE'],
    [
      'an unknown metric in a gate',
      () => ({ gate: gateFile({ bounds: { vanilla: { acuracy: { min: 1 } } } }) }),
      'BAD_USAGE',
    ],
    [
      'an unknown metric in a baseline',
      () => ({ gate: gateFile({ baseline: { rows: 'x', metrics: ['speed'] } }) }),
      'BAD_USAGE',
    ],
    [
      'a baseline that is not there',
      () => ({ gate: gateFile({ baseline: { rows: 'none.jsonl', metrics: ['accuracy'] } }) }),
      'BAD_USAGE',
    ],
    ['knobs without a simulated model', () => ({ simulator: { memory: 1 } }), 'BAD_USAGE'],
    ['a world and questions', () => ({ world: { seed: 1, size: 100 } }), 'BAD_USAGE'],
    [
      'a knob that there is none of',
      () => ({ questions: undefined, world: { seed: 1, size: 100 }, simulator: { luck: 1 } }),
      'BAD_USAGE',
    ],
    ['a gate with a slip of the pen', () => ({ gate: gateFile({ bound: {} }) }), 'BAD_USAGE'],
  ])('refuses %s before it asks anything', async (_, over, code) => {
    const opened: ReturnType<typeof inMemoryParley>[] = [];
    const error = await evaluate(over() as Partial<EvalCommand>, undefined, opened).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ code });
    expect(opened.flatMap(({ asked }) => asked)).toEqual([]);
  });
});

describe('a gate', () => {
  const wrong: AnswerWith = ({ text }) => (/[02468]\?/.test(text) ? { shortAnswer: 'Nobody' } : {});
  const brokenCitation: AnswerWith = (_, [best]) => ({
    citations: [
      {
        n: 1,
        documentId: best!.documentId,
        passageId: 'd0#99',
        title: best!.title,
        quote: best!.text,
        kind: 'passage',
      },
    ],
  });

  it('is met by a good run', async () => {
    const gate = gateFile({ bounds: { '*': { accuracy: { min: 1 }, tokens: { max: 100 } } } });
    expect(await evaluate({ gate })).toMatchObject({ breaches: [], failed: false });
  });

  it('names the bound and the rows that broke it', async () => {
    const gate = gateFile({ bounds: { vanilla: { accuracy: { min: 0.9 }, tokens: { max: 50 } } } });
    const { breaches, failed } = await evaluate({ gate }, wrong);
    expect(failed).toBe(true);
    expect(breaches!.map(({ message }) => message)).toEqual([
      'vanilla: accuracy is 50.0, below 90.0',
      'vanilla: tokens is 100, above 50.00',
    ]);
    expect(breaches![0]!.rows).toHaveLength(10);
    expect(breaches![0]!.rows[0]).toMatchObject({ id: 'q0', expected: ['Person0'], given: 'Nobody' });
    expect(readFileSync(join(folder, 'out', 'report.md'), 'utf8')).toContain('**Gate broken.**');
  });

  it('fails on a deliberately broken citation', async () => {
    const gate = gateFile({ bounds: { vanilla: { citation_precision: { min: 0.9 } } } });
    expect(await evaluate({ gate }, brokenCitation)).toMatchObject({
      failed: true,
      breaches: [{ metric: 'citation_precision' }],
    });
  });

  it('fails on a lost passage, against a baseline', async () => {
    await evaluate({ out: join(folder, 'before') });
    const lost = jsonl(
      'lost.jsonl',
      readFileSync(corpus, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ id }) => id > 'd15'),
    );
    const gate = gateFile({ baseline: { rows: 'before', metrics: ['accuracy'] } });
    const { breaches } = await evaluate({ corpus: [lost], gate });
    expect(breaches).toMatchObject([{ metric: 'gold' }, { strategy: 'vanilla', metric: 'accuracy' }]);
    expect(breaches![1]!.message).toContain('more than the noise of 20 questions');
  });

  it('fails on a lost passage when only retrieval is run, where no answer could show it', async () => {
    const lost = jsonl('lost.jsonl', [{ id: 'd1', title: 'Firm 1', text: 'Firm number 1 was founded by Person1.' }]);
    const gate = gateFile({ bounds: { retrieval: { 'recall@5': { min: 0.9 } } } });
    const { breaches } = await evaluate({ retrievalOnly: true, corpus: [lost], gate });
    expect(breaches).toMatchObject([
      { metric: 'gold', message: expect.stringContaining('lacks the gold of 19 questions') },
    ]);
    const allowing = gateFile({ missingGold: 19, bounds: { retrieval: { 'recall@5': { min: 0.9 } } } });
    expect(await evaluate({ retrievalOnly: true, corpus: [lost], gate: allowing })).toMatchObject({ breaches: [] });
  });

  it('lets noise through, and no significant loss whatever the slack', async () => {
    await evaluate({ out: join(folder, 'before') });
    const oneWrong: AnswerWith = ({ text }) => (text.includes('number 3?') ? { shortAnswer: 'x' } : {});
    const gate = gateFile({ baseline: { rows: 'before', metrics: ['accuracy'] } });
    expect(await evaluate({ gate }, oneWrong)).toMatchObject({ breaches: [] });
    const slack = gateFile({ baseline: { rows: 'before', metrics: ['accuracy'], slack: 0.9 } });
    expect(await evaluate({ gate: slack, out: join(folder, 'slack') }, wrong)).toMatchObject({
      breaches: [{ metric: 'accuracy' }],
    });
  });

  it('is never met by a run that is not whole', async () => {
    const gate = gateFile({ bounds: { vanilla: { accuracy: { min: 0 } } } });
    const { breaches } = await evaluate({ gate, cap: { calls: 3 }, parallel: 1 });
    expect(breaches).toMatchObject([{ metric: 'rows', message: '17 answers are missing' }]);
  });
});

describe('a judge', () => {
  it('that fails fails the run, and judges the same answers again when the run is resumed', async () => {
    let down = true;
    const stub = await startStubServer(({ user }) =>
      down && /number \d*[13579]\?/.test(user)
        ? { status: 500, message: 'down' }
        : { json: { reasoning: 'x', score: true } },
    );
    const judged = {
      judge: ['correctness'],
      parallel: 1,
      environment: { ...model, PARLEY_MODEL_BASE_URL: stub.url },
    };
    const opened: ReturnType<typeof inMemoryParley>[] = [];
    const first = await evaluate(judged, undefined, opened);
    expect(first.failed).toBe(true);
    expect(first.notes.join()).toMatch(/10 of 20 judgements failed for judge_correctness \(.*down.*\)/);
    expect(first.summary.judgements.judge_correctness).toMatchObject({ judged: 10, failed: 10 });
    expect(readFileSync(join(folder, 'out', 'report.md'), 'utf8')).toContain('10 of 20 judgements failed');
    down = false;
    const second = await evaluate(judged, undefined, opened);
    await stub.close();
    expect(second.failed).toBe(false);
    expect(second.summary.judgements).toEqual({ judge_correctness: { judged: 20, failed: 0, reasons: {} } });
    // The answers of the first attempt are kept.
    expect(opened.map(({ asked }) => asked.length)).toEqual([20, 0]);
    expect(rowsIn()).toHaveLength(20);
  });
});

describe('comparing', () => {
  it('tells a real difference from none, and what changed between the runs', async () => {
    await evaluate({ out: join(folder, 'a') });
    await evaluate({ out: join(folder, 'b'), environment: { PARLEY_MODEL: 'openai:worse' } }, () => ({
      shortAnswer: 'Nobody',
    }));
    const { differences, changed } = await compareRuns(join(folder, 'a'), join(folder, 'b'));
    expect(changed.map(({ name }) => name)).toEqual(['model']);
    const of = (metric: string) => differences.find((one) => one.metric === metric);
    expect(of('accuracy')).toMatchObject({ difference: -1, real: true, n: 20 });
    expect(of('citation_recall')).toMatchObject({ difference: 0, real: false });
  });

  it('refuses runs that share nothing', async () => {
    await evaluate({ out: join(folder, 'a') });
    await evaluate({
      out: join(folder, 'b'),
      questions: jsonl('other.jsonl', [{ id: 'z', question: 'Who?', answers: ['x'] }]),
    });
    await expect(compareRuns(join(folder, 'a'), join(folder, 'b'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(compareRuns(join(folder, 'a'), folder)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

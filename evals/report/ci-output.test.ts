import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, it } from 'vitest';
import { againstBaseline } from '../gates/against-baseline.ts';
import { readGate } from '../gates/gate.ts';
import type { ScoredRow } from '../run/row.ts';
import { beforeAfterSection } from './before-after.ts';
import { annotations, junitReport } from './ci-output.ts';
import { table } from './markdown.ts';

const row = (id: string, accuracy: number, tokens = 100): ScoredRow => ({
  id,
  strategy: 'auto',
  kind: 'k',
  question: `What of <b>${id}</b> @team & "co"?`,
  expected: ['twelve'],
  given: accuracy ? 'twelve' : 'nine\u0000',
  scores: { accuracy },
  usage: { calls: 1, inputTokens: tokens, outputTokens: 0, seconds: 0.5 },
});

it('lays a run beside the baseline: each figure before and after, and the questions that turned both ways', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-against-'));
  const before = Array.from({ length: 40 }, (_, i) => row(`q${i}`, i < 20 ? 1 : 0));
  const now = Array.from({ length: 40 }, (_, i) => row(`q${i}`, i < 8 ? 0 : i < 22 ? 1 : 0, 90));
  writeFileSync(join(folder, 'baseline.jsonl'), before.map((one) => `${JSON.stringify(one)}\n`).join(''));
  writeFileSync(
    join(folder, 'gate.json'),
    JSON.stringify({ baseline: { rows: 'baseline.jsonl', metrics: ['accuracy'] } }),
  );
  const against = await againstBaseline(await readGate(join(folder, 'gate.json')), undefined, now);
  expect(against!.metrics).toMatchObject([
    { metric: 'accuracy', before: 0.5, after: 0.35, n: 40 },
    { metric: 'calls', before: 1, after: 1, difference: 0 },
    { metric: 'tokens', before: 100, after: 90, real: true },
  ]);
  expect(against!.turned.filter(({ nowRight }) => nowRight).map(({ id }) => id)).toEqual(['q20', 'q21']);
  expect(against!.turned.filter(({ nowRight }) => !nowRight)).toHaveLength(8);
  const section = beforeAfterSection(against!, table);
  expect(section).toMatch(/\| auto +\| +Accuracy \| +50\.0 \| +35\.0 \| +−15\.0 \(/);
  expect(section).toMatch(/Tokens \| +100 \| +90\D.*better/);
  expect(section).toContain('8 answered rightly before and wrongly now');
  expect(section).toContain('2 answered wrongly before and rightly now');
  expect(section).not.toMatch(/<b>|@team/);
  const same = await againstBaseline(await readGate(join(folder, 'gate.json')), undefined, before);
  expect(beforeAfterSection(same!, table)).toContain('No question turned.');
});

it('writes JUnit that a parser takes, whatever stands in questions and answers', () => {
  const breach = {
    strategy: 'auto',
    metric: 'accuracy',
    message: 'auto: accuracy is 35.0, below 50.0 & <so on>',
    rows: [],
  };
  const unread = 'questions.jsonl:2 is not JSON: <b>';
  const xml = junitReport([row('a', 1), row('b', 0), { ...row('c', 0), scores: {} }], [breach], [unread]);
  const document = parseDocument(xml, { xmlMode: true });
  const suites = document.children
    .flatMap((node) => ('children' in node ? node.children : []))
    .filter((node) => 'name' in node);
  expect(suites.map((suite) => 'attribs' in suite && suite.attribs)).toEqual([
    { name: 'gate', tests: '1', failures: '1' },
    { name: 'run', tests: '1', failures: '1' },
    { name: 'answers', tests: '2', failures: '1' },
  ]);
  expect(xml).not.toContain('\u0000');
  expect(xml).toContain('message="questions.jsonl:2 is not JSON: &lt;b&gt;"');
  const met = junitReport([], [], []);
  expect(met).toContain('<testcase classname="gate" name="gate"/>');
  expect(met).toContain('<testcase classname="run" name="run"/>');
});

it('gives each breach and each problem a test case of its own name, with what it says alone', () => {
  const breach = (metric: string, message: string) => ({ strategy: 'auto', metric, message, rows: [] });
  const breaches = [
    breach('accuracy', 'auto: accuracy is 35.0, below 50.0'),
    breach('tokens', 'auto: tokens is 3,000, above 2,500'),
    breach('accuracy', 'auto: accuracy lost 15.0 points to the baseline'),
  ];
  const document = parseDocument(junitReport([], breaches, ['a.jsonl:2 is not JSON', 'b.jsonl:3 is not JSON']), {
    xmlMode: true,
  });
  const cases = DomUtils.getElementsByTagName('testcase', document).map(({ attribs, children }) => [
    attribs.classname,
    attribs.name,
    children.map((child) => ('attribs' in child ? child.attribs.message : '')),
  ]);
  expect(cases).toEqual([
    ['gate', 'auto: accuracy', ['auto: accuracy is 35.0, below 50.0']],
    ['gate', 'auto: tokens', ['auto: tokens is 3,000, above 2,500']],
    ['gate', 'auto: accuracy (2)', ['auto: accuracy lost 15.0 points to the baseline']],
    ['run', 'a.jsonl:2 is not JSON', ['a.jsonl:2 is not JSON']],
    ['run', 'b.jsonl:3 is not JSON', ['b.jsonl:3 is not JSON']],
  ]);
  const [gate] = DomUtils.getElementsByTagName('testsuite', document);
  expect(gate?.attribs).toEqual({ name: 'gate', tests: '3', failures: '3' });
});

it('says breaches and changed prompts as annotations, each on one line', () => {
  const breach = { strategy: '*', metric: 'rows', message: '50 % are\nmissing', rows: [] };
  expect(annotations([breach], ['prompts changed: tasks/answer', 'model was a, now b'])).toEqual([
    '::error title=Evals::50 %25 are%0Amissing',
    '::notice title=Evals::prompts changed: tasks/answer',
  ]);
});

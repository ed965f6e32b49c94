import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportCases } from '../../runtime/cases/case-file.ts';
import { createCases } from '../../runtime/cases/cases.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { caseOrigin, evalCase } from '../../stores/testing/samples.ts';
import { readQuestions } from '../datasets/read-questions.ts';
import { caseReport, postOnChange } from './case-report.ts';
import { writeReviewedCases } from './cases-as-questions.ts';
import { writeGoldAnswer } from './gold-answer.ts';
import { recordRun } from './record-run.ts';

const temp = () => mkdtempSync(join(tmpdir(), 'parley-case-runs-'));

/** A finished run's folder with these rows. */
const runFolder = (
  rows: { id: string; strategy: string; accuracy?: number; judged?: number; failedJudge?: boolean }[],
  { id = 'run-1', at = '2026-06-01T03:00:00.000Z' } = {},
): string => {
  const folder = temp();
  const strategies = [...new Set(rows.map(({ strategy }) => strategy))].map((strategy) => ({ strategy }));
  writeFileSync(
    join(folder, 'summary.json'),
    JSON.stringify({ run: { id, createdAt: at, commit: 'abcdef0123456789', questions: rows.length }, strategies }),
  );
  const lines = rows.map(({ id: row, strategy, accuracy, judged, failedJudge }) =>
    JSON.stringify({
      id: row,
      strategy,
      gold: { question: `What of | ${row} @all?`, kind: 'k', answers: ['twelve'], supportingIds: [], answerable: true },
      answer: { shortAnswer: `given ${row}`, verdict: 'answered', mode: 'model' },
      scores: {
        ...(accuracy !== undefined && { accuracy }),
        ...(judged !== undefined && { judge_correctness: judged }),
      },
      ...(failedJudge && { notGraded: { judge_correctness: 'prose' } }),
      usage: { calls: 1, inputTokens: 1, outputTokens: 1, seconds: 1 },
    }),
  );
  writeFileSync(join(folder, 'rows.jsonl'), `${lines.join('\n')}\n`);
  return folder;
};

it('counts the default strategy alone, and the judge where it judged', async () => {
  const stores = openEmbedded(':memory:');
  for (const id of ['a', 'b', 'c', 'd', 'e']) await stores.cases.put(evalCase(id, { status: 'reviewed' }));
  const folder = runFolder([
    { id: 'a', strategy: 'auto', accuracy: 1 },
    { id: 'b', strategy: 'auto', accuracy: 0 },
    { id: 'b', strategy: 'vanilla', accuracy: 1 },
    { id: 'c', strategy: 'auto', accuracy: 0, judged: 1 },
    { id: 'd', strategy: 'auto', accuracy: 1, failedJudge: true },
    { id: 'e', strategy: 'auto' },
    { id: 'unknown', strategy: 'auto', accuracy: 1 },
  ]);
  const recorded = await recordRun(createCases(stores), folder);
  expect(recorded).toMatchObject({ recorded: 3, strategy: 'auto', failed: [{ id: 'b' }], tell: [] });
  const resultsOf = async (id: string) => (await stores.cases.get(id))!.results;
  expect(await resultsOf('a')).toMatchObject([
    { passed: true, run: 'run-1', shortAnswer: 'given a', commit: 'abcdef0123456789' },
  ]);
  expect(await resultsOf('c')).toMatchObject([{ passed: true }]);
  expect(await resultsOf('d')).toEqual([]);
  await recordRun(createCases(stores), folder);
  expect(await resultsOf('a')).toHaveLength(1);
  const two = runFolder([
    { id: 'a', strategy: 'par', accuracy: 1 },
    { id: 'a', strategy: 'crp', accuracy: 1 },
  ]);
  await expect(recordRun(createCases(stores), two)).rejects.toMatchObject({ code: 'BAD_USAGE' });
  await expect(recordRun(createCases(stores), temp())).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
  await stores.close();
});

it('gives the reviewed cases as questions, and says what waits where there is none', async () => {
  const stores = openEmbedded(':memory:');
  const out = join(temp(), 'out');
  await stores.cases.put(evalCase('open', { status: 'needs-answer', answers: [] }));
  await stores.cases.put(evalCase('proposed'));
  await expect(writeReviewedCases(stores, out)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: 'No case is reviewed yet; 1 wait for a review and 1 for an answer.',
  });
  await stores.cases.put(evalCase('gold', { status: 'reviewed', thread: [{ question: 'Before?', answer: 'Yes.' }] }));
  await stores.cases.put(evalCase('none', { status: 'reviewed', answers: [], answerable: false, rejected: [] }));
  const { questions, problems } = await readQuestions(await writeReviewedCases(stores, out));
  expect(problems).toEqual([]);
  expect(questions).toMatchObject([
    {
      id: 'gold',
      answers: ['twelve'],
      rejected: ['eleven'],
      supportingIds: ['leave'],
      history: [{ question: 'Before?' }],
    },
    { id: 'none', answers: [], answerable: false },
  ]);
  await stores.close();
});

it('refuses a question file that a newer Parley exported', async () => {
  const file = join(temp(), 'cases.jsonl');
  writeFileSync(
    file,
    '{"id":"a","question":"A?","answers":["x"]}\n{"id":"b","question":"B?","answers":[],"case_format":9}\n',
  );
  await expect(readQuestions(file)).rejects.toMatchObject({ code: 'DATA_NEWER' });
});

it('takes a person’s gold answer in an exported file, and leaves every other line as it is', async () => {
  const stores = openEmbedded(':memory:');
  for (const id of ['a', 'b', 'c'])
    await stores.cases.put(
      evalCase(id, { status: 'needs-answer', answers: [], origins: [caseOrigin({ turnId: id })] }),
    );
  const path = join(temp(), 'cases.jsonl');
  await exportCases(stores.cases, path, { statuses: ['needs-answer'] });
  const before = readFileSync(path, 'utf8').split('\n');
  await writeGoldAnswer(path, 'a', { answers: ['28 days', '28'], supportingIds: ['leave'] });
  await writeGoldAnswer(path, 'b', { answers: [], unanswerable: true });
  expect(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line, i) => line !== before[i]),
  ).toHaveLength(2);
  const { questions } = await readQuestions(path);
  expect(questions).toMatchObject([
    { answers: ['28 days', '28'], supportingIds: ['leave'], answerable: true },
    { answers: [], answerable: false },
    { answers: [] },
  ]);
  await expect(writeGoldAnswer(path, 'none', { answers: ['x'] })).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
  await expect(writeGoldAnswer(path, 'a', { answers: [] })).rejects.toMatchObject({ code: 'BAD_USAGE' });
  await expect(writeGoldAnswer(`${path}.none`, 'x', { answers: ['x'] })).rejects.toMatchObject({
    code: 'INPUT_NOT_FOUND',
  });
  await stores.close();
});

it('reports failing cases for an issue and for the owners’ channel, once for each change', async () => {
  const posts: unknown[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      posts.push(JSON.parse(body));
      response.writeHead(status).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const failing = runFolder([
    { id: 'b', strategy: 'auto', accuracy: 0 },
    { id: 'a', strategy: 'auto', accuracy: 0 },
    { id: 'c', strategy: 'auto', accuracy: 1 },
  ]);
  const report = await caseReport(failing);
  expect(report.failing.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(report.markdown).toContain('**2 of 3 cases fail (auto, 2026-06-01 03:00 UTC, commit abcdef0123)**');
  expect(report.markdown).toContain('What of \\| a @\u200ball?');
  const folder = join(temp(), 'nightly');
  const post = () => postOnChange(url, { folder, key: report.key, text: report.text });
  status = 500;
  await expect(post()).rejects.toMatchObject({ code: 'PLATFORM_REFUSED' });
  status = 200;
  expect([await post(), await post()]).toEqual([true, false]);
  expect(await postOnChange(url, { folder, key: 'another', text: 'x' })).toBe(true);
  expect(await postOnChange(url, { folder, key: '', text: 'x' })).toBe(false);
  // It was over, and is back.
  expect(await postOnChange(url, { folder, key: 'another', text: 'x' })).toBe(true);
  expect(posts).toHaveLength(4);
  expect(posts[1]).toMatchObject({
    text: expect.stringContaining('2 of 3 cases fail'),
    allowed_mentions: { parse: [] },
  });
  expect(JSON.stringify(posts)).not.toContain('@all');
  await new Promise((resolve) => server.close(resolve));
  await expect(post().then(() => postOnChange(url, { folder, key: 'third', text: 'x' }))).rejects.toMatchObject({
    code: 'PLATFORM_REFUSED',
  });
});

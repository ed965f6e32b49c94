import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../core/answer.ts';
import type { Feedback, Turn } from '../../core/conversation.ts';
import { readSettings } from '../../core/settings.ts';
import { deidentify } from '../../runtime/cases/deidentify.ts';
import { openStores } from '../../stores/index.ts';
import { readQuestions } from '../datasets/read-questions.ts';
import { scoreAnswer } from '../metrics/score-answer.ts';
import { exportFeedback } from './export-feedback.ts';
import type { FeedbackCase } from './feedback-case.ts';
import { writeGoldAnswer } from './gold-answer.ts';

describe('taking people out of a text', () => {
  it.each([
    ['Ask ada.byron@acme.co.uk or <@U024BE7LH>', 'Ask [email] or [person]'],
    ['cc @ada_byron and <mailto:x@y.z|x@y.z>', 'cc [person] and [email]'],
    ['my number is +47 913 45 678 now', 'my number is [number] now'],
    ['to NO93 8601 1117 947 please', 'to [account] please'],
    ['https://x.y/a?token=abc123&b=1', 'https://x.y/a?token=[secret]&b=1'],
    [
      'between 2024-01-01 and 2024-12-31 it was 12,500 EUR in room 4.21',
      'between 2024-01-01 and 2024-12-31 it was 12,500 EUR in room 4.21',
    ],
    ['U777AAA said so', '[person] said so'],
  ])('%j', (text, expected) => {
    expect(deidentify(text, ['U777AAA'])).toBe(expected);
  });
});

const answer = (over: Partial<Answer> = {}): Answer => ({
  question: 'q',
  text: 'You get 25 days [1].',
  shortAnswer: '25 days',
  verdict: 'answered',
  confidence: 1,
  citations: [{ n: 1, documentId: 'leave', passageId: 'leave#0', title: 'Leave', quote: '25 days', kind: 'passage' }],
  strategy: 'vanilla',
  usage: { calls: 1, inputTokens: 1, outputTokens: 1, seconds: 1 },
  mode: 'model',
  trace: [{ node: 'search', kind: 'tool', name: 'search_passages', at: 0, data: { hits: [{ passageId: 'other#1' }] } }],
  ...over,
});

const judged = async (given: { turn?: Partial<Turn>; feedback: Partial<Feedback> }[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-feedback-'));
  const stores = await openStores(readSettings({ PARLEY_DATA: folder }));
  const conversation = {
    id: 'slack:T1/C1/1',
    platform: 'slack',
    title: 't',
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00.000Z',
  };
  await stores.conversations.putConversation(conversation);
  const turn = (id: string, over: Partial<Turn>): Turn => ({
    id,
    conversationId: conversation.id,
    eventId: `event-${id}`,
    askerId: 'U024BE7LH',
    question: 'How many days off?',
    scopes: ['everyone', 'channel:T1/C1', 'dm:U024BE7LH'],
    status: 'done',
    answer: answer(),
    askedAt: `2026-03-01T09:0${id}:31.123Z`,
    ...over,
  });
  await stores.conversations.putTurn(
    turn('0', { question: 'I am ada@acme.com. Is there leave?', answer: answer({ text: 'Yes.' }) }),
  );
  for (const [i, one] of given.entries()) {
    const id = String(i + 1);
    await stores.conversations.putTurn(turn(id, one.turn ?? {}));
    await stores.conversations.putFeedback({
      turnId: id,
      askerId: 'U024BE7LH',
      rating: 'up',
      at: '2026-03-01T10:00:00.000Z',
      ...one.feedback,
    });
  }
  const path = join(folder, 'cases.jsonl');
  const receipt = await exportFeedback(stores, path);
  await stores.close();
  const cases = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FeedbackCase);
  return { path, receipt, cases };
};

it('makes cases of thumbs: a liked answer is gold, a rejected one needs a person', async () => {
  const { receipt, cases, path } = await judged([
    { feedback: {} },
    { feedback: { rating: 'down', reason: 'outdated', comment: 'Since May it is 28, says bob@acme.com' } },
    { feedback: { rating: 'down', reason: 'missing-source' } },
  ]);
  expect(receipt).toEqual({ cases: 3, needGold: 2 });
  const [liked, outdated, unsourced] = ['feedback-up', 'feedback-outdated', 'feedback-missing-source'].map(
    (kind) => cases.find((one) => one.kind === kind)!,
  );
  expect(liked).toMatchObject({ answers: ['25 days'], supporting_ids: ['leave'], answerable: true, rejected: [] });
  expect(outdated).toMatchObject({ answers: [], rejected: ['25 days'], answered: { shortAnswer: '25 days' } });
  expect(outdated).not.toHaveProperty('answerable');
  expect(outdated!.history.map(({ question }) => question)).toEqual([
    'I am [email]. Is there leave?',
    'How many days off?',
  ]);
  expect(outdated!.documents).toMatchObject([
    { id: 'leave', cited: true, quotes: ['25 days'], gone: true },
    { id: 'other', cited: false },
  ]);
  expect(unsourced!.rejected).toEqual([]);
  const text = readFileSync(path, 'utf8');
  for (const trace of ['U024BE7LH', 'ada@acme.com', 'bob@acme.com', '09:02:31']) expect(text).not.toContain(trace);
  expect(cases[0]!.scopes).toEqual(['everyone', 'channel:T1/C1']);
});

it('runs as eval questions: passes, fails, or waits for gold', async () => {
  const { path } = await judged([{ feedback: {} }, { feedback: { rating: 'down', reason: 'wrong' } }]);
  const { questions, problems } = await readQuestions(path);
  expect(problems).toEqual([]);
  const grade = (kind: string, shortAnswer: string) =>
    scoreAnswer(
      questions.find((one) => one.kind === kind)!,
      answer({ shortAnswer }),
      { documents: [], passages: [] },
      () => undefined,
    ).accuracy;
  expect(grade('feedback-up', '25 days')).toBe(1);
  expect(grade('feedback-up', '30 days')).toBe(0);
  expect(grade('feedback-wrong', '25 days')).toBe(0);
  expect(grade('feedback-wrong', '28 days')).toBeUndefined();
});

it('takes a person’s gold answer, and leaves every other line as it is', async () => {
  const { path, cases } = await judged([
    { feedback: {} },
    { feedback: { rating: 'down' } },
    { feedback: { rating: 'down' } },
  ]);
  const [first, second] = cases.filter(({ kind }) => kind === 'feedback-down');
  const before = readFileSync(path, 'utf8').split('\n');
  await writeGoldAnswer(path, first!.id, { answers: ['28 days', '28'], supportingIds: ['leave'] });
  await writeGoldAnswer(path, second!.id, { answers: [], unanswerable: true });
  const after = readFileSync(path, 'utf8').split('\n');
  expect(after.filter((line, i) => line !== before[i])).toHaveLength(2);
  const { questions } = await readQuestions(path);
  expect(questions.find(({ id }) => id === first!.id)).toMatchObject({
    answers: ['28 days', '28'],
    supportingIds: ['leave'],
    answerable: true,
  });
  expect(questions.find(({ id }) => id === second!.id)).toMatchObject({ answers: [], answerable: false });
  await expect(writeGoldAnswer(path, 'feedback:none', { answers: ['x'] })).rejects.toMatchObject({
    code: 'UNKNOWN_ID',
  });
  await expect(writeGoldAnswer(path, first!.id, { answers: [] })).rejects.toMatchObject({ code: 'BAD_USAGE' });
  await expect(writeGoldAnswer(`${path}.none`, 'x', { answers: ['x'] })).rejects.toMatchObject({
    code: 'INPUT_NOT_FOUND',
  });
  writeFileSync(path, before.join('\n'));
});

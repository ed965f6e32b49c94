import { afterEach, beforeEach, expect, it } from 'vitest';
import { openModels } from '../../agent/index.ts';
import { type StubReply, type StubServer, startStubServer } from '../../agent/testing/stub-server.ts';
import type { Log } from '../../core/log.ts';
import { silentLog } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import { unknownAnswer } from '../../stores/testing/conversation-samples.ts';
import { testStores } from '../../stores/testing/test-stores.ts';
import { clusterQuestions } from '../gaps/cluster-questions.ts';
import { batchesOf } from '../gaps/judge-questions.ts';
import { readVerdicts } from '../gaps/verdicts.ts';
import { gapJudgingHandler } from './judge-gaps.ts';

const folder = testStores();
let stores: Stores;
let model: StubServer;
let reply: (questions: string[]) => StubReply;
let warnings: unknown[];

beforeEach(async () => {
  stores = await folder.open();
  warnings = [];
  reply = (questions) => ({ json: { groups: byTopic(questions) } });
  model = await startStubServer(({ user }) => reply(questionsIn(user)));
});
afterEach(async () => {
  await model.close();
  await folder.dispose();
});

const questionsIn = (prompt: string) => [...prompt.matchAll(/^\d+\. (.*)$/gm)].map(([, question = '']) => question);
/** The judgement of a model that knows that a side job is moonlighting. */
const topicOf = (question: string) =>
  /job|moonlight/.test(question) ? 'job' : (/tram|bike/.exec(question)?.[0] ?? question);
const byTopic = (questions: readonly string[]) => {
  const groups = Map.groupBy(questions.keys(), (at) => topicOf(questions[at] ?? ''));
  return [...groups.values()].map((numbers) => numbers.map((at) => at + 1));
};

let asked = 0;
const ask = async (...questions: string[]) => {
  for (const question of questions) {
    asked += 1;
    const [id, at] = [`turn-${asked}`, new Date(Date.now() - 60_000 + asked).toISOString()];
    const conversationId = `web:${id}`;
    await stores.conversations.putConversation({
      id: conversationId,
      platform: 'web',
      title: '',
      createdAt: at,
      updatedAt: at,
    });
    await stores.conversations.putTurn({
      id,
      conversationId,
      eventId: id,
      askerId: 'slack:T1/UANN',
      question,
      scopes: ['everyone'],
      status: 'done',
      askedAt: at,
      answer: unknownAnswer(question),
    });
  }
};

const runJob = async () => {
  const log = { ...silentLog, warn: (...of: unknown[]) => void warnings.push(of) } as unknown as Log;
  const models = openModels({
    PARLEY_MODEL: 'openai:stub',
    PARLEY_MODEL_BASE_URL: model.url,
    PARLEY_MODEL_API_KEY: 'k',
  } as Parameters<typeof openModels>[0]);
  const signal = new AbortController().signal;
  await gapJudgingHandler({ models, stores, log }).run({} as never, signal);
};
const grouped = async (questions: readonly string[]) =>
  clusterQuestions(questions, undefined, 0, await readVerdicts(stores)).map((group) =>
    group.map((at) => questions[at]),
  );

const QUESTIONS = [
  'May I have a side job at weekends?',
  'Do I have to tell somebody about moonlighting at weekends?',
  'Is there parking for bikes in Porto?',
  'Is there parking for trams in Porto?',
];

it('a model joins what similarity separates, and separates what similarity joins', async () => {
  await ask(...QUESTIONS);
  expect(await grouped(QUESTIONS)).toEqual([[QUESTIONS[0]], [QUESTIONS[1]], [QUESTIONS[2], QUESTIONS[3]]]);
  await runJob();
  expect(await grouped(QUESTIONS)).toEqual([[QUESTIONS[0], QUESTIONS[1]], [QUESTIONS[2]], [QUESTIONS[3]]]);
});

it('asks about a pair once, and sends no address of an asker', async () => {
  await ask(...QUESTIONS, 'May I have a side job at weekends? ann@example.com');
  await runJob();
  expect(model.requests.map(({ task }) => task)).toEqual(['group-questions']);
  expect(model.requests[0]?.user).not.toContain('ann@example.com');
  await runJob();
  expect(model.requests).toHaveLength(1);

  await ask('Where is parking for my tram?');
  await runJob();
  expect(questionsIn(model.requests[1]?.user ?? '')).toEqual([
    QUESTIONS[2],
    QUESTIONS[3],
    'Where is parking for my tram?',
  ]);
  const all = [...QUESTIONS, 'Where is parking for my tram?'];
  expect(await grouped(all)).toContainEqual([QUESTIONS[3], 'Where is parking for my tram?']);
});

it.each<[string, StubReply]>([
  ['is down', { status: 500 }],
  ['gives an answer that cannot be read', { text: 'They are all about work.' }],
])(
  'when the model %s, questions stay grouped by similarity, the log says so, and the next job asks again',
  async (_, bad) => {
    await ask(...QUESTIONS);
    const before = await grouped(QUESTIONS);
    reply = () => bad;
    await runJob();
    expect(await grouped(QUESTIONS)).toEqual(before);
    expect(JSON.stringify(warnings)).toContain('the model could not compare unanswered questions');
    reply = (questions) => ({ json: { groups: byTopic(questions) } });
    await runJob();
    expect(await grouped(QUESTIONS)).not.toEqual(before);
  },
);

it('a question that the model leaves out keeps its group', async () => {
  await ask(...QUESTIONS);
  const before = await grouped(QUESTIONS);
  reply = () => ({ json: { groups: [[1], [99]] } });
  await runJob();
  expect(await grouped(QUESTIONS)).toEqual(before);
});

it('forgets verdicts when the questions are gone', async () => {
  await ask(...QUESTIONS);
  await runJob();
  const kept = async () => (await stores.keyValues.list('gap-verdicts', { limit: 10 })).length;
  expect(await kept()).toBe(1);
  for (const { id } of await stores.conversations.unansweredTurns('2000-01-01', 100))
    await stores.conversations.deleteConversation(`web:${id}`);
  await runJob();
  expect(await kept()).toBe(0);
});

it('batches hold every pair, and none is larger than its limit', () => {
  const pairs = Array.from({ length: 80 }, (_, a) => [1, 3, 7].map((step) => [a, a + step] as const)).flat();
  const batches = batchesOf(pairs, 12).map((batch) => new Set(batch));
  expect(pairs.filter(([a, b]) => !batches.some((batch) => batch.has(a) && batch.has(b)))).toEqual([]);
  expect(Math.max(...batches.map(({ size }) => size))).toBeLessThanOrEqual(12);
  expect(batches.length).toBeLessThan(pairs.length / 2);
});

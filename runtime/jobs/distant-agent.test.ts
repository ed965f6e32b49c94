import { emptyCheckpoint, MemorySaver } from '@langchain/langgraph';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Agent, AgentEvent, AgentQuestion } from '../../agent/agent.ts';
import { createCheckpoints } from '../../agent/checkpoints.ts';
import type { Answer } from '../../core/answer.ts';
import { ParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { erasePerson } from '../../ingest/forget.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { questionChannel, type Stores } from '../../stores/index.ts';
import { createDistantAgent } from './distant-agent.ts';
import { QUESTION } from './kinds.ts';
import { questionHandler, questionRecords } from './questions.ts';
import { type JobRecord, runJobs } from './run-jobs.ts';
import { scheduleTidying, tidyHandler } from './tidy.ts';

let stores: Stores;
const running: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  stores = openEmbedded(':memory:');
  await stores.conversations.putTurn({
    id: 'a',
    conversationId: 'c',
    eventId: 'e',
    askerId: 'slack:T1/U1',
    question: 'question a',
    scopes: ['everyone', 'team'],
    status: 'running',
    askedAt: new Date().toISOString(),
  });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await stores.close();
});

const answerOf = ({ text }: AgentQuestion): Answer => ({
  question: text,
  text: `About ${text}`,
  shortAnswer: '',
  verdict: 'answered',
  confidence: 1,
  citations: [],
  strategy: 'vanilla',
  usage: { calls: 1, inputTokens: 2, outputTokens: 3, seconds: 0 },
  mode: 'model',
  trace: [],
});

/** An agent with the given `answer`, which records its questions. */
const agentThat = (answer: Agent['answer']): Agent & { asked: AgentQuestion[] } => {
  const asked: AgentQuestion[] = [];
  return {
    asked,
    strategies: ['vanilla'],
    answer(question, onEvent) {
      asked.push(question);
      return answer(question, onEvent);
    },
  };
};
const answering = agentThat(async (question, onEvent) => {
  onEvent?.({ type: 'status', text: 'Searching' });
  onEvent?.({ type: 'token', text: 'About ' });
  return answerOf(question);
});
const never = agentThat(
  ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
);

const worker = (agent: Agent, atOnce = 4) => {
  const records: JobRecord[] = [];
  const handlers = [questionHandler({ agent, stores, atOnce })];
  const observer = { jobEnded: (record: JobRecord) => void records.push(record) };
  const jobs = runJobs({ queue: stores.jobs, handlers, log: silentLog, observer });
  running.push(jobs);
  return { records, close: jobs.close };
};
const jobOf = async (kind: string, key: string) => (await stores.jobs.find(kind, [key])).get(key);
const front = () => createDistantAgent({ agent: never, stores, log: silentLog });
const question = (id: string, more: Partial<AgentQuestion> = {}): AgentQuestion => ({
  text: `question ${id}`,
  scopes: ['everyone', 'team'],
  turn: { id, askerId: 'slack:T1/U1', workspace: 'slack:T1' },
  ...more,
});

it('has a worker answer, and says what it says', async () => {
  const asked = answering.asked.length;
  worker(answering);
  const events: AgentEvent[] = [];
  const answer = await front().answer(question('a', { strategy: 'par' }), (event) => events.push(event));
  expect(answer).toMatchObject({ text: 'About question a', verdict: 'answered' });
  expect(events).toEqual([
    { type: 'status', text: 'Searching' },
    { type: 'token', text: 'About ' },
  ]);
  expect(answering.asked.slice(asked)).toMatchObject([
    { text: 'question a', scopes: ['everyone', 'team'], strategy: 'par', turn: { id: 'a', askerId: 'slack:T1/U1' } },
  ]);
});

it('hands a failure on as it is', async () => {
  worker(
    agentThat(async () => {
      throw new ParleyError('UNKNOWN_STRATEGY', { message: 'There is none.', remedy: 'Use another.' });
    }),
  );
  await expect(front().answer(question('a'))).rejects.toMatchObject({
    code: 'UNKNOWN_STRATEGY',
    remedy: 'Use another.',
  });
});

it('a process that takes the question over waits for the same job, and finds a result that is there', async () => {
  const asked = answering.asked.length;
  const first = new AbortController();
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  worker(
    agentThat(async (of, onEvent) => {
      begun.resolve();
      await go.promise;
      return answering.answer(of, onEvent);
    }),
  );
  const left = front().answer(question('a', { signal: first.signal }));
  await begun.promise;
  first.abort();
  await expect(left).rejects.toThrow();
  const second = front().answer(question('a'));
  go.resolve();
  expect((await second).text).toBe('About question a');
  expect((await front().answer(question('a'))).text).toBe('About question a');
  expect(answering.asked.length).toBe(asked + 1);
});

it('another worker answers when one dies, and what the dead one had said is taken back', async () => {
  // Simulates a process that dies after it has leased the job and sent an event.
  const events: AgentEvent[] = [];
  const waiting = front().answer(question('a'), (event) => events.push(event));
  await expect.poll(() => jobOf('question', 'a')).toEqual({ state: 'waiting', position: 1 });
  const [lease] = await stores.jobs.lease(QUESTION, 1);
  await stores.relay.send('question:a', [{ attempt: 1, event: { type: 'token', text: 'Half a sen' } }]);
  await expect.poll(() => events.length).toBe(1);
  await stores.jobs.fail(lease!, 'its process fell silent');
  const { records } = worker(answering);
  expect((await waiting).text).toBe('About question a');
  expect(events).toEqual([
    { type: 'token', text: 'Half a sen' },
    { type: 'reset' },
    { type: 'status', text: 'Searching' },
    { type: 'token', text: 'About ' },
  ]);
  await expect.poll(() => records).toMatchObject([{ kind: 'question', outcome: 'done', attempt: 2 }]);
});

it('keeps the first result, whichever attempt comes late', async () => {
  const records = questionRecords(stores.keyValues);
  await records.ask('a', { text: 'question one', scopes: [], askerId: 'p' });
  await records.settle('a', { answer: answerOf(question('one')) }, 'p');
  await records.settle('a', { answer: answerOf(question('two')) }, 'p');
  expect((await front().answer(question('a'))).text).toBe('About question one');
});

it('keeps no answer for somebody who was erased while it was made', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const { records } = worker(
    agentThat(async (of, onEvent) => {
      begun.resolve();
      await go.promise;
      return answering.answer(of, onEvent);
    }),
  );
  const waiting = front().answer(question('a'));
  waiting.catch(() => {});
  await begun.promise;
  await stores.keyValues.forgetPerson('slack:T1/U1');
  go.resolve();
  await expect.poll(() => records).toMatchObject([{ outcome: 'done' }]);
  expect(await questionRecords(stores.keyValues).result('a')).toBeUndefined();
  await expect(waiting).rejects.toThrow();
});

it('hands nothing over for somebody who was erased since the question was taken up', async () => {
  await erasePerson(stores, 'slack:T1/U1');
  await expect(front().answer(question('a'))).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await questionRecords(stores.keyValues).asked('a')).toBeUndefined();
  expect(await jobOf('question', 'a')).toBeUndefined();
});

it('a stopped question ends in its worker within a second or so, and leaves nothing', async () => {
  const { records } = worker(never);
  const stopped = new AbortController();
  const asking = front();
  const waiting = asking.answer(question('a', { signal: stopped.signal }));
  await expect.poll(() => jobOf('question', 'a')).toEqual({ state: 'running' });
  stopped.abort();
  await expect(waiting).rejects.toThrow();
  await asking.discard?.('a');
  await expect.poll(() => records).toMatchObject([{ outcome: 'lost' }]);
  expect(await jobOf('question', 'a')).toBeUndefined();
  expect(await questionRecords(stores.keyValues).asked('a')).toBeUndefined();
});

it('leaves a question to the process that took it over, although its own attempt is stopped', async () => {
  worker(never);
  const stopped = new AbortController();
  const waiting = front().answer(question('a', { signal: stopped.signal }));
  await expect.poll(() => jobOf('question', 'a')).toEqual({ state: 'running' });
  stopped.abort();
  await expect(waiting).rejects.toThrow();
  expect(await jobOf('question', 'a')).toEqual({ state: 'running' });
  expect(await questionRecords(stores.keyValues).asked('a')).toBeDefined();
});

it('gives a question back when the worker closes, and the next one answers in place of what it had said', async () => {
  const closing = worker(
    agentThat((asked, onEvent) => {
      onEvent?.({ type: 'token', text: 'Half a sen' });
      return never.answer(asked, onEvent);
    }),
  );
  const events: AgentEvent[] = [];
  const waiting = front().answer(question('a'), (event) => events.push(event));
  await expect.poll(() => events.length).toBe(1);
  await closing.close();
  expect(closing.records).toMatchObject([{ outcome: 'released' }]);
  worker(answering);
  expect((await waiting).text).toBe('About question a');
  expect(events).toEqual([
    { type: 'token', text: 'Half a sen' },
    { type: 'reset' },
    { type: 'status', text: 'Searching' },
    { type: 'token', text: 'About ' },
  ]);
});

it('refuses in words when the queue is full', async () => {
  for (let n = 0; n < QUESTION.maxWaiting; n += 1)
    await stores.jobs.enqueue({ kind: QUESTION, key: `${n}`, data: {}, group: 'slack:T2' });
  await expect(front().answer(question('a'))).rejects.toMatchObject({
    code: 'TOO_MANY_QUESTIONS',
    details: { retryAfterSeconds: 10 },
  });
});

it('says so when every attempt failed', async () => {
  const { records } = worker(
    agentThat(async () => {
      throw new Error('out of memory');
    }),
  );
  const waiting = front().answer(question('a'));
  waiting.catch(() => {});
  await expect.poll(() => records.length).toBeGreaterThan(0);
  expect(records[0]).toMatchObject({ outcome: 'again', attempt: 1 });
  await stores.jobs.remove('question', 'a');
  await expect(waiting).rejects.toMatchObject({ message: 'No worker could answer this question.' });
});

it.each([
  { damage: 'it has no scopes', request: { text: 'question a', askerId: 'slack:T1/U1' } },
  { damage: 'its text is none', request: { text: 7, scopes: [], askerId: 'slack:T1/U1' } },
  { damage: 'its history is none', request: { text: 'a', scopes: [], askerId: 'slack:T1/U1', history: ['b'] } },
  { damage: 'it is a word', request: 'nonsense' },
])('ends a question whose request is damaged at its first attempt: $damage', async ({ request }) => {
  const asked = answering.asked.length;
  const waiting = front().answer(question('a'));
  waiting.catch(() => {});
  await expect.poll(() => jobOf('question', 'a')).toMatchObject({ state: 'waiting' });
  await stores.keyValues.put('question-asked', 'a', request);
  const { records } = worker(answering);
  await expect(waiting).rejects.toMatchObject({ code: 'INTERNAL', remedy: 'Ask again.' });
  await expect.poll(() => records).toMatchObject([{ outcome: 'done', attempt: 1 }]);
  expect(answering.asked.length).toBe(asked);
});

it('a process that takes over a question whose attempts are used up gives it up too', async () => {
  await stores.jobs.enqueue({ kind: { ...QUESTION, attempts: 1 }, key: 'a', data: {} });
  const [lease] = await stores.jobs.lease(QUESTION, 1);
  expect(await stores.jobs.fail(lease!, 'its process fell silent')).toBe('dead');
  const { records } = worker(answering);
  await expect(front().answer(question('a'))).rejects.toMatchObject({ code: 'INTERNAL', details: { turnId: 'a' } });
  // Somebody may still have it tried again.
  const [letter] = await stores.jobs.dead(1);
  await stores.jobs.retry(letter!.id);
  expect((await front().answer(question('a'))).text).toBe('About question a');
  await expect.poll(() => records).toMatchObject([{ outcome: 'done' }]);
});

it('tidying removes what ended questions left, and nothing of running ones', async () => {
  const records = questionRecords(stores.keyValues);
  const old = new Date(Date.now() - 20 * 60_000).toISOString();
  const turn = { conversationId: 'c', askerId: 'p', question: 'q', scopes: [], askedAt: old };
  await stores.conversations.putTurn({ ...turn, id: 'ended', eventId: '1', status: 'done' });
  await stores.conversations.putTurn({ ...turn, id: 'running', eventId: '2', status: 'running' });
  await stores.conversations.putTurn({ ...turn, id: 'just ended', eventId: '3', status: 'done' });
  for (const id of ['ended', 'running'])
    await stores.keyValues.put('question-asked', id, { text: 'q', scopes: [], askerId: 'p' }, { updatedAt: old });
  await records.ask('just ended', { text: 'q', scopes: [], askerId: 'p' });
  // As an earlier version wrote it, or an erasure left it that was cut short.
  await stores.keyValues.put('question-asked', 'erased', { text: 'q', scopes: [], askerId: 'p' });
  const saver = new MemorySaver();
  const checkpoint = emptyCheckpoint();
  for (const thread_id of ['ended', 'running'])
    await saver.put({ configurable: { thread_id, checkpoint_ns: '' } }, checkpoint, {
      source: 'loop',
      step: 1,
      parents: {},
    });
  const handler = tidyHandler(stores, createCheckpoints(saver, silentLog));
  const job = { id: '1', kind: 'tidy', key: 'questions', data: {}, attempt: 1, enqueuedAt: old };
  await handler.run(job, new AbortController().signal);
  const left = await Promise.all(
    ['ended', 'running', 'just ended', 'erased'].map(async (id) => !!(await records.asked(id))),
  );
  expect(left).toEqual([false, true, true, false]);
  expect(Object.keys(saver.storage)).toEqual(['running']);
});

it('tidies at once when a worker starts', async () => {
  const { close } = scheduleTidying(stores, silentLog);
  running.push({ close: async () => close() });
  await expect.poll(async () => (await jobOf('tidy', 'questions'))?.state).toBe('waiting');
});

it('writes nothing about somebody who was erased before the question was handed over', async () => {
  await erasePerson(stores, 'slack:T1/U1');
  // A process that dies right after takes nothing back.
  const keyValues: Stores['keyValues'] = { ...stores.keyValues, delete: () => Promise.reject(new Error('dead')) };
  const dying = createDistantAgent({ agent: never, stores: { ...stores, keyValues }, log: silentLog });
  const asked = dying.answer(question('a'));
  await expect(asked).rejects.toThrow();
  expect(await questionRecords(keyValues).asked('a')).toBeUndefined();
  expect(await keyValues.ofPerson('slack:T1/U1')).toEqual([]);
  await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
});

it('leaves nothing in the relay of a question whose result another process finds', async () => {
  const agent = agentThat(async (asked, onEvent) => {
    onEvent?.({ type: 'token', text: 'About' });
    return answerOf(asked);
  });
  worker(agent);
  const { turn: _, ...asked } = question('a');
  await questionRecords(stores.keyValues).ask('a', { ...asked, askerId: 'slack:T1/U1' });
  await stores.jobs.enqueue({ kind: QUESTION, key: 'a', data: {}, group: 'slack:T1/U1' });
  await expect.poll(() => questionRecords(stores.keyValues).result('a')).toBeDefined();
  expect((await front().answer(question('a'))).text).toBe('About question a');
  expect(await stores.relay.take([questionChannel('a')])).toEqual([]);
});

it('keeps nothing in the relay of somebody who is erased while a worker answers, also when nobody takes it', async () => {
  await questionRecords(stores.keyValues).ask('a', { text: 'Secret?', scopes: ['everyone'], askerId: 'slack:T1/U1' });
  const [heard, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const relay: Stores['relay'] = {
    ...stores.relay,
    async send(...sent) {
      await stores.relay.send(...sent);
      heard.resolve();
    },
  };
  const dying = new Error('The worker is killed.');
  const agent = agentThat(async (_, onEvent) => {
    onEvent?.({ type: 'token', text: 'before' });
    await erased.promise;
    onEvent?.({ type: 'token', text: 'after' });
    await new Promise((resolve) => setTimeout(resolve, 150));
    throw dying;
  });
  const handler = questionHandler({ agent, stores: { ...stores, relay }, atOnce: 1 });
  const job = { key: 'a', attempt: 1 } as Parameters<typeof handler.run>[0];
  const run = handler.run(job, new AbortController().signal);
  await heard.promise;
  await erasePerson(stores, 'slack:T1/U1');
  erased.resolve();
  await expect(run).rejects.toThrow(dying.message);
  expect(await stores.relay.take([questionChannel('a')])).toEqual([]);
});

it('hears the rest of a batch when the result of one question cannot be read, which is read again later', async () => {
  await stores.conversations.putTurn({
    id: 'b',
    conversationId: 'c',
    eventId: 'e2',
    askerId: 'slack:T1/U1',
    question: 'question b',
    scopes: ['everyone'],
    status: 'running',
    askedAt: new Date().toISOString(),
  });
  let fails = 0;
  const keyValues: Stores['keyValues'] = {
    ...stores.keyValues,
    get: <Value>(kind: string, key: string) => {
      if (fails === 0 || kind !== 'question-answered' || key !== 'a') return stores.keyValues.get<Value>(kind, key);
      fails -= 1;
      return Promise.reject(new ParleyError('STORE_UNAVAILABLE', { message: 'It is away.', remedy: 'Wait.' }));
    },
  };
  // Both questions' messages come in one batch, that of the failing one first.
  const batch = [
    { channel: questionChannel('a'), message: { attempt: 1, done: true } },
    { channel: questionChannel('b'), message: { attempt: 1, event: { type: 'token', text: 'Half' } } },
  ];
  let sent = false;
  const relay: Stores['relay'] = {
    ...stores.relay,
    take: async () => (sent ? batch.splice(0) : []),
  };
  const asking = createDistantAgent({ agent: never, stores: { ...stores, keyValues, relay }, log: silentLog });
  const events: AgentEvent[] = [];
  const [a, b] = [asking.answer(question('a')), asking.answer(question('b'), (event) => events.push(event))];
  await expect.poll(async () => (await jobOf('question', 'b'))?.state).toBe('waiting');
  const records = questionRecords(stores.keyValues);
  await records.settle('a', { answer: answerOf(question('a')) }, 'slack:T1/U1');
  fails = 1;
  sent = true;
  await expect.poll(() => events).toContainEqual({ type: 'token', text: 'Half' });
  expect((await a).text).toBe('About question a');
  expect(fails).toBe(0);
  await records.settle('b', { answer: answerOf(question('b')) }, 'slack:T1/U1');
  expect((await b).text).toBe('About question b');
});

it('answers the attempt that took a question over from one of the same process, when that one is given up', async () => {
  const enqueue = vi.spyOn(stores.jobs, 'enqueue');
  const agent = front();
  const given = new AbortController();
  const first = agent.answer(question('a', { signal: given.signal }));
  const second = agent.answer(question('a'));
  await expect.poll(() => enqueue.mock.calls.length).toBe(2);
  given.abort();
  await expect(first).rejects.toThrow();
  worker(answering);
  expect((await second).text).toBe('About question a');
});

it('asks in one call where all questions that wait stand', async () => {
  const find = vi.spyOn(stores.jobs, 'find');
  const ids = ['a', 'b', 'c', 'd'];
  const agent = front();
  const places: string[] = [];
  const waiting = ids.map(async (id) => {
    await stores.conversations.putTurn({ ...(await stores.conversations.turn('a'))!, id, eventId: `event ${id}` });
    return agent.answer(question(id), (event) => places.push(`${id}: ${'text' in event ? event.text : event.type}`));
  });
  await expect.poll(() => find.mock.calls.map(([, keys]) => keys.length)).toContain(ids.length);
  await expect.poll(() => places.filter((place) => place.includes('number')).length).toBeGreaterThanOrEqual(3);
  worker(answering);
  expect((await Promise.all(waiting)).map(({ text }) => text)).toEqual(ids.map((id) => `About question ${id}`));
});

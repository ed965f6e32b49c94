import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterQuestions } from '../../../runtime/gaps/cluster-questions.ts';
import type { Stores } from '../../../stores/index.ts';
import { unknownAnswer } from '../../../stores/testing/conversation-samples.ts';
import { testStores } from '../../../stores/testing/test-stores.ts';
import { createGaps } from './gaps.ts';
import { recurringQuestions } from './testing/recurring-questions.ts';

const RECURRING = recurringQuestions('recurring');

/** Number of planted questions whose wordings, and nothing else, form one group when they are asked round by round. */
const wholeGroups = (
  questions: readonly (readonly string[])[],
  vectorOf?: (n: number, round: number) => Float32Array,
) => {
  const asked = Array.from({ length: 4 }, (_, round) =>
    questions.flatMap((wordings, n) => (wordings[round] ? [{ n, round, text: wordings[round] }] : [])),
  ).flat();
  const groups = clusterQuestions(
    asked.map(({ text }) => text),
    vectorOf && asked.map(({ n, round }) => vectorOf(n, round)),
  );
  return groups.filter((group) => {
    const of = new Set(group.map((index) => asked[index]?.n));
    const [only] = of;
    return of.size === 1 && group.length === questions[only ?? -1]?.length;
  }).length;
};

it.each([
  ['chosen with the bound in view', recurringQuestions('planted')],
  ['written before any was clustered', RECURRING],
])('finds at least 40 of 50 planted questions as one group each, by their words alone: %s', (_, questions) => {
  expect(questions).toHaveLength(50);
  expect(wholeGroups(questions)).toBeGreaterThanOrEqual(40);
});

it('groups by words when the encoder finds no similarity', () => {
  // The worst case: the vectors of any two wordings are orthogonal.
  const apart = (n: number, round: number) =>
    Float32Array.from({ length: 150 }, (_, i) => (i === n * 3 + round ? 1 : 0));
  expect(wholeGroups(RECURRING, apart)).toBeGreaterThanOrEqual(40);
});

it('groups by meaning when there are vectors, whatever the words', () => {
  const vectors = [
    [1, 0],
    [0, 1],
    [0.98, 0.2],
  ].map((vector) => {
    const length = Math.hypot(...vector);
    return Float32Array.from(vector, (value) => value / length);
  });
  expect(clusterQuestions(['Where do I park?', 'Who signs?', 'Is there a garage?'], vectors)).toEqual([[0, 2], [1]]);
});

/** A two-dimensional unit vector at this angle from the first axis. */
const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

it('counts identical questions once, so that repetition does not keep another wording out of the group', () => {
  const other = 'Is there a garage?';
  const asked = (times: number) => [
    ...Array.from({ length: times }, (_, n) => `Where do I park${'?'.repeat(n)}`),
    other,
  ];
  const groups = (times: number) =>
    clusterQuestions(
      asked(times),
      asked(times).map((question) => at(question === other ? 70 : 0)),
    );
  expect(groups(1)).toEqual([[0, 1]]);
  expect(groups(8)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8]]);
});

it('separates the same question about another number, however the number is written', () => {
  const questions = [
    'What does error E-4031 mean?',
    'What does error E-4032 mean?',
    'Who approves purchases over 5,000 euros?',
    'Who approves purchases over 50.000 euros?',
    'approves purchases over 5k',
  ];
  expect(clusterQuestions(questions)).toEqual([[0], [1], [2, 4], [3]]);
});

describe('the gaps of a team', () => {
  const folder = testStores();
  let stores: Stores;
  let n = 0;
  beforeAll(async () => {
    stores = await folder.open();
  });
  afterAll(() => folder.dispose());

  const ask = async (question: string, askerId: string, askedAt = new Date().toISOString()) => {
    n += 1;
    const conversationId = `web:thread-${n}`;
    await stores.conversations.putConversation({
      id: conversationId,
      platform: 'web',
      title: question,
      createdAt: askedAt,
      updatedAt: askedAt,
    });
    await stores.conversations.putTurn({
      id: `turn-${n}`,
      conversationId,
      eventId: `event-${n}`,
      askerId,
      question,
      scopes: ['everyone'],
      status: 'done',
      askedAt,
      answer: unknownAnswer(question),
    });
  };

  it('say how often and by how many people something was asked, never by whom', async () => {
    await ask('Where can I park my bike?', 'slack:T1/UANN');
    await ask('Where can I park a bike at the office?', 'slack:T1/UBOB');
    await ask('Where do I park my bike? ann@example.com', 'slack:T1/UANN');
    await ask('Who won the regatta?', 'slack:T1/UANN');
    for (const remark of ['are you sure?', 'why?']) await ask(remark, 'slack:T1/UANN');
    const [parking, ...others] = await createGaps({ stores }).list();
    expect(parking).toMatchObject({ count: 3, askers: 2, status: 'open', scopes: ['everyone'] });
    expect(others).toHaveLength(1);
    expect(JSON.stringify([parking, ...others])).not.toMatch(/slack:T1|ann@example/);
  });

  it('stay closed when answered, keep their id when asked again, and reopen when the answer does not help', async () => {
    let now = Date.now();
    const gaps = createGaps({ stores }, () => now);
    const [gap] = await gaps.list();
    if (!gap) throw new Error('no gap');
    const at = new Date(now + 1000).toISOString();
    await gaps.change(gap.id, 0, { status: 'answered', answer: { documentId: 'd', by: 'Priya', at } });
    expect(await gaps.get(gap.id)).toMatchObject({ status: 'answered', sinceAnswered: 0 });
    await ask('Where can I park my bike now?', 'slack:T1/UCAT', new Date(now + 5000).toISOString());
    now += 60_000;
    expect(await gaps.get(gap.id)).toMatchObject({ status: 'open', sinceAnswered: 1, count: 4 });
  });

  it('encode only the questions that were asked since the last call', async () => {
    const encoded: string[][] = [];
    const encoder = {
      // A known model name, so that its calibration is looked up and not measured.
      name: 'local:all-MiniLM-L6-v2',
      dimensions: 2,
      embed: async (texts: readonly string[]) => {
        encoded.push([...texts]);
        return texts.map((text) => Float32Array.from(text.includes('bike') ? [1, 0] : [0, 1]));
      },
    };
    let now = Date.now();
    const gaps = createGaps({ stores, encoder }, () => now);
    expect(await gaps.list()).toHaveLength(2);
    await ask('Is the bike shed locked at night?', 'slack:T1/UANN');
    now += 60_000;
    expect(await gaps.list()).toHaveLength(2);
    expect(encoded[0]?.length).toBeGreaterThan(3);
    expect(encoded.slice(1)).toEqual([['Is the bike shed locked at night?']]);
  });

  it('show a new question at once, and group again only when a fifth of the time covers it', async () => {
    let now = Date.now();
    const encoder = {
      name: 'local:all-MiniLM-L6-v2',
      dimensions: 2,
      embed: async (texts: readonly string[]) => {
        now += 1000;
        return texts.map((text) => Float32Array.from(text.includes('sauna') ? [1, 0] : [0, 1]));
      },
    };
    const gaps = createGaps({ stores, encoder }, () => now);
    const saunas = async () =>
      (await gaps.list()).flatMap(({ question, count }) => (/sauna/.test(question) ? count : []));
    await ask('Is there a sauna?', 'slack:T1/UANN');
    expect(await saunas()).toEqual([1]);
    await ask('Sauna on site? a sauna perhaps', 'slack:T1/UBOB');
    expect(await saunas()).toEqual([1, 1]);
    now += 3999;
    expect(await saunas()).toEqual([1, 1]);
    now += 1;
    expect(await saunas()).toEqual([2]);
    now += 10_000;
    const before = now;
    expect(await saunas()).toEqual([2]);
    expect(now).toBe(before);
  });

  it('refuse a change that is based on an outdated version', async () => {
    const gaps = createGaps({ stores });
    const gap = (await gaps.list()).find(({ question }) => question.includes('regatta'));
    if (!gap) throw new Error('no gap');
    await gaps.change(gap.id, 0, { status: 'dismissed' });
    await expect(gaps.change(gap.id, 0, { owner: 'Ann' })).rejects.toMatchObject({ code: 'CASE_CHANGED' });
    expect(await gaps.get(gap.id)).toMatchObject({ status: 'dismissed', version: 1 });
  });

  it('are split permanently when a reviewer says that a wording asks something else', async () => {
    const now = Date.now();
    let at = now;
    const gaps = createGaps({ stores }, () => at);
    const ids = async () => {
      at += 60_000;
      return (await gaps.list()).filter(({ question }) => question.includes('kayak'));
    };
    await ask('Where is the kayak shed key?', 'slack:T1/UANN', new Date(now - 2000).toISOString());
    await ask('Who has the kayak shed key?', 'slack:T1/UBOB', new Date(now - 1000).toISOString());
    const [both] = await ids();
    expect(both).toMatchObject({ count: 2, status: 'open' });
    const answer = { documentId: 'kayak', by: 'Priya', at: new Date(now + 1000).toISOString() };
    const leftOut = ['Who has the kayak shed key?'];
    await gaps.change(both?.id ?? '', 0, { status: 'answered', answer, leftOut });
    expect(await ids()).toMatchObject([
      { wordings: ['Who has the kayak shed key?'], status: 'open', version: 0 },
      { id: both?.id, wordings: ['Where is the kayak shed key?'], status: 'answered' },
    ]);
    await ask('who has the kayak shed key', 'slack:T1/UCAT', new Date(now + 5000).toISOString());
    const [other, first] = await ids();
    expect([other, first?.id]).toMatchObject([{ status: 'open' }, both?.id]);
    await gaps.change(other?.id ?? '', 0, { status: 'dismissed' });
    expect((await ids()).map(({ id, status }) => [id, status]).toSorted()).toEqual(
      [
        [both?.id, first?.status],
        [other?.id, 'dismissed'],
      ].toSorted(),
    );
  });
});

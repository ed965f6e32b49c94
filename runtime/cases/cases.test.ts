import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../core/answer.ts';
import type { Feedback, Turn } from '../../core/conversation.ts';
import { type Embedded, openEmbedded } from '../../stores/embedded/index.ts';
import { collect } from '../../stores/testing/samples.ts';
import { exportCases, importCases } from './case-file.ts';
import { type Cases, createCases } from './cases.ts';
import { questionKey } from './question-key.ts';
import { waitsFor } from './telling.ts';

const answer = (over: Partial<Answer> = {}): Answer => ({
  question: 'q',
  text: 'You get 25 days [1].',
  shortAnswer: '25 days',
  verdict: 'answered',
  confidence: 1,
  citations: [{ n: 1, documentId: 'leave', passageId: 'leave#0', title: 'Leave', quote: '25 days', kind: 'passage' }],
  strategy: 'auto',
  usage: { calls: 1, inputTokens: 1, outputTokens: 1, seconds: 1 },
  mode: 'model',
  trace: [],
  ...over,
});

let stores: Embedded;
let cases: Cases;
let folder: string;
let clock = Date.parse('2026-03-01T12:00:00Z');
const tick = (ms = 1000) => {
  clock += ms;
  return clock;
};
beforeEach(() => {
  stores = openEmbedded(':memory:');
  cases = createCases(stores, { now: () => tick() });
  folder = mkdtempSync(join(tmpdir(), 'parley-cases-'));
});
afterEach(() => stores.close());

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
let turns = 0;
const ask = async (over: Partial<Turn> = {}): Promise<Turn> => {
  const id = `turn-${turns++}`;
  const turn: Turn = {
    id,
    conversationId: `slack:T1/C1/${id}`,
    eventId: `slack:T1/C1/${id}`,
    askerId: 'slack:T1/UANN',
    question: 'How many days off do I get?',
    scopes: ['everyone'],
    status: 'done',
    answer: answer(),
    askedAt: at(1),
    ...over,
  };
  await stores.conversations.putTurn(turn);
  return turn;
};
const thumb = async (turn: Turn, over: Partial<Feedback> = {}) => {
  const feedback: Feedback = { turnId: turn.id, askerId: turn.askerId, rating: 'down', at: at(2), ...over };
  await stores.conversations.putFeedback(feedback);
  return cases.noteThumb(turn, feedback);
};

describe('a thumb becomes a case', () => {
  it('down with the right answer waits for a review; without it, for an answer', async () => {
    expect(await thumb(await ask(), { reason: 'outdated', answer: '28 days, says bob@acme.com' })).toMatchObject({
      status: 'new',
      answers: ['28 days, says [email]'],
      answerable: true,
      rejected: ['25 days'],
      supportingIds: [],
      kind: 'feedback-outdated',
    });
    const other = await thumb(await ask({ question: 'Who approves flights?' }), { reason: 'missing-source' });
    expect(other).toMatchObject({ status: 'needs-answer', answers: [], rejected: [], kind: 'feedback-missing-source' });
    expect(other).not.toHaveProperty('answerable');
  });

  it('up proposes the answer that was liked; up on a refusal proposes nothing', async () => {
    expect(await thumb(await ask(), { rating: 'up' })).toMatchObject({
      status: 'new',
      answers: ['25 days'],
      supportingIds: ['leave'],
      answerable: true,
    });
    const refusal = answer({ verdict: 'unknown', shortAnswer: '', text: 'I could not find that.', citations: [] });
    const liked = await thumb(await ask({ question: 'Is there a gym?', answer: refusal }), { rating: 'up' });
    expect(liked).toMatchObject({ status: 'needs-answer', answers: [] });
    expect(liked).not.toHaveProperty('answerable');
  });

  it('the same question again, in other words of no meaning, adds to its case', async () => {
    const first = await thumb(await ask());
    const second = await thumb(await ask({ askerId: 'web:bob', question: 'Please, how many day off would we get' }), {
      answer: '28 days',
    });
    expect(second).toMatchObject({ id: first!.id, count: 2, answers: ['28 days'], status: 'new', version: 2 });
    for (const question of [
      'How many days off do I get in Norway?',
      'Do I not get days off?',
      'When do I get days off?',
    ])
      expect((await thumb(await ask({ question })))!.id).not.toBe(first!.id);
    const private_ = await thumb(await ask({ scopes: ['everyone', 'channel:T1/C1'] }));
    expect(private_!.id).not.toBe(first!.id);
  });

  it('a thumb that is changed changes its case, and the same thumb twice changes nothing', async () => {
    const turn = await ask();
    const first = await thumb(turn, { answer: '28 days' });
    expect(await thumb(turn, { answer: '28 days', at: at(3) })).toEqual(first);
    expect(await thumb(turn, { rating: 'up', at: at(4) })).toMatchObject({
      count: 1,
      answers: ['25 days'],
      rejected: [],
    });
  });

  it('keeps what a reviewer wrote, whatever thumbs follow, and asks again for one that was retired', async () => {
    const { id } = (await thumb(await ask()))!;
    await cases.edit(id, { status: 'reviewed', answers: ['28 days', '28'] }, { by: 'eve' });
    const again = await thumb(await ask({ askerId: 'web:bob' }), { answer: '31 days' });
    expect(again).toMatchObject({ status: 'reviewed', answers: ['28 days', '28'], count: 2 });
    await cases.edit(id, { status: 'retired' });
    expect(await thumb(await ask({ askerId: 'web:cid' }))).toMatchObject({ status: 'new', answers: ['28 days', '28'] });
  });

  it('of two processes that note the same question at once makes one case', async () => {
    const asked = await Promise.all(Array.from({ length: 12 }, (_, i) => ask({ askerId: `web:p${i}` })));
    await Promise.all(asked.map((turn) => thumb(turn)));
    const all = await collect(stores.cases.all());
    expect(all.map(({ count, origins }) => [count, origins.length])).toEqual([[12, 12]]);
  });

  it('makes the cases of feedback that was stored without them, once', async () => {
    for (const question of ['One thing?', 'Another thing?', 'one THING']) {
      const turn = await ask({ question });
      await stores.conversations.putFeedback({ turnId: turn.id, askerId: turn.askerId, rating: 'down', at: at(1) });
    }
    expect(await cases.collect()).toEqual({ thumbs: 3, cases: 2 });
    const before = await collect(stores.cases.all());
    expect(await cases.collect()).toEqual({ thumbs: 3, cases: 0 });
    expect(await collect(stores.cases.all())).toEqual(before);
  });

  it('holds nobody’s id or address in its words', async () => {
    const turn = await ask({ question: 'I am ada@acme.com, does slack:T1/UANN get leave?' });
    const made = await thumb(turn, { comment: 'ask +47 913 45 678' });
    const { origins, ...words } = made!;
    expect(JSON.stringify(words)).not.toMatch(/ada@acme|UANN/);
    expect(origins[0]!.comment).toBe('ask [number]');
  });
});

describe('editing', () => {
  const made = async () => (await thumb(await ask()))!;

  it('keeps what was before in the history, with who changed it', async () => {
    const { id } = await made();
    await cases.edit(id, { answers: ['28 days'], owner: 'eve' }, { by: 'eve' });
    const reviewed = await cases.edit(id, { status: 'reviewed' }, { by: 'fay' });
    expect(reviewed).toMatchObject({ version: 3, status: 'reviewed', answers: ['28 days'], owner: 'eve' });
    expect(reviewed.edits).toMatchObject([
      {
        by: 'eve',
        what: 'changed answers, answerable, status, owner',
        before: { answers: [], status: 'needs-answer' },
      },
      { by: 'fay', what: 'reviewed', before: { status: 'new' } },
    ]);
    expect(await cases.edit(id, { status: 'reviewed' }, { by: 'fay' })).toEqual(reviewed);
    expect(await cases.edit(id, { owner: null })).not.toHaveProperty('owner');
  });

  it('refuses the second of two people who edit the same version, and loses neither', async () => {
    const { id, version } = await made();
    const mine = await cases.edit(id, { answers: ['28 days'] }, { version, by: 'eve' });
    await expect(cases.edit(id, { answers: ['30 days'] }, { version, by: 'fay' })).rejects.toMatchObject({
      code: 'CASE_CHANGED',
    });
    expect(await cases.get(id)).toEqual(mine);
  });

  it('reviews nothing without a gold answer', async () => {
    const { id } = await made();
    await expect(cases.edit(id, { status: 'reviewed' })).rejects.toMatchObject({ code: 'BAD_USAGE' });
    await expect(cases.edit(id, { answerable: false, answers: ['x'] })).rejects.toMatchObject({ code: 'BAD_USAGE' });
    expect(await cases.edit(id, { status: 'reviewed', answerable: false })).toMatchObject({ answers: [] });
    await expect(cases.edit('case:none', {})).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
  });

  it('merges one case into another with its thumbs and their count', async () => {
    const one = await made();
    const other = (await thumb(await ask({ question: 'What is my leave?', askerId: 'web:bob' })))!;
    const merged = await cases.merge(other.id, one.id, { by: 'eve' });
    expect(merged).toMatchObject({ count: 2, origins: [{ askerId: 'slack:T1/UANN' }, { askerId: 'web:bob' }] });
    expect(await cases.get(other.id)).toMatchObject({ status: 'retired', origins: [] });
  });
});

describe('results of runs', () => {
  const run = (name: string, id: string, passed: boolean) =>
    cases.record({
      run: name,
      at: new Date(tick(60_000)).toISOString(),
      strategy: 'auto',
      outcomes: [{ id, passed, shortAnswer: 'x' }],
    });

  it('tell the asker after two passes in a row of the reviewed case, once', async () => {
    const { id } = (await thumb(await ask(), { answer: '28 days' }))!;
    for (const name of ['a', 'b']) expect((await run(name, id, true)).tell).toEqual([]);
    await cases.edit(id, { status: 'reviewed', answers: ['28'] });
    expect(waitsFor(await cases.get(id))).toBe('a run');
    expect(await run('c', id, false)).toMatchObject({ recorded: 1, failed: [{ id }], tell: [] });
    expect(waitsFor(await cases.get(id))).toBe('a fix');
    expect((await run('d', id, true)).tell).toEqual([]);
    expect((await run('d', id, true)).tell).toEqual([]);
    expect(waitsFor(await cases.get(id))).toBe('a second pass');
    const { tell } = await run('e', id, true);
    expect(tell).toMatchObject([{ caseId: id, origin: { askerId: 'slack:T1/UANN' } }]);
    await cases.told(tell[0]!);
    expect((await run('f', id, true)).tell).toEqual([]);
    expect(waitsFor(await cases.get(id))).toBe('nothing');
  });

  it('say nothing of a gold answer that was changed since, nor to somebody whose thumb is newer', async () => {
    const { id } = (await thumb(await ask(), { answer: '28 days' }))!;
    await cases.edit(id, { status: 'reviewed' });
    await run('a', id, true);
    await cases.edit(id, { answers: ['30 days'] });
    expect((await run('b', id, true)).tell).toEqual([]);
    const late = await ask({ askerId: 'web:late' });
    await thumb(late, { at: new Date(tick()).toISOString() });
    expect((await run('c', id, true)).tell.map(({ origin }) => origin.askerId)).toEqual(['slack:T1/UANN']);
    expect((await run('d', id, true)).tell.map(({ origin }) => origin.askerId)).toEqual(['slack:T1/UANN', 'web:late']);
    expect(
      (
        await cases.record({
          run: 'e',
          at: at(1),
          strategy: 'auto',
          outcomes: [{ id: 'gone', passed: true, shortAnswer: '' }],
        })
      ).recorded,
    ).toBe(0);
  });
});

describe('a file of cases', () => {
  const file = () => join(folder, 'cases.jsonl');
  const fill = async () => {
    for (const question of ['Beta?', 'Alpha?', 'Gamma?']) {
      const { id } = (await thumb(await ask({ question }), { answer: 'yes' }))!;
      await cases.edit(id, { status: 'reviewed', owner: 'eve' });
    }
    await exportCases(stores.cases, file());
    return readFileSync(file(), 'utf8');
  };
  const edit = (from: string, to: string) => writeFileSync(file(), readFileSync(file(), 'utf8').replace(from, to));

  it('is the same again, in the order of ids, and holds no person', async () => {
    const text = await fill();
    await exportCases(stores.cases, file());
    expect(readFileSync(file(), 'utf8')).toBe(text);
    const ids = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual([...ids].sort());
    expect(text).not.toContain('UANN');
  });

  it('brings edits home, changes nothing else, and goes into an empty store', async () => {
    await fill();
    edit('"answers":["yes"]', '"answers":["no"]');
    expect(await importCases(cases, stores.cases, file(), { by: 'git' })).toMatchObject({
      changed: 1,
      unchanged: 2,
      conflicts: [],
    });
    expect(await importCases(cases, stores.cases, file())).toMatchObject({ changed: 0, unchanged: 3 });
    const elsewhere = openEmbedded(':memory:');
    expect(await importCases(createCases(elsewhere), elsewhere.cases, file())).toMatchObject({
      added: 3,
      problems: [],
    });
    await exportCases(elsewhere.cases, join(folder, 'there.jsonl'));
    await exportCases(stores.cases, file());
    expect(readFileSync(join(folder, 'there.jsonl'), 'utf8')).toBe(readFileSync(file(), 'utf8'));
    await elsewhere.close();
  });

  it('neither undoes an edit made here since, nor one made in both places: that is named', async () => {
    await fill();
    const [first, second] = await collect(stores.cases.all());
    await cases.edit(first!.id, { answers: ['here'] });
    expect(await importCases(cases, stores.cases, file())).toMatchObject({ changed: 0, unchanged: 3 });
    edit('"answers":["yes"]', '"answers":["there"]');
    const receipt = await importCases(cases, stores.cases, file());
    expect(receipt).toMatchObject({ changed: 0, unchanged: 2, conflicts: [{ id: first!.id, place: 'line 1' }] });
    expect((await cases.get(first!.id)).answers).toEqual(['here']);
    expect((await cases.get(second!.id)).answers).toEqual(['yes']);
  });

  it('of a newer Parley is refused whole; broken and repeated lines are named', async () => {
    const text = await fill();
    const [line] = text.split('\n');
    writeFileSync(file(), `${line}\n${line!.replace('"case_format":1', '"case_format":2')}\n`);
    await expect(importCases(cases, stores.cases, file())).rejects.toMatchObject({ code: 'DATA_NEWER' });
    writeFileSync(file(), `${line}\n{nonsense\n${line}\n{"id":"x"}\n`);
    const { problems, unchanged } = await importCases(cases, stores.cases, file());
    expect(unchanged).toBe(1);
    expect(problems.map(({ place }) => place)).toEqual(['line 2', 'line 3', 'line 4']);
    await expect(importCases(cases, stores.cases, `${file()}.none`)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
  });

  it('takes an export of an earlier version: a row with a gold answer is reviewed', async () => {
    writeFileSync(
      file(),
      '{"id":"feedback:1","question":"Old?","answers":["yes"],"answerable":true,"kind":"feedback-up"}\n{"id":"feedback:2","question":"Open?","answers":[]}\n',
    );
    expect(await importCases(cases, stores.cases, file())).toMatchObject({ added: 2, problems: [] });
    expect((await cases.get('feedback:1')).status).toBe('reviewed');
    // A question that exists under another id: the file's gold answer goes to that case, unless somebody edited it.
    const [open, edited] = [await ask({ question: 'Third?' }), await ask({ question: 'Fourth?' })].map((turn) =>
      thumb(turn),
    );
    await cases.edit((await edited)!.id, { answers: ['mine'] });
    const row = (question: string) => `{"id":"feedback:${question}","question":"${question}?","answers":["theirs"]}\n`;
    writeFileSync(file(), row('Third') + row('Fourth'));
    expect(await importCases(cases, stores.cases, file())).toMatchObject({
      added: 0,
      changed: 1,
      conflicts: [{ place: 'line 2' }],
    });
    expect(await cases.get((await open)!.id)).toMatchObject({ status: 'reviewed', answers: ['theirs'], count: 1 });
    expect((await cases.get('feedback:2')).status).toBe('needs-answer');
  });
});

it.each([
  ['How long is parental leave?', 'how long IS the parental leave', true],
  ['Does Ann report to Ben?', 'Does Ben report to Ann?', false],
  ['Who approves a flight?', 'When is a flight approved?', false],
  ['有給休暇は何日ですか', '有給休暇は何日ですか？', true],
])('%j and %j are the same question: %j', (one, other, same) => {
  expect(questionKey(one, ['everyone']) === questionKey(other, ['everyone'])).toBe(same);
});

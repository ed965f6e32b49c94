import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../core/clock.ts';
import type { Waiter } from './ticket-line.ts';
import { createWaitingLine, defaultLimits, type Limits, type WaitingLine } from './waiting-line.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

/** A line that is bounded by numbers alone, unless the test says otherwise. */
const open = (limits: Partial<Limits>, clock?: Clock) =>
  createWaitingLine({ ...defaultLimits, maxExpectedMs: Number.POSITIVE_INFINITY, ...limits }, clock);

/** A line of which a hundred answers took so long each, and where no one is now. */
const openAfterAnswers = async (answerMs: number, limits: Partial<Limits>): Promise<WaitingLine> => {
  let now = 0;
  const line = open(limits, { now: () => now, sleep: async () => {} });
  for (let i = 0; i < 100; i += 1) {
    const leave = await enter(line, { person: 'before' });
    now += answerMs;
    leave();
  }
  return line;
};

/** Somebody new asks until one is refused. @returns how many wait then, and the refusal */
const fill = (line: WaitingLine, workspace?: string) => {
  for (let n = 0; n < 2000; n += 1) {
    try {
      line.join({ person: `${workspace} ${n}`, workspace, address: `2001:db8:0:${n}` });
    } catch (error) {
      return { waiting: line.waiting, error };
    }
  }
  throw new Error('nobody was refused');
};

/** Joins and resolves when it is this waiter's turn, with the function that gives the place back. */
const enter = async (
  line: WaitingLine,
  waiter: Waiter,
  onPosition: (position: number) => void = () => {},
  signal?: AbortSignal,
) => {
  const place = line.join(waiter);
  await place.turn(onPosition, signal);
  return place.leave;
};

describe('waiting line', () => {
  it('lets people in first come, first served, and tells the others their place', async () => {
    const line = open({ atOnce: 1 });
    const leave = await enter(line, { person: 'ann' }, () => expect.unreachable());
    const positions: string[] = [];
    const ben = enter(line, { person: 'ben' }, (position) => positions.push(`ben ${position}`));
    const cem = enter(line, { person: 'cem' }, (position) => positions.push(`cem ${position}`));
    leave();
    const benLeaves = await ben;
    await soon();
    expect(positions).toEqual(['ben 1', 'cem 2', 'cem 1']);
    benLeaves();
    await cem;
    expect(line.waiting).toBe(0);
  });

  it('lets somebody else past a person who already has their share', async () => {
    const line = open({ atOnce: 2, perPerson: 1 });
    await enter(line, { person: 'ann' });
    void enter(line, { person: 'ann' });
    await enter(line, { person: 'ben' }, () => expect.unreachable());
    expect([line.running, line.waiting]).toEqual([2, 1]);
  });

  it('lets another workspace past one that already has its share', async () => {
    const line = open({ atOnce: 3, perPerson: 3, perWorkspace: 1 });
    const leave = await enter(line, { person: 'ann', workspace: 'T1' });
    const positions: number[] = [];
    const bob = enter(line, { person: 'bob', workspace: 'T1' }, (position) => positions.push(position));
    await enter(line, { person: 'cem', workspace: 'T2' }, () => expect.unreachable());
    expect([line.running, line.waiting, positions]).toEqual([2, 1, [1]]);
    leave();
    await bob;
  });

  it.each<[string, Partial<Limits>, Waiter[], Waiter, string]>([
    ['of a person', { waitingPerPerson: 1 }, [{ person: 'ann' }], { person: 'ann' }, 'You already have 1'],
    [
      'from one address, whoever asks',
      { maxWaitingPerAddress: 2 },
      [
        { person: 'ann', address: '10.0.0.1' },
        { person: 'ben', address: '10.0.0.1' },
        { person: 'cem', address: '10.0.0.2' },
      ],
      { person: 'dan', address: '10.0.0.1' },
      '2 questions from your network address',
    ],
    ['in all', { maxWaiting: 2 }, [{ person: 'ann' }, { person: 'ben' }], { person: 'cem' }, '2 questions are already'],
  ])(
    'refuses one question more than may wait %s, with a time to come back',
    async (_, limits, waiters, one, message) => {
      const line = open({ atOnce: 1, perPerson: 1, ...limits });
      const leave = await enter(line, { person: 'first' });
      const others = waiters.map((waiter) => enter(line, waiter));
      const refused = () => line.join(one);
      expect(refused).toThrow(expect.objectContaining({ code: 'TOO_MANY_QUESTIONS' }));
      expect(refused).toThrow(message);
      expect(refused).toThrow(expect.objectContaining({ details: { retryAfterSeconds: expect.any(Number) } }));
      expect(line.waiting).toBe(waiters.length);
      // Once somebody's turn has come there is room again.
      leave();
      for (const turn of others) (await turn)();
      await expect(enter(line, one)).resolves.toBeTypeOf('function');
    },
  );

  it('estimates the time to come back from how long answers take', async () => {
    const line = await openAfterAnswers(40_000, { atOnce: 1, maxWaiting: 1 });
    await enter(line, { person: 'ann' });
    line.join({ person: 'ben' });
    expect(() => line.join({ person: 'cem' })).toThrow(
      expect.objectContaining({ remedy: 'Ask again in about 40 seconds.', details: { retryAfterSeconds: 40 } }),
    );
  });

  it('lets wait as many as are answered in time, by how long answers take', async () => {
    const line = await openAfterAnswers(500, { atOnce: 16, maxExpectedMs: 8_000 });
    // 32 answers a second for 8 s, of which 16 are worked on.
    expect(fill(line)).toEqual({
      waiting: 240,
      error: expect.objectContaining({ code: 'TOO_MANY_QUESTIONS', details: { retryAfterSeconds: 8 } }),
    });
  });

  it('lets whoever asks in a chat wait however long it takes: they do other things meanwhile', async () => {
    const line = await openAfterAnswers(500, { atOnce: 16, maxWaiting: 400, maxExpectedMs: 8_000 });
    for (let n = 0; n < 416; n += 1) line.join({ person: `${n}`, workspace: 'T1' });
    expect(line.waiting).toBe(400);
  });

  it('lets people wait for four slow answers, however little time that leaves', async () => {
    const line = await openAfterAnswers(30_000, { atOnce: 2, maxExpectedMs: 8_000 });
    expect(fill(line)).toMatchObject({ waiting: 7, error: { details: { retryAfterSeconds: 105 } } });
  });

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('knows how long answers take when the clock is set %s an hour', async (_, jump) => {
    let wall = Date.parse('2026-01-01T12:00:00Z');
    let steady = 0;
    const clock: Clock = { now: () => wall + steady, steady: () => steady, sleep: async () => {} };
    const line = open({ atOnce: 16, maxExpectedMs: 8_000 }, clock);
    for (let i = 0; i < 100; i += 1) {
      const leave = await enter(line, { person: 'before' });
      steady += 500;
      if (i === 99) wall += jump;
      leave();
    }
    expect(fill(line).waiting).toBe(240);
  });

  it('bounds the wait of a workspace by its own share, and leaves others their room', async () => {
    const line = await openAfterAnswers(1_000, { atOnce: 16, perWorkspace: 2, maxExpectedMs: 8_000 });
    // Of T1 two are worked on and 14 wait for eight seconds; what is left of the sixteen places is for T2.
    expect(fill(line, 'T1').waiting).toBe(14);
    expect(line.join({ person: 'cem', workspace: 'T2' })).toBeDefined();
    expect(line.running).toBe(3);
  });

  it('lets go of someone who gives up while waiting', async () => {
    const line = open({ atOnce: 1 });
    const leave = await enter(line, { person: 'ann' });
    const stop = new AbortController();
    const ben = enter(line, { person: 'ben' }, () => {}, stop.signal);
    const positions: number[] = [];
    const cem = enter(line, { person: 'cem' }, (position) => positions.push(position));
    stop.abort();
    await expect(ben).rejects.toMatchObject({ name: 'AbortError' });
    await soon();
    expect(positions).toEqual([2, 1]);
    leave();
    await cem;
    expect([line.running, line.waiting]).toEqual([1, 0]);
  });

  it('tells a long line little: each change to the next ten, and a tenth of the way to those behind', async () => {
    const line = open({ atOnce: 1, maxWaiting: 1000 });
    let leave = await enter(line, { person: 'first' });
    const positions: number[][] = [];
    const turns = Array.from({ length: 1000 }, (_, i) => {
      const own: number[] = [];
      positions.push(own);
      return enter(line, { person: `person ${i}` }, (position) => own.push(position));
    });
    for (const turn of turns) {
      leave();
      leave = await turn;
      await soon();
    }
    leave();
    const last = positions.at(-1) ?? [];
    expect(last[0]).toBe(1000);
    expect(last.slice(-10)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(last.length).toBeLessThan(70);
    expect(positions.flat().length).toBeLessThan(60_000);
  });

  it('never exceeds a limit and never strands anyone, whatever the order of arrivals and departures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(
          fc.tuple(
            fc.constantFrom('ann', 'ben', 'cem'),
            fc.constantFrom('T1', 'T2', undefined),
            fc.constantFrom('work', 'give up', 'work long'),
          ),
          {
            maxLength: 25,
          },
        ),
        async (atOnce, perPerson, perWorkspace, arrivals) => {
          const line = open({ atOnce, perPerson, perWorkspace, waitingPerPerson: 100 });
          const now = new Map<string, number>();
          const add = (person: string, n: number) => now.set(person, (now.get(person) ?? 0) + n);
          const all = arrivals.map(async ([person, workspace, what]) => {
            const stop = new AbortController();
            if (what === 'give up') setImmediate(() => stop.abort());
            const leave = await enter(line, { person, workspace }, () => {}, stop.signal).catch(() => undefined);
            if (!leave) return;
            add(person, 1);
            add(`in ${workspace}`, 1);
            add('all', 1);
            expect(now.get(person)).toBeLessThanOrEqual(perPerson);
            if (workspace) expect(now.get(`in ${workspace}`)).toBeLessThanOrEqual(perWorkspace);
            expect(now.get('all')).toBeLessThanOrEqual(atOnce);
            await soon();
            if (what === 'work long') await soon();
            add(person, -1);
            add(`in ${workspace}`, -1);
            add('all', -1);
            leave();
            leave();
          });
          await Promise.all(all);
          expect([line.running, line.waiting]).toEqual([0, 0]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWaitingLine } from './waiting-line.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('waiting line', () => {
  it('lets people in first come, first served, and tells the others their place', async () => {
    const line = createWaitingLine({ atOnce: 1, perPerson: 1, perWorkspace: 9, waitingPerPerson: 5 });
    const leave = await line.enter({ person: 'ann' }, () => expect.unreachable());
    const places: string[] = [];
    const ben = line.enter({ person: 'ben' }, (place) => places.push(`ben ${place}`));
    const cem = line.enter({ person: 'cem' }, (place) => places.push(`cem ${place}`));
    leave();
    const benLeaves = await ben;
    expect(places).toEqual(['ben 1', 'cem 2', 'cem 1']);
    benLeaves();
    await cem;
    expect(line.waiting).toBe(0);
  });

  it('lets somebody else past a person who already has their share', async () => {
    const line = createWaitingLine({ atOnce: 2, perPerson: 1, perWorkspace: 9, waitingPerPerson: 5 });
    await line.enter({ person: 'ann' }, () => {});
    const annAgain = line.enter({ person: 'ann' }, () => {});
    await line.enter({ person: 'ben' }, () => expect.unreachable());
    expect([line.running, line.waiting]).toEqual([2, 1]);
    annAgain.catch(() => {});
  });

  it('lets another workspace past one that already has its share', async () => {
    const line = createWaitingLine({ atOnce: 3, perPerson: 3, perWorkspace: 1, waitingPerPerson: 5 });
    const leave = await line.enter({ person: 'ann', workspace: 'T1' }, () => {});
    const places: number[] = [];
    const bob = line.enter({ person: 'bob', workspace: 'T1' }, (place) => places.push(place));
    await line.enter({ person: 'cem', workspace: 'T2' }, () => expect.unreachable());
    expect([line.running, line.waiting, places]).toEqual([2, 1, [1]]);
    leave();
    await bob;
  });

  it('refuses one question more than a person may have waiting', async () => {
    const line = createWaitingLine({ atOnce: 1, perPerson: 1, perWorkspace: 9, waitingPerPerson: 1 });
    await line.enter({ person: 'ann' }, () => {});
    line.enter({ person: 'ann' }, () => {}).catch(() => {});
    await expect(line.enter({ person: 'ann' }, () => {})).rejects.toMatchObject({ code: 'TOO_MANY_QUESTIONS' });
  });

  it('lets go of someone who gives up while waiting', async () => {
    const line = createWaitingLine({ atOnce: 1, perPerson: 1, perWorkspace: 9, waitingPerPerson: 5 });
    const leave = await line.enter({ person: 'ann' }, () => {});
    const stop = new AbortController();
    const ben = line.enter({ person: 'ben' }, () => {}, stop.signal);
    const places: number[] = [];
    const cem = line.enter({ person: 'cem' }, (place) => places.push(place));
    stop.abort();
    await expect(ben).rejects.toMatchObject({ name: 'AbortError' });
    expect(places).toEqual([2, 1]);
    leave();
    await cem;
    expect([line.running, line.waiting]).toEqual([1, 0]);
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
          const line = createWaitingLine({ atOnce, perPerson, perWorkspace, waitingPerPerson: 100 });
          const now = new Map<string, number>();
          const add = (person: string, n: number) => now.set(person, (now.get(person) ?? 0) + n);
          const all = arrivals.map(async ([person, workspace, what]) => {
            const stop = new AbortController();
            if (what === 'give up') setImmediate(() => stop.abort());
            const leave = await line.enter({ person, workspace }, () => {}, stop.signal).catch(() => undefined);
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

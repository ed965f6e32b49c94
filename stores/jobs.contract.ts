import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobKind, JobQueue } from './jobs.ts';

/** The queue of two processes, with a clock that the test controls. */
export interface TestQueues {
  queue: JobQueue;
  other: JobQueue;
  /** Lets this many seconds pass. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

const kind: JobKind = {
  name: 'sync',
  leaseSeconds: 10,
  attempts: 3,
  backoffSeconds: 5,
  maxBackoffSeconds: 60,
  maxWaiting: 50,
};

/** The contract of every JobQueue. */
export const jobQueueContract = (name: string, open: () => Promise<TestQueues>) =>
  describe(`job queue: ${name}`, () => {
    let opened: TestQueues;
    let queue: JobQueue;
    let other: JobQueue;
    beforeEach(async () => {
      opened = await open();
      ({ queue, other } = opened);
    });
    afterEach(() => opened.close());

    const add = async (key: string, group?: string, of = kind) => {
      await opened.pass(0.01);
      return queue.enqueue({ kind: of, key, data: { key }, ...(group !== undefined && { group }) });
    };
    const first = async (from = queue) => (await from.lease(kind, 1))[0]!;
    const keys = async (limit: number) => (await queue.lease(kind, limit)).map(({ key }) => key);

    it('hands each job to one of two processes, with what was handed in', async () => {
      await queue.enqueue({ kind, key: 'a', data: { source: 'hand\u0000book', n: [1] }, group: 'slack:T1' });
      await add('b');
      const leases = await Promise.all([queue.lease(kind, 2), other.lease(kind, 2)]);
      expect(
        leases
          .flat()
          .map(({ key }) => key)
          .sort(),
      ).toEqual(['a', 'b']);
      const a = leases.flat().find(({ key }) => key === 'a');
      expect(a).toMatchObject({ kind: 'sync', group: 'slack:T1', attempt: 1 });
      expect((a!.data as { n: number[] }).n).toEqual([1]);
      expect(await queue.lease(kind, 5)).toEqual([]);
    });

    it('leaves no job behind when the clock is set back an hour', async () => {
      await add('leased');
      await first();
      await add('waits');
      await opened.pass(-3600);
      // As long as a pause between attempts at most, or until a lease that nobody renews has run out.
      await opened.pass(kind.leaseSeconds + 1);
      const taken = [...(await other.lease(kind, 5))];
      await opened.pass(kind.leaseSeconds + 1);
      taken.push(...(await other.lease(kind, 5)));
      await opened.pass(kind.maxBackoffSeconds);
      taken.push(...(await other.lease(kind, 5)));
      expect(new Set(taken.map(({ key }) => key))).toEqual(new Set(['leased', 'waits']));
    });

    it('loses no job when the clock is set forward an hour: who worked on one is told that it is taken over', async () => {
      await add('a');
      const before = await first();
      await opened.pass(3600);
      await other.lease(kind, 5);
      await opened.pass(kind.maxBackoffSeconds);
      const [after] = await other.lease(kind, 5);
      expect(after).toMatchObject({ key: 'a', attempt: 2 });
      expect(await queue.renew(before)).toBe(false);
      expect(await queue.complete(before)).toBe(false);
      expect(await other.complete(after!)).toBe(true);
    });

    it('keeps one unfinished job for a key, and takes the key again when that is done', async () => {
      const added = await Promise.all([add('a'), other.enqueue({ kind, key: 'a', data: {} })]);
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await add('a')).toBe(false);
      const job = await first();
      expect(await add('a')).toBe(false);
      expect(await queue.complete(job)).toBe(true);
      expect(await add('a')).toBe(true);
      expect(await keys(5)).toEqual(['a']);
    });

    it('keeps kinds apart', async () => {
      await add('a');
      await add('a', undefined, { ...kind, name: 'digest' });
      expect((await queue.lease({ ...kind, name: 'digest' }, 5)).map((job) => job.kind)).toEqual(['digest']);
      expect(await keys(5)).toEqual(['a']);
    });

    it('hands a job to another process when its holder falls silent, and fences the holder off', async () => {
      await add('a');
      const mine = await first();
      await opened.pass(8);
      expect(await queue.renew(mine)).toBe(true);
      await opened.pass(8);
      expect(await other.lease(kind, 1)).toEqual([]);
      expect(await other.depth()).toMatchObject([{ running: 1, overdue: 0 }]);
      await opened.pass(12);
      expect(await other.depth()).toMatchObject([{ running: 1, overdue: 1 }]);
      await other.lease(kind, 1); // Finds the expired lease; the job is due again after its pause.
      await opened.pass(12);
      const theirs = await first(other);
      expect(theirs).toMatchObject({ key: 'a', attempt: 2 });
      expect(await queue.renew(mine)).toBe(false);
      expect(await queue.complete(mine)).toBe(false);
      expect(await queue.fail(mine, 'late')).toBe('lost');
      expect(await other.complete(theirs)).toBe(true);
      expect(await queue.depth()).not.toContainEqual(expect.objectContaining({ running: 1 }));
    });

    it('tries a failing job again after pauses that grow, then keeps it as a dead letter that a person retries', async () => {
      await add('a', 'slack:T1');
      expect(await queue.fail(await first(), 'no network')).toBe('again');
      expect(await keys(1)).toEqual([]);
      await opened.pass(11);
      expect(await queue.fail(await first(), 'no network')).toBe('again');
      await opened.pass(8);
      expect(await keys(1)).toEqual([]);
      await opened.pass(13);
      expect(await queue.fail(await first(), 'the site is gone')).toBe('dead');
      await opened.pass(100);
      expect(await keys(1)).toEqual([]);

      const [dead] = await queue.dead(10);
      expect(dead).toMatchObject({ kind: 'sync', key: 'a', attempts: 3, error: 'the site is gone' });
      expect(await queue.depth()).toEqual([expect.objectContaining({ kind: 'sync', waiting: 0, running: 0, dead: 1 })]);
      expect(await other.retry(dead!.id)).toBe(true);
      expect(await other.retry(dead!.id)).toBe(false);
      expect(await queue.retry('no such job')).toBe(false);
      expect(await queue.dead(10)).toEqual([]);
      const again = await first();
      expect(again).toMatchObject({ key: 'a', attempt: 1, data: { key: 'a' } });
      expect(await queue.fail(again, 'still')).toBe('again');
    });

    it('forgets a dead letter when the same work is done later', async () => {
      const once = { ...kind, name: 'once', attempts: 1 };
      await add('a', undefined, once);
      await add('b', undefined, once);
      for (const job of await queue.lease(once, 2)) expect(await queue.fail(job, 'no')).toBe('dead');
      expect(await add('a', undefined, once)).toBe(true);
      const [job] = await queue.lease(once, 1);
      await queue.complete(job!);
      expect((await queue.dead(10)).map(({ key }) => key)).toEqual(['b']);
    });

    it('says at each attempt when a job was enqueued', async () => {
      await add('a');
      const { enqueuedAt, ...job } = await first();
      expect(Date.parse(enqueuedAt)).toBeGreaterThan(0);
      await queue.fail({ ...job, enqueuedAt }, 'no network');
      await opened.pass(11);
      expect(await first()).toMatchObject({ key: 'a', attempt: 2, enqueuedAt });
    });

    it('gives a released job to the next at once, and counts no failure', async () => {
      await add('a');
      await queue.release(await first());
      const job = await first(other);
      expect(job).toMatchObject({ key: 'a', attempt: 1 });
      expect(await other.complete(job)).toBe(true);
    });

    it('takes over the job of a silent process also where jobs of another kind are asked for as often', async () => {
      const digest = { ...kind, name: 'digest' };
      await add('a');
      await first();
      const taken: string[] = [];
      for (let seconds = 0; seconds < 60 && taken.length === 0; seconds += 3) {
        await opened.pass(3);
        await other.lease(digest, 1);
        taken.push(...(await other.lease(kind, 1)).map(({ key }) => key));
      }
      expect(taken).toEqual(['a']);
    });

    it('keeps a job that is released with a pause for that long, at most the longest of its kind', async () => {
      await add('a');
      await add('b', 'other');
      expect(await queue.release(await first(), 3600)).toBe(true);
      const job = await first(other);
      expect(job).toMatchObject({ key: 'b' });
      await other.complete(job);
      expect(await other.lease(kind, 1)).toEqual([]);
      expect(await queue.find(kind.name, ['a'])).toEqual(new Map([['a', { state: 'waiting', position: 1 }]]));
      await opened.pass(kind.maxBackoffSeconds + 1);
      expect(await first(other)).toMatchObject({ key: 'a', attempt: 1 });
      expect(await queue.release(job)).toBe(false);
    });

    it('serves groups in turn, however much one of them handed in', async () => {
      for (let n = 0; n < 6; n += 1) await add(`flood ${n}`, 'slack:FLOOD');
      await add('a 0', 'slack:A');
      await add('a 1', 'slack:A');
      await add('b 0', 'discord:B');
      const order = await keys(20);
      expect(order).toEqual(
        [0, 1, 'a 0', 'b 0', 2, 'a 1', 3, 4, 5].map((at) => (typeof at === 'number' ? `flood ${at}` : at)),
      );
    });

    it('lets nobody who comes later overtake forever', async () => {
      await add('old 0', 'old');
      await add('old 1', 'old');
      const served: string[] = [];
      for (let n = 0; n < 6; n += 1) {
        await add(`new ${n}`, `group ${n}`);
        const job = await first();
        served.push(job.key);
        await queue.complete(job);
      }
      expect(served.slice(0, 4)).toContain('old 1');
    });

    it('refuses a job when as many wait as may', async () => {
      const small = { ...kind, name: 'small', maxWaiting: 2 };
      await add('a', undefined, small);
      await add('b', undefined, small);
      await expect(add('c', undefined, small)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
      expect(await add('a', undefined, small)).toBe(false);
      await queue.lease(small, 1);
      expect(await add('c', undefined, small)).toBe(true);
    });

    it('says where a job stands', async () => {
      const once = { ...kind, name: 'once', attempts: 1 };
      for (const key of ['a', 'b', 'c']) await add(key, undefined, once);
      const places = async (of = 'once') => Object.fromEntries(await queue.find(of, ['c', 'a', 'z']));
      expect(await places()).toEqual({
        a: { state: 'waiting', position: 1 },
        c: { state: 'waiting', position: 3 },
      });
      const [job] = await queue.lease(once, 1);
      expect(await places()).toEqual({ a: { state: 'running' }, c: { state: 'waiting', position: 2 } });
      await queue.fail(job!, 'no');
      expect(await places()).toEqual({ a: { state: 'dead' }, c: { state: 'waiting', position: 2 } });
      await add('a', undefined, once);
      expect(await places()).toEqual({ a: { state: 'waiting', position: 3 }, c: { state: 'waiting', position: 2 } });
      expect(await places('sync')).toEqual({});
      expect(await queue.find('once', [])).toEqual(new Map());
    });

    it('says how much of each kind there is', async () => {
      for (const key of ['a', 'b', 'c']) await add(key);
      await first();
      const [depth] = await queue.depth();
      expect(depth).toMatchObject({ kind: 'sync', waiting: 2, running: 1, dead: 0 });
      expect(Date.parse(depth!.oldestWaiting!)).toBeGreaterThan(0);
    });

    it('removes jobs by key, also a running one, whose holder then has lost it', async () => {
      await add('a');
      const job = await first();
      expect(await queue.remove('sync', 'a')).toBe(1);
      expect(await queue.renew(job)).toBe(false);
      expect(await queue.complete(job)).toBe(false);
      await add('b');
      await add('c');
      expect(await queue.remove('sync', 'b')).toBe(1);
      expect(await keys(5)).toEqual(['c']);
    });
  });

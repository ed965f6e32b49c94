import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { EvalCaseStore } from './eval-cases.ts';
import type { WritableStores } from './stores.ts';
import { caseOrigin, collect, evalCase, HARD_TEXTS } from './testing/samples.ts';
import type { StoreUnderTest } from './testing/test-stores.ts';

const at = (minute: number) => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const ids = (cases: { id: string }[]) => cases.map(({ id }) => id);

/** The contract of every EvalCaseStore. @param fresh stores for these tests, emptied before each test */
export const evalCaseStoreContract = (fresh: () => StoreUnderTest<Pick<WritableStores, 'cases'>>) =>
  describe('eval case store', () => {
    const test = fresh();
    let store: EvalCaseStore;
    beforeEach(async () => {
      await test.reset();
      store = (await test.open()).cases;
    });
    afterAll(() => test.dispose());

    it('keeps a case with everything in it', async () => {
      const full = evalCase('feedback:1', {
        question: HARD_TEXTS.join(' '),
        answers: HARD_TEXTS,
        owner: 'slack:T1/U1',
        note: HARD_TEXTS[2],
        asOf: at(1),
        thread: [{ question: 'Before?', answer: HARD_TEXTS[1]! }],
        edits: [{ at: at(2), by: 'ben', what: 'changed answers', before: { answers: [] } }],
        results: [{ at: at(3), passed: false, strategy: 'auto', shortAnswer: 'eleven', run: 'r1', commit: 'abc' }],
      });
      expect(await store.put(full)).toBe(true);
      expect(await store.get('feedback:1')).toEqual(full);
      expect(await store.get('nothing')).toBeUndefined();
      const { answerable: _, owner: __, ...without } = full;
      expect(await store.put({ ...without, version: 2 })).toBe(true);
      expect(await store.get('feedback:1')).toEqual({ ...without, version: 2 });
    });

    it('refuses a write that was made from an older version, and leaves what stands', async () => {
      expect(await store.put(evalCase('c'))).toBe(true);
      expect(await store.put(evalCase('c', { question: 'Again new?' }))).toBe(false);
      const [mine, theirs] = [
        evalCase('c', { version: 2, answers: ['mine'] }),
        evalCase('c', { version: 2, answers: ['theirs'], origins: [caseOrigin({ turnId: 'other' })] }),
      ];
      expect(await store.put(mine)).toBe(true);
      expect(await store.put(theirs)).toBe(false);
      expect(await store.get('c')).toEqual(mine);
      expect(await store.ofTurn('other')).toEqual([]);
      expect(await store.put(evalCase('missing', { version: 4 }))).toBe(false);
    });

    it('lets one of many editors at the same moment win', async () => {
      const others = [store, (await test.open()).cases, (await test.open()).cases];
      await store.put(evalCase('c'));
      const outcomes = await Promise.all(
        Array.from({ length: 9 }, (_, i) => others[i % 3]!.put(evalCase('c', { version: 2, note: String(i) }))),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect((await store.get('c'))!.note).toBe(String(outcomes.indexOf(true)));
    });

    it('lists the newest change first, page by page, all or of one status', async () => {
      for (let i = 0; i < 7; i += 1)
        await store.put(evalCase(`c${i}`, { updatedAt: at(i % 3), status: i % 2 ? 'new' : 'reviewed' }));
      expect(ids(await store.list({ limit: 9 }))).toEqual(['c5', 'c2', 'c4', 'c1', 'c6', 'c3', 'c0']);
      const first = await store.list({ limit: 3 });
      expect(ids(await store.list({ limit: 3, before: first.at(-1) }))).toEqual(['c1', 'c6', 'c3']);
      expect(ids(await store.list({ status: 'new', limit: 2 }))).toEqual(['c5', 'c1']);
      expect(ids(await store.list({ status: 'retired', limit: 2 }))).toEqual([]);
      expect(await store.counts()).toEqual({ new: 3, reviewed: 4, 'needs-answer': 0, retired: 0 });
    });

    it('finds cases by their key and by the turns that they were made of', async () => {
      await store.put(evalCase('b', { key: HARD_TEXTS.join(' ') }));
      await store.put(evalCase('a', { key: HARD_TEXTS.join(' '), origins: [caseOrigin({ turnId: 'x' })] }));
      await store.put(evalCase('c', { key: '' }));
      expect(ids(await store.withKey(HARD_TEXTS.join(' ')))).toEqual(['a', 'b']);
      expect(ids(await store.ofTurn('t'))).toEqual(['b', 'c']);
      expect(ids(await store.ofTurn('x'))).toEqual(['a']);
      await store.put(evalCase('a', { version: 2, key: 'another', origins: [] }));
      expect(ids(await store.withKey(HARD_TEXTS.join(' ')))).toEqual(['b']);
      expect(await store.ofTurn('x')).toEqual([]);
    });

    it('streams every case by id', async () => {
      const all = Array.from({ length: 430 }, (_, i) => `c${i}`);
      for (const id of all) await store.put(evalCase(id));
      expect(ids(await collect(store.all()))).toEqual(all.sort());
    });

    it('restores a case as it was, over whatever stands', async () => {
      const old = evalCase('c', { version: 12, origins: [caseOrigin({ turnId: 'x' })] });
      await store.restore(old);
      expect(await store.get('c')).toEqual(old);
      await store.put(evalCase('c', { version: 13 }));
      await store.restore(old);
      expect(await store.get('c')).toEqual(old);
      expect(ids(await store.ofTurn('x'))).toEqual(['c']);
    });

    it('forgets a person in the thread of somebody else’s case, also before an edit', async () => {
      const thread = [
        { question: 'How long?', answer: 'Ten days.', askerId: 'ann' },
        { question: 'And then?', answer: 'Twelve.', askerId: 'bob' },
      ];
      await store.put(
        evalCase('c', {
          key: 'what how long',
          origins: [caseOrigin({ askerId: 'bob' })],
          thread,
          edits: [{ at: at(1), by: 'bob', what: 'changed thread', before: { thread } }],
        }),
      );
      const before = await store.get('c');
      expect(await store.forgetPerson('ann', { dryRun: true })).toBe(1);
      expect(await store.get('c')).toEqual(before);
      expect(await store.forgetPerson('ann')).toBe(1);
      const left = await store.get('c');
      expect(left).toMatchObject({
        key: '',
        thread: thread.slice(1),
        edits: [{ before: { thread: thread.slice(1) } }],
      });
      expect(JSON.stringify(left)).not.toContain('How long?');
    });

    it('forgets a turn: what came from it; a case nobody reviewed goes with its only turn', async () => {
      await store.put(evalCase('only', {}));
      await store.put(evalCase('kept', { status: 'reviewed' }));
      await store.put(
        evalCase('shared', { origins: [caseOrigin(), caseOrigin({ askerId: 'bob', turnId: 'u' })], count: 2 }),
      );
      expect(await store.forgetTurn('t')).toBe(3);
      expect(ids(await collect(store.all()))).toEqual(['kept', 'shared']);
      expect(await store.get('kept')).toMatchObject({ version: 2, origins: [], count: 0 });
      expect(await store.get('shared')).toMatchObject({ version: 2, count: 1, origins: [{ turnId: 'u' }] });
      expect(await store.forgetTurn('t')).toBe(0);
    });

    it('forgets a person: their thumbs, edits and ownership; a case nobody reviewed goes with its only asker', async () => {
      await store.put(evalCase('only', {}));
      await store.put(evalCase('kept', { status: 'reviewed', owner: 'ann' }));
      await store.put(
        evalCase('shared', {
          origins: [caseOrigin(), caseOrigin({ askerId: 'bob', turnId: 'u' })],
          count: 5,
          edits: [{ at: at(1), by: 'ann', what: 'changed owner', before: { owner: 'ann', note: 'x' } }],
        }),
      );
      await store.put(evalCase('other', { origins: [caseOrigin({ askerId: 'bob' })] }));
      expect(await store.forgetPerson('ann')).toBe(3);
      expect(ids(await collect(store.all()))).toEqual(['kept', 'other', 'shared']);
      const kept = await store.get('kept');
      expect(kept).toMatchObject({ version: 2, status: 'reviewed', origins: [], count: 0, answers: ['twelve'] });
      const shared = await store.get('shared');
      expect(shared).toMatchObject({ count: 4, edits: [{ what: 'changed owner', before: { note: 'x' } }] });
      expect(JSON.stringify([kept, shared])).not.toContain('ann');
      expect(ids(await store.ofTurn('t'))).toEqual(['other']);
      expect(await store.forgetPerson('ann')).toBe(0);
    });
  });

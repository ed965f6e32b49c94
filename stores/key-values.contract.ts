import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConversationStore } from './conversations.ts';
import { createErasedPeople } from './erased-people.ts';
import type { KeyValueStore } from './key-values.ts';

/** The contract of every KeyValueStore. */
export const keyValueStoreContract = (
  name: string,
  open: () => Promise<{ keyValues: KeyValueStore; conversations: ConversationStore; close(): Promise<void> }>,
) =>
  describe(`key-value store: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let keyValues: KeyValueStore;
    beforeEach(async () => {
      opened = await open();
      keyValues = opened.keyValues;
    });
    afterEach(() => opened.close());

    it('gives back what was put, last write wins, and nothing that was not', async () => {
      await keyValues.put('settings', 'C1', { mode: 'all' });
      await keyValues.put('settings', 'C1', { mode: 'off', list: [1, 'zwei', null] });
      expect(await keyValues.get('settings', 'C1')).toEqual({ mode: 'off', list: [1, 'zwei', null] });
      expect(await keyValues.get('settings', 'C2')).toBeUndefined();
      expect(await keyValues.get('audit', 'C1')).toBeUndefined();
    });

    it('gives back several at once, by key, and nothing for keys without a record', async () => {
      await keyValues.put('question', 'a', { n: 1 });
      await keyValues.put('question', 'b', [2]);
      await keyValues.put('result', 'c', 3);
      expect(await keyValues.getMany('question', ['b', 'c', 'a'])).toEqual(
        new Map<string, unknown>([
          ['a', { n: 1 }],
          ['b', [2]],
        ]),
      );
      expect(await keyValues.getMany('question', [])).toEqual(new Map());
    });

    it('adds once, whoever comes second', async () => {
      const added = await Promise.all([1, 2, 3].map((n) => keyValues.add('open', 'E1', { n })));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await keyValues.add('open', 'E1', { n: 4 })).toBe(false);
      expect(await keyValues.delete('open', 'E1')).toBe(true);
      expect(await keyValues.delete('open', 'E1')).toBe(false);
      expect(await keyValues.add('open', 'E1', { n: 5 })).toBe(true);
    });

    it('changes several records together, or none', async () => {
      await keyValues.put('open', 'E1', { n: 1 }, { personId: 'p' });
      const open = { kind: 'open', key: 'E1' };
      const done = { kind: 'done', key: 'E1' };
      const complete = () =>
        keyValues.change({
          found: [
            { ...open, there: true },
            { ...done, there: false },
          ],
          put: [{ ...done, value: { n: 2 }, personId: 'p' }],
          delete: [open],
        });
      expect(await complete()).toBe(true);
      expect(await keyValues.get('open', 'E1')).toBeUndefined();
      expect(await keyValues.get('done', 'E1')).toEqual({ n: 2 });
      expect(await complete()).toBe(false);
      expect(await keyValues.forgetPerson('p')).toEqual([done]);
      await keyValues.put('done', 'E1', { n: 3 });
      await keyValues.put('open', 'E1', { n: 4 });
      expect(await complete()).toBe(false);
      expect(await keyValues.get('done', 'E1')).toEqual({ n: 3 });
      expect(await keyValues.get('open', 'E1')).toEqual({ n: 4 });
    });

    it('of two changes at once that find the same lets one happen', async () => {
      await keyValues.put('open', 'E1', {});
      const take = (n: number) =>
        keyValues.change({
          found: [{ kind: 'open', key: 'E1', there: true }],
          put: [{ kind: 'done', key: 'E1', value: { n } }],
          delete: [{ kind: 'open', key: 'E1' }],
        });
      expect((await Promise.all([1, 2, 3, 4].map(take))).filter(Boolean)).toHaveLength(1);
      const begin = (n: number) =>
        keyValues.change({
          found: [{ kind: 'new', key: 'E2', there: false }],
          put: [{ kind: 'new', key: 'E2', value: { n } }],
        });
      expect((await Promise.all([1, 2, 3, 4].map(begin))).filter(Boolean)).toHaveLength(1);
    });

    it('lists in key order, by prefix, page by page', async () => {
      for (const key of ['slack:b', 'discord:a', 'slack:a', 'slack:c', 'slackish'])
        await keyValues.put('open', key, { key });
      const first = await keyValues.list('open', { prefix: 'slack:', limit: 2 });
      expect(first.map(({ key }) => key)).toEqual(['slack:a', 'slack:b']);
      expect(first[0]?.value).toEqual({ key: 'slack:a' });
      const rest = await keyValues.list('open', { prefix: 'slack:', after: 'slack:b', limit: 2 });
      expect(rest.map(({ key }) => key)).toEqual(['slack:c']);
      expect(await keyValues.list('open', { limit: 10 })).toHaveLength(5);
    });

    it('streams everything for an export, as of when it was written', async () => {
      await keyValues.put('b', 'k', { n: 1 }, { personId: 'p', updatedAt: '2026-01-02T03:04:05.000Z' });
      await keyValues.put('a', 'z', null, { updatedAt: '2026-01-01T00:00:00.000Z' });
      await keyValues.put('a', 'é', 'text', { updatedAt: '2026-01-01T00:00:00.000Z' });
      const all = [];
      for await (const record of keyValues.all()) all.push(record);
      expect(all).toEqual([
        { kind: 'a', key: 'z', value: null, updatedAt: '2026-01-01T00:00:00.000Z' },
        { kind: 'a', key: 'é', value: 'text', updatedAt: '2026-01-01T00:00:00.000Z' },
        { kind: 'b', key: 'k', value: { n: 1 }, updatedAt: '2026-01-02T03:04:05.000Z', personId: 'p' },
      ]);
    });

    it('changes a record only if its fields are as they were read', async () => {
      const open = { kind: 'open', key: 'E9' };
      const write = (revision: number) =>
        keyValues.change({
          found: [{ ...open, there: true, fields: { revision } }],
          put: [{ ...open, value: { revision, saved: true } }],
        });
      expect(await write(1)).toBe(false);
      await keyValues.put('open', 'E9', { revision: 1 });
      expect(await write(0)).toBe(false);
      expect(await keyValues.get('open', 'E9')).toEqual({ revision: 1 });
      expect(await write(1)).toBe(true);
      expect(await keyValues.get('open', 'E9')).toEqual({ revision: 1, saved: true });
      const list = (of: string[]) =>
        keyValues.change({
          found: [{ ...open, there: true, fields: { of } }],
          put: [{ ...open, value: { of: [] }, updatedAt: '2026-01-02T03:04:05.000Z' }],
        });
      await keyValues.put('open', 'E9', { of: ['a', 'b'] });
      expect(await list(['b', 'a'])).toBe(false);
      expect(await list(['a', 'b'])).toBe(true);
      expect(await keyValues.list('open', { prefix: 'E9', limit: 9 })).toEqual([
        { key: 'E9', value: { of: [] }, updatedAt: '2026-01-02T03:04:05.000Z' },
      ]);
    });

    it('writes what is about a turn only while the turn is stored', async () => {
      const { conversations } = opened;
      const request = { kind: 'question-asked', key: 't1' };
      const write = (ofTurn: string) =>
        keyValues.change({ found: [], ofTurn, put: [{ ...request, value: { text: 'q' }, personId: 'p' }] });
      expect(await write('t1')).toBe(false);
      await conversations.putTurn({
        id: 't1',
        conversationId: 'c',
        eventId: 'e1',
        askerId: 'p',
        question: 'q',
        scopes: [],
        status: 'running',
        askedAt: '2026-01-02T03:04:05.000Z',
      });
      expect(await write('t2')).toBe(false);
      expect(await keyValues.get('question-asked', 't1')).toBeUndefined();
      expect(await write('t1')).toBe(true);
      expect(await keyValues.forgetPerson('p')).toEqual([request]);
      await conversations.forgetPerson('p');
      expect(await write('t1')).toBe(false);
      expect(await keyValues.ofPerson('p')).toEqual([]);
    });

    it('finds what was written about a turn just before its asker was erased', async () => {
      const { conversations } = opened;
      const [ids, person] = [Array.from({ length: 20 }, (_, n) => `t${n}`), 'p'];
      const turn = { conversationId: 'c', askerId: person, question: 'q', scopes: [], status: 'running' as const };
      for (const id of ids)
        await conversations.putTurn({ ...turn, id, eventId: id, askedAt: '2026-01-02T03:04:05.000Z' });
      const writes = ids.map((id) =>
        keyValues.change({
          found: [],
          ofTurn: id,
          put: [{ kind: 'question-asked', key: id, value: {}, personId: person }],
        }),
      );
      await conversations.forgetPerson(person);
      await keyValues.forgetPerson(person);
      await Promise.all(writes);
      expect(await keyValues.ofPerson(person)).toEqual([]);
    });

    it('erases a person everywhere, and nobody else', async () => {
      await keyValues.put('open', 'E1', {}, { personId: 'slack:T1/U1' });
      await keyValues.add('done', 'E2', {}, { personId: 'slack:T1/U1' });
      await keyValues.put('open', 'E3', {}, { personId: 'slack:T1/U2' });
      await keyValues.put('settings', 'C1', {});
      const known = await keyValues.ofPerson('slack:T1/U1');
      expect(known.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual(['done E2', 'open E1']);
      const gone = await keyValues.forgetPerson('slack:T1/U1');
      expect(gone.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual(['done E2', 'open E1']);
      expect(await keyValues.forgetPerson('slack:T1/U1')).toEqual([]);
      expect(await keyValues.get('open', 'E3')).toEqual({});
      expect(await keyValues.get('settings', 'C1')).toEqual({});
    });

    it('tells the revision of a person’s records that count theirs', async () => {
      const records = [{ revision: 0 }, { revision: 3, text: 'x' }, { revision: 'third' }, {}, [3], 'x', null];
      for (const [n, value] of records.entries()) await keyValues.put('open', `E${n}`, value, { personId: 'p' });
      const expected = records.map((_, n) => ({
        kind: 'open',
        key: `E${n}`,
        ...[{ revision: 0 }, { revision: 3 }][n],
      }));
      const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
      expect((await keyValues.ofPerson('p')).sort(byKey)).toEqual(expected);
      expect((await keyValues.forgetPerson('p')).sort(byKey)).toEqual(expected);
    });

    it('keeps who was erased, and when, without naming anybody', async () => {
      // Ids that no hash holds by chance.
      const [ann, ben] = ['slack:T1/U0ERASEDANN', 'discord:502000000000000001'];
      let now = 5000;
      const erased = createErasedPeople(keyValues, { now: () => now });
      expect(await erased.timesOf([ann])).toEqual(new Map());
      await erased.add(ann);
      now = 9000;
      await erased.add(ben);
      // By a clock that was set back.
      now = 2000;
      await erased.add(ben);
      // As another process reads it, also once the person is erased again.
      await keyValues.forgetPerson(ann);
      const other = createErasedPeople(keyValues);
      expect(await other.timesOf([ann, 'slack:T1/U2', ben, ben])).toEqual(
        new Map([
          [ann, 5000],
          [ben, 9000],
        ]),
      );
      for await (const record of keyValues.all()) {
        expect(JSON.stringify(record)).not.toMatch(/U0ERASEDANN|502000000000000001/);
        expect(record.personId).toBeUndefined();
      }
    });
  });

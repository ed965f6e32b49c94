import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ListKind, PassageAnalysis, Use, WritablePassageIndex } from './passage-index.ts';
import { BLOCK_SIZE, countOf, inTitle, lengthOf, sentencesOf } from './posting.ts';

const use = (key: string, count = 1, title = false, sentences = 1): Use => ({ key, count, inTitle: title, sentences });

const analysis = (documentId: string, ordinal: number, keys: string[], scopes = ['everyone']): PassageAnalysis => ({
  passageId: `${documentId}#${ordinal}`,
  documentId,
  scopes,
  title: `Title ${documentId}`,
  length: keys.length,
  sentenceLengths: [keys.length],
  titleLength: 0,
  stems: keys.map((key) => use(key)),
  names: keys.map((key) => ({ ...use(`name ${key}`), name: key.toUpperCase(), wide: false })),
  titles: [`title ${documentId}`],
  titleParts: keys.slice(0, 1),
  places: [documentId],
  fields: [`type:${keys[0]}`],
  links: [{ place: 'elsewhere', name: 'SeparateStores' }],
});

/** The contract of every PassageIndex. */
export const passageIndexContract = (
  open: () => Promise<{ index: WritablePassageIndex; close: () => Promise<void> }>,
) =>
  describe('passage index', () => {
    let close = async () => {};
    afterEach(() => close());
    const fresh = async () => {
      const opened = await open();
      close = opened.close;
      return opened.index;
    };
    const idsOfList = async (index: WritablePassageIndex, kind: ListKind, key: string, scopes = ['everyone']) => {
      const [list] = await index.lists(kind, [key], scopes);
      const ids = await index.idsOf([...list!.passages], scopes);
      expect(ids.size).toBe(list!.total);
      return [...ids.values()].sort();
    };

    it('finds passages by stem, entity, title and part of a title, with how they use it', async () => {
      const index = await fresh();
      await index.put([
        { ...analysis('a', 0, ['cat', 'dog']), stems: [use('cat', 3, true, 5), use('dog')], length: 40 },
        analysis('b', 0, ['dog']),
      ]);
      expect(await idsOfList(index, 'stem', 'dog')).toEqual(['a#0', 'b#0']);
      expect(await idsOfList(index, 'entity', 'name cat')).toEqual(['a#0']);
      expect(await idsOfList(index, 'title', 'title b')).toEqual(['b#0']);
      expect(await idsOfList(index, 'place', 'a')).toEqual(['a#0']);
      expect(await idsOfList(index, 'title-part', 'cat')).toEqual(['a#0']);
      expect(await idsOfList(index, 'field', 'type:dog')).toEqual(['b#0']);
      expect(await idsOfList(index, 'stem', 'name cat')).toEqual([]);
      const { postings } = (await index.lists('stem', ['cat'], ['everyone']))[0]!;
      expect([countOf(postings[0]!), inTitle(postings[0]!), sentencesOf(postings[0]!)]).toEqual([3, true, 5]);
      expect(Math.abs(lengthOf(postings[0]!) / 40 - 1)).toBeLessThan(0.07);
      expect(await index.size(['everyone'])).toEqual({ passages: 2, words: 41 });
    });

    it('gives a passage back as it was put', async () => {
      const index = await fresh();
      await index.put([analysis('a', 0, ['cat'])]);
      const numbers = await index.numbersOf(['a#0', 'nobody#0'], ['everyone']);
      expect([...numbers.keys()]).toEqual(['a#0']);
      const [passage] = await index.passages([...numbers.values(), 4_000_000], ['everyone']);
      const { stems, titles, titleParts, places, fields, scopes, ...kept } = analysis('a', 0, ['cat']);
      expect(passage).toEqual({ ...kept, number: numbers.get('a#0') });
    });

    it('tells the length of a list that is longer than the limit, and none of its passages', async () => {
      const index = await fresh();
      await index.put(Array.from({ length: 5 }, (_, i) => analysis(`d${i}`, 0, ['common'])));
      const [short, long] = await Promise.all([
        index.lists('stem', ['common'], ['everyone'], 5),
        index.lists('stem', ['common'], ['everyone'], 4),
      ]);
      expect([short[0]!.total, short[0]!.passages.length]).toEqual([5, 5]);
      expect([long[0]!.total, long[0]!.passages.length]).toEqual([5, 0]);
    });

    it('shows and counts nothing outside the scopes asked for', async () => {
      const index = await fresh();
      await index.put([
        analysis('open', 0, ['cat']),
        analysis('secret', 0, ['cat', 'plan'], ['board']),
        analysis('both', 0, ['cat'], ['everyone', 'board']),
      ]);
      expect(await idsOfList(index, 'stem', 'cat')).toEqual(['both#0', 'open#0']);
      expect(await idsOfList(index, 'stem', 'plan')).toEqual([]);
      expect(await idsOfList(index, 'field', 'type:cat')).toEqual(['both#0', 'open#0']);
      expect(await idsOfList(index, 'field', 'type:cat', ['board'])).toEqual(['both#0', 'secret#0']);
      expect((await index.lists('stem', ['plan'], ['everyone']))[0]!.total).toBe(0);
      expect(await index.size(['everyone'])).toEqual({ passages: 2, words: 2 });
      expect(await index.size(['nowhere'])).toEqual({ passages: 0, words: 0 });
      const secret = await index.numbersOf(['secret#0'], ['board']);
      expect(secret.size).toBe(1);
      expect(await index.numbersOf(['secret#0'], ['everyone'])).toEqual(new Map());
      expect(await index.passages([...secret.values()], ['everyone'])).toEqual([]);
      expect(await index.idsOf([...secret.values()], ['everyone'])).toEqual(new Map());
    });

    it('holds more passages than a block', { timeout: 60_000 }, async () => {
      const index = await fresh();
      const count = BLOCK_SIZE + 10;
      const all = Array.from({ length: count }, (_, i) => analysis(`d${i}`, 0, ['common']));
      for (let at = 0; at < count; at += 1000) await index.put(all.slice(at, at + 1000));
      const [list] = await index.lists('stem', ['common'], ['everyone']);
      expect(new Set(list!.passages).size).toBe(count);
      expect([...list!.passages]).toEqual([...list!.passages].sort((a, b) => a - b));
      await index.deleteDocuments(all.slice(0, BLOCK_SIZE).map(({ documentId }) => documentId));
      expect((await index.lists('stem', ['common'], ['everyone']))[0]!.total).toBe(10);
      expect(await index.count()).toBe(10);
    });

    it('is after any puts and deletes what a fresh index of the rest would be', async () => {
      const documents = ['a', 'b', 'c'];
      const keys = ['cat', 'dog', 'owl'];
      const passage = fc.record({
        keys: fc.subarray(keys),
        scopes: fc.constantFrom<string[]>(['everyone'], ['board']),
      });
      const step = fc.oneof(
        fc.record({ put: fc.constantFrom(...documents), passages: fc.array(passage, { minLength: 1, maxLength: 3 }) }),
        fc.record({ gone: fc.constantFrom(...documents) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          const { index, close: done } = await open();
          const model = new Map<string, PassageAnalysis[]>();
          for (const one of steps) {
            if ('gone' in one) {
              await index.deleteDocuments([one.gone]);
              model.delete(one.gone);
            } else {
              const made = one.passages.map(({ keys, scopes }, i) => analysis(one.put, i, keys, [...scopes]));
              await index.put(made);
              model.set(one.put, made);
            }
          }
          const rest = [...model.values()].flat();
          for (const scope of ['everyone', 'board']) {
            const seen = rest.filter(({ scopes }) => scopes.includes(scope));
            const words = seen.reduce((sum, { length }) => sum + length, 0);
            expect(await index.size([scope])).toEqual({ passages: seen.length, words });
            for (const key of keys) {
              const expected = seen.filter(({ stems }) => stems.some((stem) => stem.key === key));
              const ids = expected.map(({ passageId }) => passageId).sort();
              expect(await idsOfList(index, 'stem', key, [scope])).toEqual(ids);
              expect(await idsOfList(index, 'entity', `name ${key}`, [scope])).toEqual(ids);
              const ofType = seen.filter(({ fields }) => fields.includes(`type:${key}`));
              expect(await idsOfList(index, 'field', `type:${key}`, [scope])).toEqual(
                ofType.map(({ passageId }) => passageId).sort(),
              );
            }
          }
          expect(await index.count()).toBe(rest.length);
          await done();
        }),
        { numRuns: 40 },
      );
    });
  });

import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { WritableLexicalIndex } from './lexical.ts';
import type { WritableStores } from './stores.ts';
import { page } from './testing/samples.ts';
import type { StoreUnderTest } from './testing/test-stores.ts';

const ALL = ['everyone', 'private', 'channel:1'];
const passagesOf = (...pages: ReturnType<typeof page>[]) => pages.flatMap(({ passages }) => passages);

/** The contract of every LexicalIndex. @param fresh stores for these tests, emptied before each test */
export const lexicalIndexContract = (fresh: () => StoreUnderTest<Pick<WritableStores, 'lexical'>>) =>
  describe('lexical index', () => {
    const test = fresh();
    let index: WritableLexicalIndex;
    beforeEach(async () => {
      await test.reset();
      index = (await test.open()).lexical;
    });
    afterAll(() => test.dispose());
    const found = async (question: string, scopes: string[] = ALL, k = 10) =>
      (await index.search(question, k, scopes)).map(({ id }) => id);

    it('ranks by rare words, short passages and titles, best first', async () => {
      const filler = Array.from({ length: 30 }, (_, i) =>
        page(`filler ${i}`, ['Lunch is served in the canteen every day.']),
      );
      await index.put(
        passagesOf(
          ...filler,
          page('titled', ['Days off are counted in halves.'], { title: 'Parental leave' }),
          page('long', [`Parental matters are many. ${'Other things are said here at length. '.repeat(20)}`]),
          page('both', ['Parental leave lasts twelve weeks.']),
        ),
      );
      const hits = await index.search('How long is parental leave?', 3, ALL);
      expect(hits.map(({ id }) => id).sort()).toEqual(['both#0', 'long#0', 'titled#0']);
      expect(hits[2]!.id).toBe('long#0');
      expect(hits.every(({ score }, i) => score > 0 && (i === 0 || score <= hits[i - 1]!.score))).toBe(true);
    });

    it('finds words in other forms, cases and accents, and in scripts without spaces', async () => {
      await index.put(
        passagesOf(
          page('stem', ['She was travelling with three connected countries.']),
          page('accent', ['The Café in Ångström serves crème brûlée.']),
          page('japanese', ['有給休暇は年に二十日です。']),
          page('thai', ['พนักงานลาป่วยได้สามสิบวัน']),
          page('hebrew', ['חופשת מחלה ניתנת לכל עובד']),
          page('code', ['Set PARLEY_DATA and restart v2.14 of ERR-4711.']),
        ),
      );
      expect(await found('TRAVELS')).toEqual(['stem#0']);
      expect(await found('connection')).toEqual(['stem#0']);
      expect(await found('creme brulee angstrom')).toEqual(['accent#0']);
      expect(await found('休暇')).toEqual(['japanese#0']);
      expect(await found('ลาป่วย')).toEqual(['thai#0']);
      expect(await found('מחלה')).toEqual(['hebrew#0']);
      expect(await found('err-4711')).toEqual(['code#0']);
    });

    it('takes whatever is typed as plain words', async () => {
      await index.put(
        passagesOf(
          page('a', ['quotes and NEAR stars'], { title: 'Plain' }),
          page('b', ['nothing'], { title: 'Plain' }),
        ),
      );
      for (const typed of [
        '"quotes',
        'title:quotes',
        'quotes* OR',
        '(quotes',
        'quotes) NOT -stars',
        '^quotes + {x}',
        "quotes';--",
      ])
        expect(await found(typed), typed).toEqual(['a#0']);
      for (const typed of ['', '   ', '""', '*', '😀 🎉', '?!.,', 'AND OR NOT', '\u0000', '\ud800']) {
        expect(Array.isArray(await found(typed)), typed).toBe(true);
      }
      expect(await found('😀😀')).toEqual([]);
      expect(await found('quotes', ALL, 0)).toEqual([]);
      expect(await found(`quotes ${'word '.repeat(10_000)}`)).toEqual(['a#0']);
      expect(await found(Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' '))).toEqual([]);
    });

    it('finds by stop words when a question has nothing else', async () => {
      await index.put(passagesOf(page('who', ['The Who are a band.'], { title: 'Who' }), page('b', ['nothing'])));
      expect(await found('who?')).toEqual(['who#0']);
    });

    it('changes nothing when the same is put twice, and replaces a passage by its id', async () => {
      const pages = passagesOf(page('a', ['apple pear', 'plum']), page('b', ['pear']));
      await index.put(pages);
      const before = [await index.count(), await index.search('pear apple', 10, ALL)];
      await index.put(pages);
      expect([await index.count(), await index.search('pear apple', 10, ALL)]).toEqual(before);
      await index.put(passagesOf(page('a', ['cherry', 'plum'], { scopes: ['private'] })));
      expect(await found('apple')).toEqual([]);
      expect(await found('cherry', ['everyone'])).toEqual([]);
      expect(await found('cherry')).toEqual(['a#0']);
      expect(await index.count()).toBe(3);
    });

    it('scores as if what was deleted had never been there', async () => {
      const kept = passagesOf(...Array.from({ length: 20 }, (_, i) => page(`k${i}`, [`pear ${'apple '.repeat(i)}`])));
      const gone = Array.from({ length: 50 }, (_, i) => page(`g${i}`, ['pear pear plum', 'long '.repeat(40)]));
      await index.put(kept);
      const before = await index.search('pear apple', 30, ALL);
      await index.put(passagesOf(...gone));
      expect(await index.search('pear apple', 30, ALL)).not.toEqual(before);
      await index.deleteDocuments([...gone.map(({ document }) => document.id), 'unknown']);
      const after = await index.search('pear apple', 30, ALL);
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      for (const [i, { score }] of after.entries()) expect(score).toBeCloseTo(before[i]!.score, 6);
      expect(await found('plum')).toEqual([]);
      expect(await index.count()).toBe(20);
    });

    it('gives k of the visible ones even when most of the best are hidden', async () => {
      await index.put(
        passagesOf(
          ...Array.from({ length: 200 }, (_, i) => page(`hidden${i}`, ['tea tea tea'], { scopes: ['private'] })),
          ...Array.from({ length: 5 }, (_, i) => page(`seen${i}`, [`tea ${'and other drinks '.repeat(9)}`])),
        ),
      );
      expect((await found('tea', ['everyone'], 4)).length).toBe(4);
      expect(await found('tea', [])).toEqual([]);
      expect(await found('tea', ['set1', 'nowhere'])).toEqual([]);
    });

    it('never returns a passage outside the scopes asked for', async () => {
      const scopesOf = fc.uniqueArray(fc.constantFrom(...ALL), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(scopesOf, { maxLength: 6 }),
          fc.subarray([...ALL, 'other']),
          async (documents, asker) => {
            await index.deleteDocuments(['0', '1', '2', '3', '4', '5']);
            await index.put(passagesOf(...documents.map((scopes, i) => page(`${i}`, ['tea'], { scopes }))));
            const visible = documents.flatMap((scopes, i) =>
              scopes.some((scope) => asker.includes(scope)) ? [`${i}#0`] : [],
            );
            expect((await found('tea', asker)).sort()).toEqual(visible);
          },
        ),
        { numRuns: 40 },
      );
    });

    it('takes a big batch', async () => {
      await index.put(passagesOf(...Array.from({ length: 3000 }, (_, i) => page(`d${i}`, [`common word${i}`]))));
      expect(await found('word2718')).toEqual(['d2718#0']);
      expect((await found('common', ALL, 500)).length).toBe(500);
    });
  });

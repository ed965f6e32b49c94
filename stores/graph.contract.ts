import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentKnowledge, WritableGraphStore } from './graph.ts';
import type { WritableStores } from './stores.ts';
import { byCodePoint, collect, HARD_TEXTS, knowledge, triple } from './testing/samples.ts';
import type { StoreUnderTest } from './testing/test-stores.ts';

const ALL = ['everyone', 'private', 'channel:1'];

/** The contract of every GraphStore. @param fresh stores for these tests, emptied before each test */
export const graphStoreContract = (fresh: () => StoreUnderTest<Pick<WritableStores, 'graph'>>) =>
  describe('graph store', () => {
    const test = fresh();
    let store: WritableGraphStore;
    beforeEach(async () => {
      await test.reset();
      store = (await test.open()).graph;
    });
    afterAll(() => test.dispose());

    const exported = async () => ({
      knowledge: await collect(store.knowledge()),
      triples: await collect(store.allTriples()),
      entities: await collect(store.allEntities()),
      mentions: await collect(store.allMentions()),
      count: await store.count(),
    });

    const works = knowledge(
      'works',
      ['Ada Lovelace', 'Analytical Engine'],
      [['Ada Lovelace', 'wrote about', 'Analytical Engine']],
    );
    const life = knowledge(
      'life',
      ['Ada Lovelace', 'Lord Byron'],
      [
        ['Lord Byron', 'father of', 'Ada Lovelace'],
        ['Ada Lovelace', 'wrote about', 'Analytical Engine'],
      ],
    );

    it('keeps what each document states, and gives it back', async () => {
      await store.put([works, life]);
      expect(await store.count()).toEqual({ entities: 3, mentions: 4, triples: 2 });
      const [fact] = await store.triples([works.triples[0]!.id], ALL);
      expect(fact).toEqual({ ...works.triples[0], passageIds: ['life#0', 'works#0'], documentIds: ['life', 'works'] });
      expect((await collect(store.knowledge())).map((each) => each.documentId)).toEqual(['life', 'works']);
      expect((await collect(store.knowledge('life')))[0]).toEqual({
        ...works,
        entities: [...works.entities].sort((a, b) => byCodePoint(a.id, b.id)),
        mentions: [...works.mentions].sort((a, b) => byCodePoint(a.entityId, b.entityId)),
      });
    });

    it('keeps names of any script, and facts with a loop', async () => {
      const hard = knowledge(
        'hard',
        HARD_TEXTS,
        HARD_TEXTS.map((text) => [text, text, text] as const),
      );
      await store.put([hard]);
      const [back] = await collect(store.knowledge());
      expect(back!.entities.map(({ name }) => name).sort()).toEqual([...HARD_TEXTS].sort());
      expect(back!.triples.map(({ predicate }) => predicate).sort()).toEqual([...HARD_TEXTS].sort());
      expect((await store.triplesOf([hard.entities[2]!.id], 5, ALL)).length).toBe(1);
    });

    it('changes nothing when the same is put twice, in whatever order', async () => {
      await store.put([works, life]);
      const before = await exported();
      await store.put([life]);
      await store.put([works, life]);
      expect(await exported()).toEqual(before);
    });

    it('replaces what a document states as one', async () => {
      await store.put([works, life]);
      await store.put([knowledge('life', ['Augusta'])]);
      expect((await collect(store.allEntities())).map(({ id }) => id)).toEqual([
        'ada lovelace',
        'analytical engine',
        'augusta',
      ]);
      expect(await store.count()).toEqual({ entities: 3, mentions: 3, triples: 1 });
      expect((await store.triples([works.triples[0]!.id], ALL))[0]!.documentIds).toEqual(['works']);
    });

    it('deletes what only these documents support, and says how much', async () => {
      await store.put([works, life]);
      expect(await store.deleteDocuments(['life', 'unknown'])).toEqual({ triples: 1, entities: 1 });
      expect((await collect(store.allEntities())).map(({ id }) => id)).toEqual(['ada lovelace', 'analytical engine']);
      expect(await store.deleteDocuments(['life'])).toEqual({ triples: 0, entities: 0 });
      expect(await store.deleteDocuments(['works', 'works'])).toEqual({ triples: 1, entities: 2 });
      expect(await store.count()).toEqual({ entities: 0, mentions: 0, triples: 0 });
    });

    it('names an entity as most documents do; other names are aliases', async () => {
      const called = (documentId: string, name: string, more = {}): DocumentKnowledge => ({
        documentId,
        scopes: ['everyone'],
        entities: [{ id: 'usa', name, ...more }],
        mentions: [],
        triples: [],
      });
      await store.put([
        called('1', 'United States'),
        called('2', 'USA', { description: 'A country.' }),
        called('3', 'USA', { aliases: ['America', 'US'] }),
      ]);
      expect(await store.entities(['usa', 'nobody'], ALL)).toEqual([
        { id: 'usa', name: 'USA', aliases: ['America', 'US', 'United States'], description: 'A country.' },
      ]);
      await store.deleteDocuments(['2']);
      expect((await store.entities(['usa'], ALL))[0]).toEqual({
        id: 'usa',
        name: 'USA',
        aliases: ['America', 'US', 'United States'],
      });
      await store.deleteDocuments(['3']);
      expect(await store.entities(['usa'], ALL)).toEqual([{ id: 'usa', name: 'United States' }]);
    });

    it('makes entities of what only a mention or a triple names', async () => {
      await store.put([
        {
          documentId: 'd',
          scopes: ['everyone'],
          entities: [],
          mentions: [{ passageId: 'd#0', documentId: 'd', entityId: 'quiet', count: 1, inTitle: false }],
          triples: [triple('d', ['Red', 'beats', 'Blue'])],
        },
      ]);
      expect(await collect(store.allEntities())).toEqual([
        { id: 'blue', name: 'Blue' },
        { id: 'quiet', name: 'quiet' },
        { id: 'red', name: 'Red' },
      ]);
    });

    it('finds entities by words in common, best first', async () => {
      await store.put([
        knowledge('d', [
          'Ada Lovelace',
          'Ada',
          'Lovelace Medal',
          'Ada Lovelace Institute',
          'Grace Hopper',
          'Café Müller',
        ]),
      ]);
      const found = await store.findEntities('ADA lovelace!', 3, ALL);
      expect(found[0]).toEqual({ entity: { id: 'ada lovelace', name: 'Ada Lovelace' }, score: 1 });
      expect(found.map(({ score }) => Number(score.toFixed(3)))).toEqual([1, 0.667, 0.5]);
      expect((await store.findEntities('cafe muller', 3, ALL))[0]!.entity.name).toBe('Café Müller');
      for (const typed of ['', '  ', '"', '* OR', '😀', 'zzz'])
        expect(await store.findEntities(typed, 3, ALL), typed).toEqual([]);
      expect(await store.findEntities('ada', 0, ALL)).toEqual([]);
      await store.deleteDocuments(['d']);
      expect(await store.findEntities('ada lovelace', 3, ALL)).toEqual([]);
    });

    it('lists mentions by passage, and passages by entity: titles first, then the most mentions', async () => {
      const mention = (n: number, count: number, inTitle = false) => ({
        passageId: `m#${n}`,
        documentId: 'm',
        entityId: 'tea',
        count,
        inTitle,
      });
      const mentions = [mention(0, 1), mention(1, 5), mention(2, 0, true), mention(3, 5)];
      await store.put([
        { documentId: 'm', scopes: ['everyone'], entities: [{ id: 'tea', name: 'Tea' }], mentions, triples: [] },
      ]);
      const order = [mention(2, 0, true), mention(1, 5), mention(3, 5), mention(0, 1)];
      expect(await store.passagesMentioning(['tea', 'nobody'], 9, ALL)).toEqual(order);
      expect(await store.passagesMentioning(['tea'], 2, ALL)).toEqual(order.slice(0, 2));
      expect(await store.mentionsOf(['m#3', 'm#9', 'm#0'], ALL)).toEqual([mention(3, 5), mention(0, 1)]);
      expect(await collect(store.allMentions())).toEqual(mentions);
    });

    it('bounds what a hub gives, each entity by itself', async () => {
      const facts = Array.from(
        { length: 60 },
        (_, i) => [i % 2 ? 'Hub' : `Leaf ${i}`, 'touches', i % 2 ? `Leaf ${i}` : 'Hub'] as const,
      );
      await store.put([knowledge('hub', ['Hub'], facts, { passages: 40 }), knowledge('b', ['B'], [['B', 'is', 'C']])]);
      const found = await store.triplesOf(['hub', 'b', 'nobody'], 7, ALL);
      expect(found.length).toBe(8);
      expect(found.filter((each) => each.subject === 'hub' || each.object === 'hub').map(({ id }) => id)).toEqual(
        (await collect(store.allTriples()))
          .filter((each) => each.subject === 'hub' || each.object === 'hub')
          .map(({ id }) => id)
          .slice(0, 7),
      );
      expect((await store.passagesMentioning(['hub'], 3, ALL)).length).toBe(3);
    });

    it('shows nothing that only hidden documents support, not even a name', async () => {
      const secret: DocumentKnowledge = {
        ...knowledge(
          'secret',
          ['Falcon'],
          [
            ['Falcon', 'buys', 'Acme'],
            ['Acme', 'makes', 'Anvils'],
          ],
          { scopes: ['private'] },
        ),
        entities: [
          { id: 'falcon', name: 'Falcon' },
          { id: 'acme', name: 'Acme (target)', aliases: ['Project X'], description: 'To be bought.' },
          { id: 'anvils', name: 'Anvils' },
        ],
      };
      const open = knowledge('open', ['Acme'], [['Acme', 'makes', 'Anvils']]);
      await store.put([secret, open]);
      expect(await store.entities(['acme', 'falcon', 'anvils'], ['everyone'])).toEqual([
        { id: 'acme', name: 'Acme' },
        { id: 'anvils', name: 'Anvils' },
      ]);
      expect(await store.findEntities('falcon project x target', 5, ['everyone'])).toEqual([]);
      expect(await store.triplesOf(['acme', 'falcon'], 9, ['everyone'])).toEqual(open.triples);
      expect(
        await store.triples(
          secret.triples.map(({ id }) => id),
          ['everyone'],
        ),
      ).toEqual(open.triples);
      expect(await store.mentionsOf(['secret#0'], ['everyone'])).toEqual([]);
      expect((await store.passagesMentioning(['acme', 'falcon'], 9, ['everyone'])).map((m) => m.documentId)).toEqual([
        'open',
      ]);
      for (const nobody of [[], ['other']]) {
        expect(await store.entities(['acme'], nobody)).toEqual([]);
        expect(await store.triplesOf(['acme'], 9, nobody)).toEqual([]);
      }
      const all = (await store.triplesOf(['acme'], 9, ALL)).find((each) => each.predicate === 'makes')!;
      expect(all.scopes).toEqual(['everyone', 'private']);
      expect(all.documentIds).toEqual(['open', 'secret']);
      expect((await store.entities(['acme'], ALL))[0]!.description).toBe('To be bought.');
    });

    it('bounds by what may be seen, not by what is hidden before it', async () => {
      const hidden = Array.from({ length: 50 }, (_, i) =>
        knowledge(`h${i}`, ['Tea'], [['Tea', 'is', `H${i}`]], { scopes: ['private'] }),
      );
      const named = Array.from({ length: 50 }, (_, i) =>
        knowledge(`n${i}`, [`Tea House ${i}`], [], { scopes: ['private'] }),
      );
      await store.put([...hidden, ...named, knowledge('open', ['Other', 'Tea'], [['Tea', 'is', 'Hot']])]);
      await store.put([knowledge('away', ['The old Tea House by the river'])]);
      expect((await store.findEntities('Tea House', 2, ['everyone'])).map(({ entity }) => entity.name).sort()).toEqual([
        'Tea',
        'The old Tea House by the river',
      ]);
      expect((await store.triplesOf(['tea'], 3, ['everyone'])).map(({ objectName }) => objectName)).toEqual(['Hot']);
      expect((await store.passagesMentioning(['tea'], 3, ['everyone'])).map((m) => m.passageId)).toEqual(['open#0']);
    });

    it('is as if a deleted document had never been there (a law)', async () => {
      const names = ['A', 'B', 'C', 'D'];
      const name = fc.constantFrom(...names);
      const stated = fc.record({
        names: fc.uniqueArray(name, { maxLength: 3 }),
        facts: fc.array(fc.tuple(name, fc.constantFrom('likes', 'owns'), name), { maxLength: 3 }),
        scopes: fc.uniqueArray(fc.constantFrom('everyone', 'private'), { minLength: 1 }),
        description: fc.option(fc.constantFrom('first', 'second'), { nil: undefined }),
      });
      const documents = ['1', '2', '3'];
      const build = (
        id: string,
        s: { names: string[]; facts: [string, string, string][]; scopes: string[]; description?: string },
      ) => {
        const made = knowledge(id, s.names, s.facts, { scopes: s.scopes });
        return {
          ...made,
          entities: made.entities.map((e) => ({ ...e, name: `${e.name}${id}`, description: s.description })),
        };
      };
      const steps = fc.array(fc.tuple(fc.constantFrom(...documents), fc.option(stated, { nil: undefined })), {
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(steps, async (changes) => {
          await store.deleteDocuments(documents);
          expect(await store.count()).toEqual({ entities: 0, mentions: 0, triples: 0 });
          const last = new Map<string, DocumentKnowledge>();
          for (const [id, s] of changes) {
            if (s) {
              last.set(id, build(id, s));
              await store.put([last.get(id)!]);
            } else {
              last.delete(id);
              await store.deleteDocuments([id]);
            }
          }
          const after = await exported();
          await store.deleteDocuments(documents);
          await store.put([...last.values()]);
          expect(after).toEqual(await exported());
        }),
        { numRuns: 12 },
      );
    });

    it('streams thousands in order', async () => {
      const batch = Array.from({ length: 1200 }, (_, i) =>
        knowledge(`d${i}`, [`N${i}`, `N${i + 1}`], [[`N${i}`, 'next', `N${i + 1}`]]),
      );
      await store.put(batch);
      const triples = await collect(store.allTriples());
      expect(triples.length).toBe(1200);
      expect(triples.map(({ id }) => id)).toEqual([...triples.map(({ id }) => id)].sort(byCodePoint));
      expect((await collect(store.allMentions())).length).toBe(2400);
      expect((await collect(store.knowledge())).length).toBe(1200);
      const entities = (await collect(store.allEntities())).map(({ id }) => id);
      expect(entities).toEqual([...new Set(entities)].sort(byCodePoint));
      expect(entities.length).toBe(1201);
    });

    it('lets two writers state the same things at once', async () => {
      const other = (await test.open()).graph;
      await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          (i % 2 ? store : other).put([knowledge(`d${i}`, ['Hub', `N${i % 3}`], [['Hub', 'has', `N${i % 3}`]])]),
        ),
      );
      expect(await store.count()).toEqual({ entities: 4, mentions: 48, triples: 3 });
      expect(await other.deleteDocuments(Array.from({ length: 24 }, (_, i) => `d${i}`))).toEqual({
        triples: 3,
        entities: 4,
      });
    });
  });

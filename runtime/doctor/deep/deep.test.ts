import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/log.ts';
import { readSettings, type Settings } from '../../../core/settings.ts';
import { type Encoder, reindex } from '../../../retrieval/index.ts';
import { openStores } from '../../../stores/index.ts';
import type { WritableStores } from '../../../stores/stores.ts';
import { knowledge, page, unitVector, vectorsOf } from '../../../stores/testing/samples.ts';
import { missing, type Server, settingOf, testStores } from '../../../stores/testing/test-stores.ts';
import { postgresCheckpoints } from '../../jobs/postgres-checkpoints.ts';
import { examineStores } from './index.ts';

const D = 16;
const SPACE = { encoder: 'test:hash', dimensions: D };
const encoder: Encoder = {
  name: SPACE.encoder,
  embed: async (texts) => texts.map((text) => unitVector(text, D)),
};

const PLACES: Record<string, readonly Server[]> = {
  'the data file': [],
  'Postgres alone': ['PGVECTOR_URL'],
  'Chroma, Neo4j and Postgres': ['CHROMA_URL', 'NEO4J_URL', 'POSTGRES_URL'],
};

for (const [where, servers] of Object.entries(PLACES))
  describe(`doctor --deep over ${where}`, () => {
    const reason = missing(servers);
    if (reason) return void it.skip(`skipped: ${reason}`, () => {});
    const test = testStores(servers);
    let stores: WritableStores;
    let settings: Settings;
    const handbook = Array.from({ length: 12 }, (_, i) =>
      page(`p${i}`, [`Item ${i} lies on shelf ${i}.`, `Ask desk ${i} for item ${i}.`], {
        scopes: i < 3 ? ['private', 'channel:1'] : ['everyone'],
      }),
    );
    beforeEach(async () => {
      await test.reset();
      stores = await test.open();
      const { PARLEY_DATA, PARLEY_NAMESPACE } = test.settings;
      settings = readSettings({
        PARLEY_DATA,
        PARLEY_NAMESPACE,
        PARLEY_EMBEDDINGS: SPACE.encoder,
        ...(test.settings.NEO4J_USER && { NEO4J_USER: test.settings.NEO4J_USER }),
        ...(test.settings.NEO4J_PASSWORD && { NEO4J_PASSWORD: test.settings.NEO4J_PASSWORD }),
        ...Object.fromEntries(servers.map((server) => [settingOf(server), process.env[server]])),
      });
      await stores.documents.putSource({ id: 'samples', kind: 'files', location: '/samples', scopes: ['everyone'] });
      await stores.apply({
        space: SPACE,
        put: handbook.map((one, i) => ({
          ...one,
          vectors: vectorsOf(one, D),
          knowledge: knowledge(one.document.id, [`Item ${i}`, 'Desk'], [[`Item ${i}`, 'lies on', 'Shelf']], {
            scopes: one.document.scopes,
          }),
        })),
      });
      await reindex({ stores, encoder });
    });
    afterAll(() => test.dispose());

    const look = async () => {
      const found = await examineStores(settings);
      return found
        .filter(({ state }) => state !== 'ok')
        .map(({ what, detail, remedy }) => `${what}: ${detail} ${remedy}`);
    };
    const heal = () => reindex({ stores, encoder });

    it('says ok of stores that agree, and leaves nothing behind', async () => {
      expect((await examineStores(settings)).map(({ what, state }) => [what, state])).toEqual(
        ['trial write', 'vectors by passage', 'words by page', 'graph by page']
          .concat(servers.length > 0 ? ['checkpoints'] : [])
          .map((what) => [what, 'ok']),
      );
      for await (const { kind } of stores.keyValues.all()) expect(kind).not.toContain('doctor');
    });

    it('tells a vector that is missing, kept for others, or left by a page that is gone; reindex puts them right', async () => {
      const [first, second] = [vectorsOf(handbook[4]!, D), vectorsOf(handbook[0]!, D)];
      await stores.vectors.deleteDocuments(['p4']);
      await stores.vectors.put(first.slice(1));
      await stores.vectors.put(second.slice(1).map((vector) => ({ ...vector, scopes: ['everyone'] })));
      await stores.vectors.put(vectorsOf(page('old', ['x', 'y', 'z']), D));
      expect(await look()).toEqual([
        'vectors by passage: 1 of 24 passages has no vector (such as p4). Run `parley reindex`.',
        'vectors by passage: 1 vector is kept for other people than may read the page, or for another page (such as p0). Run `parley reindex`.',
        'vectors by passage: 3 vectors are left of passages that are gone. Run `parley reindex`.',
      ]);
      expect(await heal()).toMatchObject({ encoded: 1, corrected: 4 });
      expect(await look()).toEqual([]);
      expect(await stores.vectors.search(unitVector('x', D), 30, ['everyone'])).toHaveLength(18);
    });

    it('tells what the graph holds of pages that are gone, for others, and of passages that are gone', async () => {
      await stores.graph.put([
        knowledge('old', ['Item 4', 'Ghost'], [['Ghost', 'haunts', 'Shelf']]),
        knowledge('p0', ['Item 0'], [['Item 0', 'lies on', 'Shelf']], { scopes: ['everyone'] }),
        knowledge('p5', ['Item 5'], [], { passages: 3 }),
      ]);
      expect(await look()).toEqual([
        'graph by page: It holds what 1 page says, though the page is gone (such as old). Run `parley reindex`.',
        'graph by page: It shows what 1 page says to other people than may read it (such as p0). Run `parley reindex`.',
        'graph by page: It holds 1 mention or fact of passages that are gone (such as p5). Run `parley reindex`.',
      ]);
      expect(await heal()).toMatchObject({ corrected: 3 });
      expect(await look()).toEqual([]);
      expect(await stores.graph.entities(['ghost', 'item 0'], ['everyone'])).toEqual([]);
    });

    it('tells a page that its own words do not find', async () => {
      await stores.lexical.deleteDocuments(['p7']);
      expect(await look()).toEqual([
        expect.stringMatching(/^words by page: The index of words has 22 passages, the records have 24\. /),
        expect.stringMatching(/^words by page: 1 of 12 pages is not found by its own words \(such as p7\)\. /),
      ]);
    });

    it('tells passages that ranking does not know', async () => {
      await stores.passageIndex?.deleteDocuments(['p8']);
      expect(await look()).toEqual([
        'lists by passage: 2 of 24 passages are not in the lists that ranking reads (such as p8). Run `parley reindex`.',
      ]);
      await heal();
      expect(await look()).toEqual([]);
    });

    it('can be stopped', async () => {
      const stop = new AbortController();
      const onProgress = () => stop.abort(new Error('stopped'));
      await expect(examineStores(settings, {}, { signal: stop.signal, onProgress })).rejects.toThrow('stopped');
    });

    it.skipIf(servers.length === 0)(
      'tells records that take no writes, and looks at the pages all the same',
      async () => {
        const { POSTGRES_URL = '', PARLEY_NAMESPACE: schema } = settings;
        const client = new pg.Client({ connectionString: POSTGRES_URL });
        await client.connect();
        // Raises SQLSTATE 53100, like a server whose disk is full.
        await client.query(`CREATE FUNCTION ${schema}.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON ${schema}.front_records EXECUTE FUNCTION ${schema}.full_disk()`);
        const full = await examineStores(settings);
        await client.query(`DROP FUNCTION ${schema}.full_disk CASCADE`);
        await client.end();
        expect(full.map(({ what, state }) => [what, state])).toEqual([
          ['trial write', 'broken'],
          ['vectors by passage', 'ok'],
          ['words by page', 'ok'],
          ['graph by page', 'ok'],
        ]);
        expect(full[0]?.detail).toContain('no space left');
        const search = POSTGRES_URL.includes('?') ? '&' : '?';
        const readOnly = { POSTGRES_URL: `${POSTGRES_URL}${search}options=-c%20default_transaction_read_only%3Don` };
        expect(await examineStores({ ...settings, ...readOnly })).toContainEqual(
          expect.objectContaining({ what: 'trial write', detail: expect.stringContaining('is read-only') }),
        );
      },
    );

    it.skipIf(servers.length === 0)('tells checkpoints of questions that ended', async () => {
      const { connections, close } = await openStores(settings);
      const checkpoints = postgresCheckpoints(connections!, settings.PARLEY_NAMESPACE, silentLog);
      const { Annotation, StateGraph, START } = await import('@langchain/langgraph');
      const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
        .addNode('add', ({ n }) => ({ n: n + 1 }))
        .addEdge(START, 'add')
        .compile();
      const question = await checkpoints.of('turn-that-is-gone', 'made');
      const carried = () => ({
        made: 'made',
        usage: {},
        references: [],
        notices: [],
        poisoned: [],
        orders: [],
        withheld: [],
        trace: [],
      });
      await question.withCheckpointer(graph as never, carried as never)?.invoke({ n: 1 } as never, question.config);
      await close();
      expect(await look()).toEqual([expect.stringMatching(/^checkpoints: 1 question that ended left checkpoints\. /)]);
    });
  });

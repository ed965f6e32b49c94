import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../core/log.ts';
import { digestStores } from './digest.ts';
import { openEmbedded } from './embedded/index.ts';
import { openWritableStores } from './open.ts';
import { openPostgres } from './postgres/index.ts';
import { SPACE, version } from './testing/changing-world.ts';
import { missing, type Server, type TestStores, testStores } from './testing/test-stores.ts';

const opened: TestStores[] = [];
afterEach(async () => {
  for (const testStores of opened.splice(0)) await testStores.dispose();
});
const placeOn = (servers: Server[]) => {
  const place = testStores(servers);
  opened.push(place);
  return place;
};

/** A log that records all messages with their levels. */
const recording = () => {
  const lines: string[] = [];
  const at =
    (level: string) =>
    (...said: unknown[]) =>
      void lines.push(
        `${level}: ${said.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' ')}`,
      );
  return {
    lines,
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Log,
  };
};

describe('Postgres alone', () => {
  const reason = missing(['PGVECTOR_URL']);
  it.skipIf(reason !== undefined)(
    `holds everything, and needs no second database for a change${reason ? ` (${reason})` : ''}`,
    async () => {
      const place = placeOn(['PGVECTOR_URL']);
      const stores = await place.open();
      expect(stores.places).toEqual({ records: 'Postgres', vectors: 'Postgres', graph: 'Postgres' });
      await stores.apply({ space: SPACE, put: [version(1, 1), version(2, 1)] });
      const file = openEmbedded(join(place.settings.PARLEY_DATA, 'parley.db'));
      expect([await file.vectors.count(), (await file.graph.count()).entities]).toEqual([0, 0]);
      await file.close();
      expect(await stores.vectors.count()).toBeGreaterThan(0);
      const receipt = await stores.apply({ delete: [version(1, 1).document.id] });
      expect(receipt.vectors).toBeGreaterThan(0);
      expect(receipt.triples).toBeGreaterThan(0);
    },
  );

  it.skipIf(reason !== undefined)(
    `takes over the vectors and facts that an older Parley kept in the file, and leaves none there${reason ? ` (${reason})` : ''}`,
    async () => {
      const changes = Array.from({ length: 150 }, (_, n) => version(n, 1));
      const whole = placeOn(['PGVECTOR_URL']);
      const expected = await whole.open();
      await expected.apply({ space: SPACE, put: changes });

      // The layout of an older version: records on the server, vectors and facts in the data file.
      const place = placeOn(['PGVECTOR_URL']);
      const file = openEmbedded(join(place.settings.PARLEY_DATA, 'parley.db'));
      await file.vectors.open(SPACE);
      await file.vectors.put(changes.flatMap(({ vectors = [] }) => vectors));
      await file.graph.put(changes.flatMap(({ knowledge }) => knowledge ?? []));
      const server = openPostgres(process.env.PGVECTOR_URL!, place.settings.PARLEY_NAMESPACE!);
      await server.records({ vectors: false, graph: false }).commit({ put: changes });
      await server.close();
      await file.close();

      const { lines, log } = recording();
      const stores = await openWritableStores(place.settings, { log });
      expect(await digestStores(stores)).toEqual(await digestStores(expected));
      await stores.close();
      expect(lines.filter((line) => line.includes('moved vectors and facts'))).toHaveLength(1);
      const left = openEmbedded(join(place.settings.PARLEY_DATA, 'parley.db'));
      expect([await left.vectors.space(), await left.graph.count()]).toEqual([
        undefined,
        { entities: 0, mentions: 0, triples: 0 },
      ]);
      await left.close();
    },
  );

  it.skipIf(reason !== undefined)(
    `takes nothing from a file that holds documents of its own${reason ? ` (${reason})` : ''}`,
    async () => {
      const place = placeOn(['PGVECTOR_URL']);
      const file = openEmbedded(join(place.settings.PARLEY_DATA, 'parley.db'));
      await file.apply({ space: SPACE, put: [version(1, 1)] });
      const before = await digestStores(file);
      const stores = await place.open();
      expect((await stores.graph.count()).entities).toBe(0);
      expect(await digestStores(file)).toEqual(before);
      await file.close();
    },
  );
});

describe('a Postgres without the extension for vectors', () => {
  const servers: Server[] = ['POSTGRES_URL'];
  const reason = missing(servers);
  it.skipIf(reason !== undefined)(
    `holds the rest, and one line says where the vectors are${reason ? ` (${reason})` : ''}`,
    async (context) => {
      const place = placeOn(servers);
      const { lines, log } = recording();
      const stores = await openWritableStores(place.settings, { log });
      const { vectors } = stores.places;
      await stores.apply({ space: SPACE, put: [version(1, 1)] });
      expect(await stores.vectors.count()).toBeGreaterThan(0);
      expect((await stores.graph.count()).entities).toBeGreaterThan(0);
      await stores.close();
      if (vectors === 'Postgres') return context.skip('this server has pgvector');
      expect(stores.places).toEqual({ records: 'Postgres', vectors: 'the data file', graph: 'Postgres' });
      expect(lines).toEqual([expect.stringContaining('vectors stay in the data file')]);
    },
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isParleyError } from '../core/errors.ts';
import { chromaVectors } from './chroma/vectors.ts';
import { digestStores } from './digest.ts';
import { openEmbedded } from './embedded/index.ts';
import { neo4jGraph } from './neo4j/graph.ts';
import { openStores } from './open.ts';
import { openPostgres } from './postgres/index.ts';
import { history, SPACE, version } from './testing/changing-world.ts';
import { type CutLine, cutLine } from './testing/cut-line.ts';
import { missing, type Server, type TestStores, testStores } from './testing/test-stores.ts';

const opened: { close(): unknown }[] = [];
const places: TestStores[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
  for (const place of places.splice(0)) await place.dispose();
});
const placeOf = (servers: Server[]) => {
  const place = testStores(servers);
  places.push(place);
  return place;
};
const lineTo = async (server: Server): Promise<CutLine> => {
  const line = await cutLine(process.env[server]!);
  opened.push(line);
  return line;
};

/** The error of a call while the connection is cut, as one line; undefined if it succeeds. */
const said = (call: () => Promise<unknown>) =>
  call().then(
    () => undefined,
    (error: unknown) => {
      if (!isParleyError(error)) throw error;
      return error;
    },
  );

const stores: {
  server: Server;
  open(url: string, namespace: string): { write(): Promise<unknown>; close(): unknown };
}[] = [
  {
    server: 'POSTGRES_URL',
    open(url, namespace) {
      const { documents, close } = openPostgres(url, namespace);
      return { write: () => documents.put([version(1, 1)]), close };
    },
  },
  {
    server: 'CHROMA_URL',
    open(url, namespace) {
      const vectors = chromaVectors(url, namespace);
      const write = async () => {
        await vectors.open(SPACE);
        await vectors.put(version(1, 1).vectors!);
      };
      return { write, close() {} };
    },
  },
  {
    server: 'NEO4J_URL',
    open(url, namespace) {
      const { store, close } = neo4jGraph(url, { namespace }, { retryMs: 300 });
      return { write: () => store.put([version(1, 1).knowledge!]), close };
    },
  },
];

describe.each(stores)('$server', ({ server, open }) => {
  const reason = missing([server]);
  it.skipIf(reason !== undefined)(
    `that goes down in the middle is told in one line, and used again when it is back${reason ? ` (${reason})` : ''}`,
    async () => {
      const line = await lineTo(server);
      const store = open(line.url, placeOf([server]).settings.PARLEY_NAMESPACE!);
      opened.push(store);
      await store.write();
      await line.down();
      const error = await said(store.write);
      expect(error?.code).toBe('STORE_UNAVAILABLE');
      expect(error?.messageForOperators).toContain(new URL(line.url).host);
      expect(error?.remedy).toContain(server);
      expect(error?.oneLine).not.toContain('\n');
      await line.up();
      await store.write();
    },
  );
});

describe('a Postgres server that is restarted', () => {
  const reason = missing(['POSTGRES_URL']);
  it.skipIf(reason !== undefined)(
    `keeps those waiting who read, write and hand over jobs meanwhile, and fails none of them${reason ? ` (${reason})` : ''}`,
    async () => {
      const line = await lineTo('POSTGRES_URL');
      const { keyValues, conversations, jobs, close } = openPostgres(
        line.url,
        placeOf(['POSTGRES_URL']).settings.PARLEY_NAMESPACE!,
      );
      opened.push({ close });
      const kind = { name: 'k', leaseSeconds: 60, attempts: 2, backoffSeconds: 1, maxBackoffSeconds: 1, maxWaiting: 9 };
      await jobs.enqueue({ kind, key: 'before', data: {} });
      const [job] = await jobs.lease(kind, 1);
      expect(await conversations.claim('e', 'holder', 60_000)).toBe('claimed');
      await line.down();
      const meanwhile = Promise.all([
        keyValues.put('note', 'a', 'meanwhile'),
        conversations.renewClaim('e', 'holder'),
        jobs.renew(job!),
        jobs.enqueue({ kind, key: 'meanwhile', data: {} }),
      ]);
      await sleep(1000);
      await line.up();
      expect(await meanwhile).toEqual([undefined, true, true, true]);
      expect(await keyValues.get('note', 'a')).toBe('meanwhile');
      expect((await jobs.lease(kind, 5)).map(({ key }) => key)).toEqual(['meanwhile']);
    },
  );
});

describe('all three', () => {
  const servers: Server[] = ['POSTGRES_URL', 'CHROMA_URL', 'NEO4J_URL'];
  const reason = missing(servers);
  /** `PARLEY_CUTS=100 vitest run stores/cut-connections` for the long run. */
  const cuts = Number(process.env.PARLEY_CUTS ?? 6);

  it.skipIf(reason !== undefined)(
    `whose connections break at any moment: the change is made or not, and made once by trying again${reason ? ` (${reason})` : ''}`,
    async () => {
      const alone = openEmbedded(':memory:');
      await alone.vectors.open(SPACE);
      const place = placeOf(servers);
      const lines = await Promise.all(servers.map(lineTo));
      const own = Object.fromEntries(servers.map((server, i) => [server, lines[i]!.url]));
      const through = await openStores({ ...place.settings, ...own });
      opened.push(through, alone);
      await through.rebuild.vectors.open(SPACE);
      const changes = history(cuts);
      const outcomes: boolean[] = [];
      for (const [i, change] of changes.entries()) {
        await alone.apply(change);
        const [line, pieces] = [lines[i % lines.length]!, Math.floor(Math.random() * 40)];
        line.cutAfter(pieces);
        const error = await said(() => through.apply(change));
        line.cutAfter(Number.POSITIVE_INFINITY);
        expect(error?.code ?? 'STORE_UNAVAILABLE', `${servers[i % lines.length]} after ${pieces} pieces`).toBe(
          'STORE_UNAVAILABLE',
        );
        outcomes.push(error === undefined);
        if (error) await through.apply(change);
        expect(await digestStores(through), `after change ${i}`).toEqual(await digestStores(alone));
      }
      if (process.env.PARLEY_CUTS) console.log(`${outcomes.filter(Boolean).length} of ${cuts} went through at once`);
    },
    30_000 + cuts * 10_000,
  );
});

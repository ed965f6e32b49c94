import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { digestStores } from './digest.ts';
import { openEmbedded } from './embedded/index.ts';
import type { StoreSettings } from './open.ts';
import { history, SPACE } from './testing/changing-world.ts';
import { missing, type Server, type TestStores, testStores } from './testing/test-stores.ts';

/** Runs the child process that applies a history; kills it after `killAfterMs`. */
const runChild = async (
  settings: StoreSettings,
  length: number,
  rounds: number,
  killAfterMs?: number,
): Promise<boolean> => {
  const script = fileURLToPath(new URL('./testing/crash-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify({ settings, length, rounds })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let timer: NodeJS.Timeout | undefined;
  child.stdout.once('data', () => {
    if (killAfterMs !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return code === 0;
};

/** The contents of the stores after a history without kills. */
const cleanRun = async (length: number) => {
  const stores = openEmbedded(':memory:');
  await stores.vectors.open(SPACE);
  for (const change of history(length)) await stores.apply(change);
  const digests = await digestStores(stores);
  await stores.close();
  return digests;
};

const setups: { name: string; servers: Server[]; kills: number }[] = [
  { name: 'one file', servers: [], kills: 4 },
  { name: 'a file, Chroma and Neo4j', servers: ['CHROMA_URL', 'NEO4J_URL'], kills: 1 },
  { name: 'Postgres alone', servers: ['PGVECTOR_URL'], kills: 2 },
  { name: 'Postgres, Chroma and Neo4j', servers: ['POSTGRES_URL', 'CHROMA_URL', 'NEO4J_URL'], kills: 2 },
];
/** `PARLEY_KILLS=200 vitest run stores/killed-changes` for the long run. */
const wanted = process.env.PARLEY_KILLS ? Number(process.env.PARLEY_KILLS) : undefined;

describe.each(setups)('processes killed at random moments: $name', ({ servers, kills }) => {
  const reason = missing(servers);
  let test: TestStores | undefined;
  afterAll(() => test?.dispose());

  it.skipIf(reason !== undefined)(
    `leave what a clean run leaves${reason ? ` (${reason})` : ''}`,
    async () => {
      const length = 12;
      const expected = await cleanRun(length);
      test = testStores(servers);
      let killed = 0;
      for (let i = 0; i < (wanted ?? kills); i += 1)
        if (!(await runChild(test.settings, length, 1000, 5 + Math.random() * 250))) killed += 1;
      expect(killed).toBe(wanted ?? kills);
      expect(await runChild(test.settings, length, 1)).toBe(true);
      const stores = await test.open();
      expect(await digestStores(stores)).toEqual(expected);
    },
    (wanted ?? kills) * 60_000 + 300_000,
  );

  it.skipIf(reason !== undefined)(
    `of which two work at once, leave what a clean run leaves${reason ? ` (${reason})` : ''}`,
    async () => {
      test ??= testStores(servers);
      await test.reset();
      const length = servers.length > 0 ? 3 : 6;
      const expected = await cleanRun(length);
      const ends = await Promise.all([1, 2].map(() => runChild(test!.settings, length, 2)));
      expect(ends).toEqual([true, true]);
      expect(await runChild(test.settings, length, 1)).toBe(true);
      expect(await digestStores(await test.open())).toEqual(expected);
    },
  );
});

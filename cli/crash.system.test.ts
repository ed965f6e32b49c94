import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { exportedForm } from '../runtime/testing/exported-form.ts';
import { missing, type Server, type TestStores, testStores } from '../stores/testing/test-stores.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Fixes the clock in all commands, so that their results can be compared byte for byte. */
const ONE_TIME = `data:text/javascript,${encodeURIComponent(`
  const { Date: RealDate } = globalThis;
  globalThis.Date = class Date extends RealDate {
    constructor(...parts) { parts.length > 0 ? super(...parts) : super('2026-03-04T05:06:07.000Z'); }
  };`)}`;

/** An embeddings endpoint whose vectors depend only on the texts. */
const embeddings = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
  const data = input.map((text, index) => ({
    index,
    embedding: [...createHash('sha256').update(text).digest().subarray(0, 8)].map((byte) => byte / 128 - 1),
  }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
});
const endpoint = new Promise<string>((resolve) =>
  embeddings.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(embeddings.address() as AddressInfo).port}/v1`)),
);
afterAll(() => embeddings.close());

/** Runs a command in a separate process; kills it (SIGKILL) after `killAfterMs`. @returns whether it was killed */
const parley = async (place: TestStores, args: readonly string[], killAfterMs?: number): Promise<boolean> => {
  const own = /^(PARLEY_|CHROMA|NEO4J|POSTGRES|SLACK|DISCORD|OPENAI|EMBEDDINGS)/;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  const set = Object.entries(place.settings).filter(([, value]) => value !== undefined);
  const running = spawn(process.execPath, ['--import', ONE_TIME, main, ...args], {
    cwd: path.dirname(place.settings.PARLEY_DATA),
    env: {
      ...Object.fromEntries([...inherited, ...set]),
      PARLEY_EMBEDDINGS: 'openai:bytes-of-a-hash',
      PARLEY_EMBEDDINGS_BASE_URL: await endpoint,
      PARLEY_EMBEDDINGS_API_KEY: 'none',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  running.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => running.kill('SIGKILL'), killAfterMs);
  const [code, signal] = (await once(running, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  if (signal !== 'SIGKILL' && code !== 0 && !said.includes('There is no document, source or person'))
    throw new Error(said);
  return signal === 'SIGKILL';
};

/** Version `v` of row `n`; text, links, tables and scopes depend on both. */
const row = (n: number, v: number) => {
  const word = ['amber', 'basalt', 'cobalt', 'dolomite'][(n + v) % 4]!;
  return JSON.stringify({
    id: `row-${n}`,
    title: `Row ${n}`,
    markdown: `Row ${n} is made of ${word}, as [Row ${(n * 7) % 50}](row-${(n * 7) % 50}) says.\n\n| Kind | Value |\n|---|---|\n| Stone | ${word} ${n % 11} |\n| Height | ${n + v} m |\n`,
    ...(n % 3 === 0 && { scopes: [n % 2 ? 'everyone' : `team-${v % 3}`] }),
  });
};
const rows = (from: number, to: number, v: number) =>
  Array.from({ length: to - from }, (_, i) => row(from + i, (from + i) % 4 === 0 ? v : 0)).join('\n');

/** The commands of each round: ingest pages, change and delete some, delete all. */
const COMMANDS: readonly { args(file: string): string[]; content(round: number): string }[] = [
  { args: (file) => ['ingest', file, '--source', 'rows'], content: (round) => rows(0, 520, round) },
  { args: () => ['sync', 'rows'], content: (round) => rows(60, 580, round) },
  { args: () => ['forget', 'rows'], content: (round) => rows(60, 580, round) },
];

const setups: { name: string; servers: Server[]; kills: number }[] = [
  { name: 'one file', servers: [], kills: 6 },
  { name: 'Postgres alone', servers: ['PGVECTOR_URL'], kills: 2 },
  { name: 'Postgres, Chroma and Neo4j', servers: ['POSTGRES_URL', 'CHROMA_URL', 'NEO4J_URL'], kills: 3 },
];
/** `PARLEY_KILLS=200 vitest run cli/crash` for the long run. */
const wanted = process.env.PARLEY_KILLS ? Number(process.env.PARLEY_KILLS) : undefined;

describe.each(setups)('ingest, sync and forget, killed at random moments: $name', ({ servers, kills }) => {
  const reason = missing(servers);
  const places: TestStores[] = [];
  afterEach(() => Promise.all(places.splice(0).map((place) => place.dispose())));
  const count = wanted ?? kills;
  // Kills every command at least once, even if few kills are wanted.
  const killsARound = Math.min(4, Math.ceil(count / COMMANDS.length));

  it.skipIf(reason !== undefined)(
    `leave what a clean run leaves, byte for byte${reason ? ` (${reason})` : ''}`,
    async () => {
      const [clean, crashed] = [testStores(servers), testStores(servers)];
      places.push(clean, crashed);
      const file = path.join(clean.settings.PARLEY_DATA, 'rows.jsonl');
      const timed = async (args: readonly string[]) => {
        const started = performance.now();
        await parley(clean, args);
        return performance.now() - started;
      };
      const leftBy = async (place: TestStores) => {
        const stores = await place.open();
        return exportedForm(stores).finally(() => stores.close());
      };
      const opening = await timed(['sources']);
      let killed = 0;
      for (let round = 0; killed < count; round += 1) {
        const { args, content } = COMMANDS[round % COMMANDS.length]!;
        await writeFile(file, content(round));
        const whole = await timed(args(file));
        const moment = () => opening * 0.7 + Math.random() * Math.max(whole - opening * 0.7, 50);
        let complete = false;
        for (let i = 0; i < killsARound && killed < count && !complete; i += 1) {
          complete = !(await parley(crashed, args(file), moment()));
          if (!complete) killed += 1;
        }
        if (!complete) await parley(crashed, args(file));
        expect(await leftBy(crashed)).toEqual(await leftBy(clean));
      }
      if (wanted) console.log(`${killed} kills`);
    },
    count * 60_000 + 300_000,
  );
});

it('two processes that ingest the same file at once store it once', async () => {
  const [both, one] = [testStores(), testStores()];
  const file = path.join(both.settings.PARLEY_DATA, 'rows.jsonl');
  await writeFile(file, rows(0, 500, 1));
  const ingest = ['ingest', file, '--source', 'rows'];
  await Promise.all([parley(both, ingest), parley(both, ingest), parley(one, ingest)]);
  const [twice, once] = [await both.open(), await one.open()];
  expect(await exportedForm(twice)).toEqual(await exportedForm(once));
  await Promise.all([both.dispose(), one.dispose()]);
});

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { openStores } from '../stores/index.ts';

const child = fileURLToPath(new URL('./testing/ingest-process.ts', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-crash-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the process and kills it (SIGKILL) so many milliseconds after it is ready; undefined lets it end. */
const run = (data: string, command: string, input: string, killAfter?: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, data, command, input], { stdio: ['ignore', 'pipe', 'inherit'] });
    running.stdout.once('data', () => {
      if (killAfter !== undefined) setTimeout(() => running.kill('SIGKILL'), killAfter);
    });
    running.once('error', reject);
    running.once('exit', (code, signal) =>
      signal === 'SIGKILL' || code === 0 ? resolve() : reject(new Error(`the process ended with ${code}`)),
    );
  });

/** Everything that the stores hold, without the moments at which it was read. */
const dump = async (data: string) => {
  const stores = await openStores(readSettings({ PARLEY_DATA: data }));
  const documents = [];
  for await (const { document, passages, tables } of stores.documents.hydrate()) {
    documents.push({ ...document, fetchedAt: '', passages, tables });
  }
  const triples = [];
  for await (const triple of stores.graph.allTriples()) triples.push(triple);
  const found = await stores.lexical.search('row value', 5000, ['everyone']);
  const counts = [await stores.documents.count(), await stores.graph.count(), await stores.lexical.count()];
  await stores.close();
  return { documents, triples, found: found.map(({ id }) => id).toSorted(), counts };
};

const rows = (from: number, to: number, word: string) =>
  Array.from({ length: to - from }, (_, i) =>
    JSON.stringify({
      id: `r${from + i}`,
      title: `Row ${from + i}`,
      markdown: `The row value is ${word}.\n\n| Key | Value |\n|---|---|\n| k${from + i} | ${word} |\n| l${from + i} | x |\n`,
    }),
  );

it('a killed ingest, sync or forget, run again, leaves what a clean run leaves', async () => {
  const input = path.join(folder, 'c.jsonl');
  const clean = path.join(folder, 'clean');
  const crashed = path.join(folder, 'crashed');
  // Seeded, so that a failure replays; the moments spread over the run, however fast the machine is.
  let seed = 7;
  const moment = (upTo: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed / 2147483648) * upTo;
  };

  await writeFile(input, rows(0, 900, 'first').join('\n'));
  await run(clean, 'ingest', input);
  for (let i = 0; i < 4; i++) await run(crashed, 'ingest', input, moment(120));
  await run(crashed, 'ingest', input);
  expect(await dump(crashed)).toEqual(await dump(clean));

  await writeFile(input, [...rows(100, 500, 'first'), ...rows(500, 1000, 'second')].join('\n'));
  await run(clean, 'sync', '');
  for (let i = 0; i < 4; i++) await run(crashed, 'sync', '', moment(120));
  await run(crashed, 'sync', '');
  expect(await dump(crashed)).toEqual(await dump(clean));

  await run(clean, 'forget', 'c');
  for (let i = 0; i < 3; i++) await run(crashed, 'forget', 'c', moment(60)).catch(() => {});
  await run(crashed, 'forget', 'c').catch(() => {});
  const left = await dump(crashed);
  expect(left).toEqual(await dump(clean));
  expect(left.counts).toEqual([{ documents: 0, passages: 0, tables: 0 }, { entities: 0, mentions: 0, triples: 0 }, 0]);
}, 120_000);

it('two processes that take in the same file at once leave it once', async () => {
  const input = path.join(folder, 'c.jsonl');
  await writeFile(input, rows(0, 900, 'first').join('\n'));
  const [both, one] = [path.join(folder, 'both'), path.join(folder, 'one')];
  await Promise.all([run(both, 'ingest', input), run(both, 'ingest', input)]);
  await run(one, 'ingest', input);
  expect(await dump(both)).toEqual(await dump(one));
}, 60_000);

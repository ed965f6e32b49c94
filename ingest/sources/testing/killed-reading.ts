import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { StartDouble } from './doubles.ts';

/** Rows that a list gives at most. */
const ROWS = 200;

/** The most memory that a process has held so far, in MB, as Linux counts it. */
const peakOf = ({ pid }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000);
};

/**
 * A place of many pages, read by a process of its own that is killed in the middle (kill -9) and started again: prints what it
 * held, and what the second one asked for beyond what was left to read.
 */
export const killedReading = async (name: string, start: StartDouble, pages: number): Promise<void> => {
  const double = await start(ROWS);
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-killed-'));
  const file = path.join(folder, 'credentials.yaml');
  const database = path.join(folder, 'parley.db');
  writeFileSync(file, stringify(double.credentials));
  double.putGroup('staff', ['priya@example.com']);
  double.openTo({ groups: ['staff'] });
  for (let id = 1; id <= pages; id++)
    double.putPage(String(id), {
      title: `Page ${id}`,
      html: `<p>Page ${id} says that helmets are worn in hall ${id}, without exception.</p>`,
    });
  const run = () => {
    const env = { ...process.env, PARLEY_FETCH_ALLOW: '127.0.0.1,localhost', PARLEY_CREDENTIALS: file };
    const scopes = double.permissions === 'not-told' ? ['everyone'] : [];
    const args = [path.join(import.meta.dirname, 'ingest-process.ts'), database, double.input, ...scopes];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let peak = 0;
    const watch = setInterval(() => {
      if (child.exitCode === null && child.signalCode === null) peak = Math.max(peak, peakOf(child));
    }, 250);
    child.once('exit', () => clearInterval(watch));
    return { child, peak: () => peak };
  };
  const stored = async () => {
    const stores = openEmbedded(database);
    const { documents } = await stores.documents.count();
    await stores.close();
    return documents;
  };
  const texts = () => double.api.asked.filter(({ path: asked }) => double.isText(asked)).length;
  try {
    const began = performance.now();
    const first = run();
    const died = once(first.child, 'exit');
    // Texts that came with lists are not asked for: then what is stored says how far it is.
    const isHalf = async () => (double.textsInLists ? await stored().catch(() => 0) : texts()) >= pages / 2;
    while (!(await isHalf())) await sleep(500);
    first.child.kill('SIGKILL');
    await died;
    const kept = await stored();
    const lists = double.api.asked.length - texts();
    double.api.asked.length = 0;
    const second = run();
    const report = JSON.parse(await text(second.child.stdout)) as {
      added: number;
      unchanged: number;
      failed: unknown[];
    };
    const seconds = Math.round((performance.now() - began) / 1000);
    const needless = double.textsInLists ? 0 : texts() - (pages - kept);
    console.log(
      `${name}: killed with ${kept} of ${pages} pages stored; then ${report.added} added, ${report.unchanged} unchanged, ` +
        `${report.failed.length} failed; ${texts()} texts (${needless} of them stored already), ` +
        `${double.api.asked.length - texts()} other requests (${lists} before the kill)`,
    );
    console.log(`${name}: peak ${first.peak()} MB before the kill, ${second.peak()} MB after, ${seconds} s in all`);
  } finally {
    await double.close();
    rmSync(folder, { recursive: true });
  }
};

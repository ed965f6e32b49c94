import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { IngestReport } from '../../report.ts';
import type { StartFake } from './fakes.ts';

/** Rows that a list gives at most, more than any service does: each connector asks for as many as its service documents. */
const ROWS = 1000;
const WORDS = 'valve hall helmet pump shift boiler permit crane ladder alarm gauge filter'.split(' ');

/** A page of some fifty words that no other page has in this order. */
const html = (id: number, version: number): string => {
  const said = Array.from({ length: 40 }, (_, at) => WORDS[(id * (at + 7) + at * at) % WORDS.length]);
  return `<h1>Page ${id}</h1><p>Page ${id} says in version ${version} that helmets are worn in hall ${id}.</p><p>It names ${said.join(', ')}.</p>`;
};

/** The most memory that a process has held so far, in MB, as Linux counts it. */
const peakOf = ({ pid }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round((Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / 1e6);
};

/** The fake of a service with many pages, every twentieth restricted where the service can, read by processes of Parley. */
const openLargePlace = async (start: StartFake, pages: number, latency: number) => {
  const fake = await start(ROWS);
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-large-'));
  const file = path.join(folder, 'credentials.yaml');
  const database = path.join(folder, 'parley.db');
  writeFileSync(file, stringify(fake.credentials));
  const put = (id: number, version: number) =>
    fake.putPage(String(id), {
      title: `Page ${id}`,
      html: html(id, version),
      ...(id % 20 === 0 && { groups: ['board'] }),
    });
  fake.putGroup('staff', ['priya@example.com']);
  fake.putGroup('board', ['priya@example.com']);
  fake.openTo({ groups: ['staff'] });
  for (let id = 1; id <= pages; id++) put(id, 1);
  fake.api.latency = latency;
  return {
    fake,
    put,
    /** Starts Parley in a process of its own: ingest, or sync. */
    run(does: 'ingest' | 'sync') {
      fake.api.asked.length = 0;
      const scope = fake.permissions === 'not-told' ? ['--scope', 'everyone'] : [];
      const script = path.join(import.meta.dirname, 'ingest-process.ts');
      const args = ['--max-semi-space-size=16', script, ...scope, database, ...(does === 'ingest' ? [fake.input] : [])];
      const env = { ...process.env, PARLEY_FETCH_ALLOW: '127.0.0.1,localhost', PARLEY_CREDENTIALS: file };
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let peak = 0;
      const watch = setInterval(() => {
        if (child.exitCode === null && child.signalCode === null) peak = Math.max(peak, peakOf(child));
      }, 250);
      child.once('exit', () => clearInterval(watch));
      const began = performance.now();
      return {
        child,
        async finished() {
          const report = JSON.parse(await text(child.stdout)) as IngestReport & { cpuMs: number };
          return { report, seconds: (performance.now() - began) / 1000, ...this.figures() };
        },
        figures() {
          const { asked } = fake.api;
          const texts = asked.filter(({ path: one }) => fake.isText(one)).length;
          const distinct = new Set(asked.map(({ method, path: one }) => `${method} ${one}`)).size;
          return { requests: asked.length, texts, twice: asked.length - distinct, peak };
        },
      };
    },
    async stored(): Promise<number> {
      const stores = openEmbedded(database);
      const { documents } = await stores.documents.count();
      await stores.close();
      return documents;
    },
    async close() {
      await fake.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** The first reading of a place of many pages, then a sync with 1 % of them changed: requests, time and memory of each. */
export const changedInPart = async (name: string, start: StartFake, pages: number, latency = 0): Promise<void> => {
  const place = await openLargePlace(start, pages, latency);
  try {
    const first = await place.run('ingest').finished();
    console.log(`${name}: first ${first.report.added} pages, ${told(first)}`);
    place.fake.passTime?.(24 * 3_600_000);
    for (let id = 1; id <= pages; id += 100) place.put(id, 2);
    const second = await place.run('sync').finished();
    console.log(`${name}: sync with 1 % changed ${second.report.updated} pages, ${told(second)}`);
    const ratio = (a: number, b: number) => (a / b).toFixed(1);
    console.log(
      `${name}: the first reading has ${ratio(first.requests, second.requests)} times the requests of the sync, and ${ratio(first.seconds, second.seconds)} times its time`,
    );
  } finally {
    await place.close();
  }
};

const told = ({
  report,
  requests,
  texts,
  twice,
  seconds,
  peak,
}: Awaited<ReturnType<ReturnType<Awaited<ReturnType<typeof openLargePlace>>['run']>['finished']>>): string =>
  `${requests} requests (${texts} for texts, ${twice} asked twice), ${seconds.toFixed(1)} s ` +
  `(${(report.cpuMs / 1000).toFixed(1)} s of Parley's CPU), peak ${peak} MB, ${report.failed.length} failed`;

/**
 * A place of many pages, read by a process of its own that is killed in the middle (kill -9) and started again: prints what it
 * held, and what the second one asked for beyond what was left to read.
 */
export const killedReading = async (name: string, start: StartFake, pages: number, latency = 0): Promise<void> => {
  const place = await openLargePlace(start, pages, latency);
  const { fake } = place;
  try {
    const began = performance.now();
    const first = place.run('ingest');
    const died = once(first.child, 'exit');
    // Texts that came with lists are not asked for: then what is stored says how far it is.
    const isHalf = async () =>
      (fake.textsInLists ? await place.stored().catch(() => 0) : first.figures().texts) >= pages / 2;
    while (!(await isHalf())) await sleep(500);
    first.child.kill('SIGKILL');
    await died;
    const kept = await place.stored();
    const before = first.figures();
    const second = await place.run('ingest').finished();
    const { report } = second;
    const seconds = Math.round((performance.now() - began) / 1000);
    const needless = fake.textsInLists ? 0 : second.texts - (pages - kept);
    console.log(
      `${name}: killed with ${kept} of ${pages} pages stored; then ${report.added} added, ${report.unchanged} unchanged, ` +
        `${report.failed.length} failed; ${second.texts} texts (${needless} of them stored already), ` +
        `${second.requests - second.texts} other requests (${before.requests - before.texts} before the kill), ` +
        `${before.twice} and ${second.twice} asked twice in one run`,
    );
    console.log(`${name}: peak ${before.peak} MB before the kill, ${second.peak} MB after, ${seconds} s in all`);
  } finally {
    await place.close();
  }
};

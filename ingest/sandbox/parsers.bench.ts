import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMs } from '../../bench/bench.ts';
import { chunkDocument } from '../chunk/chunk.ts';
import type { ExtractedPage } from '../extract/page.ts';
import { type FileFormat, formatOf } from '../formats/detect.ts';
import { readerOf } from '../formats/index.ts';
import { ruleKnowledge } from '../knowledge/rule-knowledge.ts';
import { createParserPool } from './pool.ts';
import { processUsage } from './usage.ts';

export const about =
  'files in sandboxed parser processes beside reading them in this one: processor time, a whole ingest, and large files';

const MANUAL = '/usr/share/doc/postgresql-doc-15/html';

/** Options: `--alone` leaves the large files out; a folder of pages, by default PostgreSQL's manual as Debian's postgresql-doc-15 installs it. */
export const run = async (options: readonly string[]): Promise<void> => {
  const folder = options.find((option) => !option.startsWith('--')) ?? MANUAL;
  if (!existsSync(folder)) {
    console.error(`No pages at ${folder}: install postgresql-doc-15, or give a folder of HTML pages.`);
    process.exitCode = 2;
    return;
  }
  await compare(folder);
  await wholeIngest(folder);
  if (!options.includes('--alone')) await largeFiles();
};

/** Reads and chunks each page and finds its facts, in this process and in parser processes: all of ingest before the store. */
const compare = async (folder: string): Promise<void> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const format = formatOf({ name });
    return format ? [{ format, bytes: new Uint8Array(readFileSync(path.join(folder, name))) }] : [];
  });
  const here = await cost(async () => {
    for (const { format, bytes } of files) prepare(await readerOf(format)(bytes));
  });
  const pool = createParserPool();
  const read = (format: FileFormat, bytes: Uint8Array) => pool.read({ format, context: {} }, bytes);
  const sandboxed = await cost(async () => {
    const due = [...files];
    await Promise.all(
      Array.from({ length: pool.size }, async () => {
        for (let file = due.pop(); file; file = due.pop()) prepare((await read(file.format, file.bytes)).page);
      }),
    );
  });
  const total = sandboxed.cpu + pool.cpuSeconds;
  console.log(`${files.length} pages      processor s  clock s`);
  console.log(`in process      ${here.cpu.toFixed(1).padStart(11)}${here.clock.toFixed(1).padStart(9)}`);
  console.log(`sandboxed       ${total.toFixed(1).padStart(11)}${sandboxed.clock.toFixed(1).padStart(9)}`);
  console.log(`ratio           ${(total / here.cpu).toFixed(2).padStart(11)}  (to reach: at most 1.2)\n`);
  pool.close();
};

/** Measures `parley ingest` of the folder into a new data folder, by sampling its processes' usage on Linux 20 times a second. */
const wholeIngest = async (folder: string): Promise<void> => {
  const data = mkdtempSync(path.join(tmpdir(), 'parley-parsers-'));
  const main = path.join(import.meta.dirname, '../../cli/main.ts');
  const env = { PATH: process.env.PATH, PARLEY_DATA: data } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, ['--max-semi-space-size=16', main, 'ingest', folder], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const cpu = new Map<number, number>();
  let [own, all, once] = [0, 0, 0];
  const watch = setInterval(() => {
    if (child.pid === undefined) return;
    let [sum, shared] = [0, 0];
    for (const pid of [child.pid, ...childrenOf(child.pid)]) {
      const usage = processUsage(pid);
      if (usage === undefined) continue;
      cpu.set(pid, usage.cpu);
      sum += usage.memory;
      shared += sharedOnce(pid);
      if (pid === child.pid) own = Math.max(own, usage.memory);
    }
    all = Math.max(all, sum);
    once = Math.max(once, shared);
  }, 50);
  await new Promise((done) => child.on('close', done));
  clearInterval(watch);
  rmSync(data, { recursive: true });
  const seconds = [...cpu.values()].reduce((sum, one) => sum + one, 0);
  console.log(said.trim().split('\n').at(-1));
  console.log(
    `whole ingest: ${seconds.toFixed(1)} s of processor time, ${Math.round(own / 1e6)} MB at most (to reach: 450), ${Math.round(all / 1e6)} MB with its parsers, ${Math.round(once / 1e6)} MB where pages that processes share count once\n`,
  );
};

/** Bytes of memory of a process, of which shared pages count by its share (PSS); 0 if the system does not tell. */
const sharedOnce = (pid: number): number => {
  try {
    const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return Number(found?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });

/** Measures large ordinary files and malicious slow files, each in a pool of its own. */
const largeFiles = async (): Promise<void> => {
  const rows = Array.from(
    { length: 200_000 },
    (_, i) => `${i},Person ${i},Town ${i % 97},${i / 100},2024-05-17,a note`,
  );
  const links = Array.from({ length: 100_000 }, (_, i) => `<li><a href="/page-${i}">Page ${i} of the list</a></li>`);
  const files: [name: string, about: string, bytes: string, seconds: number][] = [
    ['a.csv', '200,000 rows', `id,name,town,sum,date,note\n${rows.join('\n')}`, 10],
    ['a.html', '100,000 links', `<html><body><ul>${links.join('')}</ul></body></html>`, 5],
    ['b.html', '100,000 open links', `<html><body>${links.join('').replaceAll('</a>', '')}</body></html>`, 5],
    ['c.html', '1,000,000 open tags', '<div><span>x'.repeat(500_000), 5],
  ];
  console.log('file                  processor s  (to reach)  parser MB  (to reach)');
  for (const [name, about, text, seconds] of files) {
    const format = formatOf({ name });
    if (format === undefined) continue;
    const pool = createParserPool({ size: 1 });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, pool.memory);
    }, 20);
    const parent = await cost(async () => prepare((await pool.read({ format, context: {} }, Buffer.from(text))).page));
    clearInterval(watch);
    const cpu = parent.cpu + pool.cpuSeconds;
    console.log(
      `${about.padEnd(20)}${cpu.toFixed(1).padStart(13)}${String(seconds).padStart(12)}${Math.round(peak / 1e6)
        .toString()
        .padStart(11)}${'600'.padStart(12)}`,
    );
    pool.close();
  }
};

const prepare = ({ title, markdown, tables }: ExtractedPage): void => {
  const document = {
    id: 'page',
    sourceId: 'bench',
    title,
    text: markdown,
    scopes: ['everyone'],
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: '',
  };
  ruleKnowledge({ document, ...chunkDocument(document, { tables }) });
};

/** Seconds of this process's processor time and of the wall clock. */
const cost = async (work: () => Promise<void>): Promise<{ cpu: number; clock: number }> => {
  const start = performance.now();
  const before = cpuMs();
  await work();
  return { cpu: (cpuMs() - before) / 1000, clock: (performance.now() - start) / 1000 };
};

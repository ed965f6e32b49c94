import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuMs, quantile, timed } from '../../bench/bench.ts';
import { ParleyError } from '../../core/errors.ts';
import { readSettings } from '../../core/settings.ts';
import { openEncoder } from '../../retrieval/index.ts';
import { createIngest } from '../../runtime/ingest.ts';
import { openStores, type Stores } from '../../stores/index.ts';
import { worldQuestions } from '../simulator/world/questions.ts';
import { type CorpusPart, SHAPES, type Shape, worldOf, writeCorpus } from './corpus.ts';
import { hashingEncoder } from './hashing-encoder.ts';
import type { SearchFigures } from './search-process.ts';

export const about =
  'scale [PASSAGES, 30000 by default] [--shape world|one-title|one-name] [--vectors]: ingest, search, change, delete at a size (with PARLEY_EMBEDDINGS=local:NAME deep searches too)';

/** A minute or two; a million take a quarter of an hour and 5 GB of disk (9 GB with vectors). */
const PASSAGES = 30_000;
/** The parts of the corpus; memory and time are printed after each. The first part is what a change of 1 % touches. */
const UP_TO = [0.01, 0.1, 0.25, 0.5, 0.75, 1];
const QUESTIONS = 200;
const DELETED = 40;

export const run = async (options: readonly string[]): Promise<void> => {
  const { passages, shape, vectors } = readOptions(options);
  const folder = mkdtempSync(join(tmpdir(), 'parley-scale-'));
  const stop = new AbortController();
  const interrupted = () => stop.abort();
  for (const signal of STOPPING) process.once(signal, interrupted);
  try {
    showProgress(`writing a corpus of ${number(passages)} passages`);
    const { signal } = stop;
    const parts = await writeCorpus(folder, { passages, shape, upTo: UP_TO, signal });
    const data = join(folder, 'data');
    const stores = await openStores({ PARLEY_DATA: data });
    try {
      await measureChanges(stores, data, parts, { vectors, signal });
    } finally {
      await stores.close();
    }
    await measureSearch(folder, data, { passages, vectors, signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    console.error('Stopped; what was made for the measurement is removed.');
    process.exitCode = 130;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const signal of STOPPING) process.off(signal, interrupted);
  }
};

/** Signals that end a bench early, after a clean-up; a second one ends it at once. */
const STOPPING = ['SIGINT', 'SIGTERM'] as const;

const readOptions = (options: readonly string[]) => {
  const at = options.indexOf('--shape');
  const shape = at < 0 ? 'world' : (options[at + 1] as Shape);
  const passages = Number(options.find((option, i) => /^\d+$/.test(option) && (at < 0 || i !== at + 1)) ?? PASSAGES);
  if (SHAPES.includes(shape) && passages >= 1000) return { passages, shape, vectors: options.includes('--vectors') };
  throw new ParleyError('BAD_USAGE', {
    message: `The scale bench takes a number of passages from 1000 on, and a shape: ${SHAPES.join(', ')}.`,
    remedy: 'For example: npm run bench -- scale 100000 --shape one-title',
  });
};

const say = (what: string, figures: string) => console.log(`${what.padEnd(9)} ${figures}`);
const number = (value: number) => Math.round(value).toLocaleString('en');
let shown = 0;
/** On a terminal, where the work is: a million passages take minutes. */
const showProgress = (what: string) => {
  if (!process.stderr.isTTY || performance.now() - shown < 200) return;
  shown = performance.now();
  process.stderr.write(`\r\x1b[K… ${what}\r`);
};
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Bytes of the data folder. */
const sizeOf = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Ingest part by part; then the same again, 1 % changed, and single pages deleted. */
const measureChanges = async (
  stores: Stores,
  data: string,
  parts: readonly CorpusPart[],
  { vectors, signal }: { vectors: boolean; signal: AbortSignal },
) => {
  const encoder = vectors ? hashingEncoder : undefined;
  const ingest = createIngest({ settings: readSettings({ PARLEY_DATA: data }), stores, encoder });
  const onProgress = ({ done }: { done: number }) => showProgress(`${number(done)} pages of this part`);
  const take = (files: readonly string[]) =>
    clocked(() => ingest.ingest(files, { source: 'scale', signal, onProgress }));

  let [passages, ms, cpu] = [0, 0, 0];
  const costs: number[] = [];
  for (const { file } of parts) {
    const { value, took } = await take([file]);
    passages += value.passages;
    ms += took.ms;
    cpu += took.cpu;
    costs.push(took.cpu / value.passages);
    say(
      'ingest',
      `${number(passages)} passages in ${seconds(ms)} (${seconds(cpu)} of processor), ${number(passages / (ms / 1000))} a second, ` +
        `${number(took.megabytes)} MB at most (goal 500), ${number(sizeOf(data) / 1e6)} MB on disk`,
    );
  }
  // The first part is short and warms up.
  const growth = costs.at(-1)! / costs[1]! - 1;
  say(
    '',
    `processor time a passage, last part against second: ${growth < 0 ? '' : '+'}${(100 * growth).toFixed(0)} % (goal: within 20)`,
  );

  const again = await take(parts.map(({ file }) => file));
  say('again', `${number(again.value.unchanged)} pages unchanged in ${seconds(again.took.ms)}`);
  const changed = parts[0]!.file;
  writeFileSync(changed, readFileSync(changed, 'utf8').replaceAll('"markdown":"', '"markdown":"Seen again. '));
  const one = await take([changed]);
  say(
    'change',
    `${number(one.value.updated)} of the pages in ${seconds(one.took.ms)}: ${((100 * one.took.cpu) / cpu).toFixed(1)} % of the cost of all for ${((100 * one.value.updated) / again.value.unchanged).toFixed(1)} % of them`,
  );

  const ids: string[] = [];
  for await (const { id } of stores.documents.stamps()) if (ids.push(id) === 50 * DELETED) break;
  const gone = ids.filter((_, i) => i % 50 === 0);
  signal.throwIfAborted();
  const times = await timed(gone, (id) => stores.apply({ delete: [id] }));
  say(
    'delete',
    `one page: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms (goal 100)`,
  );
};

/** Runs searches in processes of their own, so that their memory is measured alone. */
const measureSearch = async (
  folder: string,
  data: string,
  { passages, vectors, signal }: { passages: number; vectors: boolean; signal: AbortSignal },
) => {
  const questions = join(folder, 'questions.json');
  writeFileSync(questions, JSON.stringify([...worldQuestions({ ...worldOf(passages), count: QUESTIONS })]));
  const script = join(import.meta.dirname, 'search-process.ts');
  row('search', 'p50 ms', 'p95 ms', 'processor p50', 'p95', 'memory', 'opened in', 'first answer', 'R@5');
  const deep = vectors && openEncoder(readSettings())?.coverage;
  for (const mode of ['words', ...(vectors ? ['vectors'] : []), ...(deep ? ['deep'] : [])]) {
    const given = [...process.execArgv, script, data, questions, ...(mode === 'words' ? [] : [mode])];
    const { stdout } = await promisify(execFile)(process.execPath, given, { signal });
    const { p50, p95, cpuP50, cpuP95, megabytes, openMs, firstMs, recallAt5, shallow } = JSON.parse(
      stdout,
    ) as SearchFigures;
    const ms = [p50, p95, cpuP50, cpuP95].map((value) => value.toFixed(0));
    const memory = `${number(megabytes)} MB`;
    const name = mode === 'words' ? mode : `words, ${mode}`;
    row(name, ...ms, memory, `${openMs.toFixed(0)} ms`, seconds(firstMs), recallAt5.toFixed(1));
    if (shallow > 0) console.log(`${shallow} of ${QUESTIONS} deep searches read fewer passages: the machine is busy`);
  }
  row('goal', '80', '', '', '', '2,000 MB', '', '', '');
  console.log('The goal is for a million passages; the first answer counts from the start of its process.');
};

const row = (name: string, ...cells: string[]) =>
  console.log(name.padEnd(16) + cells.map((cell) => cell.padStart(14)).join(''));

/** The time of some work and its peak memory in MB. */
const clocked = async <T>(
  work: () => Promise<T>,
): Promise<{ value: T; took: { ms: number; cpu: number; megabytes: number } }> => {
  let peak = process.memoryUsage.rss();
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const [started, before] = [performance.now(), cpuMs()];
  try {
    const value = await work();
    const cpu = cpuMs() - before;
    return { value, took: { ms: performance.now() - started, cpu, megabytes: peak / 1e6 } };
  } finally {
    clearInterval(sampler);
  }
};

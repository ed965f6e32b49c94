import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { lacks } from '../bench/bench.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { openWorldRun } from '../evals/run/world-run.ts';
import { createDistantAgent } from '../runtime/jobs/distant-agent.ts';
import { openParley } from '../runtime/open.ts';
import type { Parley } from '../runtime/parley.ts';
import { startParley } from './testing/start-parley.ts';

export const about =
  'workers [--questions N] [--latency MS]: jobs a second with one, two and four workers over Postgres, where the model’s latency dominates';

/** Minimum speed-up over one worker, by the number of workers. */
const GOALS = new Map([
  [2, 1.7],
  [4, 3.2],
]);
/** Concurrent questions per worker. Few, so that the processor is not the bottleneck. */
const AT_ONCE = 2;

/** @param options number of questions per number of workers (24), and duration of a model call in ms (4000) */
export const run = async (options: readonly string[]): Promise<void> => {
  if (!process.env.POSTGRES_URL) return lacks('POSTGRES_URL');
  const option = (name: string, otherwise: number) =>
    options.includes(name) ? Number(options[options.indexOf(name) + 1]) : otherwise;
  const count = option('--questions', 24);
  const latency = option('--latency', 4000);
  const folder = mkdtempSync(join(tmpdir(), 'parley-workers-'));
  const namespace = `bench_${crypto.randomUUID().slice(0, 8)}`;
  const settings = readSettings({
    PARLEY_DATA: folder,
    POSTGRES_URL: process.env.POSTGRES_URL,
    PARLEY_NAMESPACE: namespace,
  });
  const world = await openWorldRun({ seed: 7, size: 80 }, { folder, count: 60, knobs: { latency }, settings });
  const parley = await openParley({ settings: world.settings, log: silentLog });
  try {
    await parley.ingest(world.corpus, { source: 'world' });
    const questions = readFileSync(world.questions, 'utf8')
      .trim()
      .split('\n')
      .map((row) => (JSON.parse(row) as { question: string }).question);
    console.log(`${count} questions by one call of ${latency} ms each, ${AT_ONCE} at once a worker`);
    let one: number | undefined;
    for (const workers of [1, 2, 4]) {
      const { perSecond, took } = await measure(parley, questions, { workers, count, folder });
      one ??= perSecond;
      const goal = GOALS.get(workers);
      const gain = goal === undefined ? '' : `, ${(perSecond / one).toFixed(2)} times one worker's (goal: ${goal})`;
      console.log(`${workers} workers: ${perSecond.toFixed(2)} questions a second in ${took.toFixed(1)} s${gain}`);
    }
  } finally {
    await parley.close();
    await world.close();
    await drop(process.env.POSTGRES_URL, namespace);
    rmSync(folder, { recursive: true });
  }
};

const drop = async (connectionString: string, namespace: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const schemas = ['', '_jobs', '_checkpoints'].map((part) => `"${namespace}${part}"`).join(', ');
  await client.query(`SET client_min_messages = warning; DROP SCHEMA IF EXISTS ${schemas} CASCADE`);
  await client.end();
};

const measure = async (
  parley: Parley,
  questions: readonly string[],
  { workers, count, folder }: { workers: number; count: number; folder: string },
) => {
  const children = await Promise.all(
    Array.from({ length: workers }, (_, n) => startWorker(parley, join(folder, `${n}`))),
  );
  try {
    const agent = createDistantAgent({ agent: parley.agent, stores: parley.stores, log: silentLog });
    const ask = async (n: number) => {
      const [id, askerId, text] = [crypto.randomUUID(), `web:${n}`, questions[n % questions.length]!];
      const scopes = ['everyone'];
      const stored = {
        id,
        conversationId: id,
        eventId: id,
        askerId,
        question: text,
        scopes,
        status: 'running',
      } as const;
      await parley.stores.conversations.putTurn({ ...stored, askedAt: new Date().toISOString() });
      return agent.answer({
        text,
        strategy: 'vanilla',
        scopes,
        turn: { id, askerId, workspace: `workspace ${n % 5}` },
      });
    };
    // Warms up: a process loads its modules at the first question.
    await Promise.all(Array.from({ length: workers * AT_ONCE * 2 }, (_, n) => ask(n)));
    const before = performance.now();
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
    if (answers.some(({ mode }) => mode !== 'model')) throw new Error('a question was not answered by the model');
    const took = (performance.now() - before) / 1000;
    return { took, perSecond: count / took };
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
  }
};

const startWorker = async ({ settings }: Parley, data: string): Promise<ChildProcess> => {
  const { POSTGRES_URL, PARLEY_NAMESPACE, PARLEY_MODEL, PARLEY_MODEL_BASE_URL, PARLEY_MODEL_API_KEY } = settings;
  const own = { PARLEY_DATA: data, PARLEY_AT_ONCE: String(AT_ONCE), PARLEY_LOG: 'error' };
  const shared = { POSTGRES_URL, PARLEY_NAMESPACE, PARLEY_MODEL, PARLEY_MODEL_BASE_URL, PARLEY_MODEL_API_KEY };
  const { child } = await startParley('worker', { ...shared, ...own }, { cwd: tmpdir(), says: /works on jobs/ });
  return child;
};

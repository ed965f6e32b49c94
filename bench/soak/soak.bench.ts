import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../bots/chat/testing/free-port.ts';
import { endProcess, startParley } from '../../cli/testing/start-parley.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { startSimulatedModel } from '../../evals/simulator/server/server.ts';
import { writeWorld } from '../../evals/simulator/world/write-world.ts';
import { openParley } from '../../runtime/open.ts';
import { quantile } from '../bench.ts';
import { type AskOptions, askAtRate, askOnce, type Outcome, openPages, type Person } from '../overload/load.ts';

export const about =
  'soak [MINUTES] [--rate N] [--conversations N] [--pause SECONDS] [--latency MS] [--threads N]: questions to be quoted at a rate, and people who talk to a model, for half an hour: p95, errors, memory each minute';

const GOAL_P95_MS = 300;
/** At most so much more memory in the last minute than in the fifth, when caches are full. */
const GOAL_GROWTH = 0.1;
const WORLD = { seed: 7, size: 10_000 };
const PEOPLE = 600;
/** What is asked: a world's questions, in turns. */
const QUESTIONS = 120;

/**
 * @param options minutes (30); `--rate` of questions to be quoted, a second (50); `--conversations` with the model (200), each
 * of which pauses `--pause` seconds on average before it asks again (60); `--latency` of a model's call (2000); `--threads`
 * that quote (2)
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      rate: { type: 'string', default: '50' },
      conversations: { type: 'string', default: '200' },
      pause: { type: 'string', default: '60' },
      latency: { type: 'string', default: '2000' },
      threads: { type: 'string', default: '2' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'parley-soak-'));
  const data = join(folder, 'data');
  const world = join(folder, 'world');
  await writeWorld(world, { ...WORLD, count: QUESTIONS });
  const model = await startModel(Number(values.latency));
  try {
    await index(data, join(world, 'corpus.jsonl'));
    const questions = readFileSync(join(world, 'questions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((row) => (JSON.parse(row) as { question: string }).question);
    const port = await freePort();
    const { child } = await startParley(
      'web,worker',
      {
        PARLEY_DATA: data,
        PORT: String(port),
        PARLEY_TRUST_PROXY: '127.0.0.1',
        PARLEY_THREADS: values.threads,
        PARLEY_AT_ONCE: '400',
        PARLEY_MODEL: 'openai:simulated',
        PARLEY_MODEL_BASE_URL: model.url,
        PARLEY_MODEL_API_KEY: 'simulated',
      },
      { cwd: folder, says: /Parley is at/ },
    );
    try {
      const kept = await measure(`http://127.0.0.1:${port}`, {
        questions,
        pid: child.pid ?? 0,
        minutes: Number(positionals[0] ?? 30),
        perSecond: Number(values.rate),
        conversations: Number(values.conversations),
        pauseMs: Number(values.pause) * 1000,
      });
      if (!kept) process.exitCode = 1;
    } finally {
      await endProcess(child, 'SIGKILL');
    }
  } finally {
    model.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Starts this file as a process of its own, which serves the simulated model. */
const startModel = async (latency: number): Promise<{ url: string; stop(): void }> => {
  const child = fork(fileURLToPath(import.meta.url), [`${latency}`]);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { url, stop: () => void child.kill() };
};

const index = async (data: string, corpus: string) => {
  const parley = await openParley({ settings: readSettings({ PARLEY_DATA: data }), log: silentLog });
  const { passages } = await parley.ingest([corpus], { source: 'world' });
  await parley.close();
  console.log(`${passages} passages`);
};

interface Load {
  questions: readonly string[];
  /** Process id of the server. */
  pid: number;
  minutes: number;
  perSecond: number;
  conversations: number;
  pauseMs: number;
}

/** @returns whether nothing broke, the p95 of quoted answers and the growth of memory are within their goals */
const measure = async (
  url: string,
  { questions, pid, minutes, perSecond, conversations, pauseMs }: Load,
): Promise<boolean> => {
  const people = await openPages(url, PEOPLE + conversations);
  const ask = (person: number, question: string, options: AskOptions) =>
    askOnce(url, people[person] as Person, question, options);
  console.log(
    `${perSecond} quoted questions a second and ${conversations} conversations with a model, ${minutes} minutes (goal: p95 of quoted answers ${GOAL_P95_MS} ms, no error)`,
  );
  const until = performance.now() + minutes * 60_000;
  const said: Outcome[] = [];
  const talking = Array.from({ length: conversations }, async (_, n) => {
    const conversationId = `web:${crypto.randomUUID()}`;
    for (let turn = 0; performance.now() < until; turn += 1) {
      // Spread from half to one and a half times the pause, so that they do not ask together.
      await sleep(
        Math.min(until - performance.now(), pauseMs * (turn === 0 ? n / conversations : 0.5 + Math.random())),
      );
      if (performance.now() < until)
        said.push(await ask(PEOPLE + n, questions[(n + turn) % questions.length] ?? '', { conversationId }));
    }
  });
  let [broken, slow] = [0, 0];
  const memory: number[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const from = said.length;
    const quoted = await Promise.all(
      await askAtRate((n) => ask(n % PEOPLE, questions[n % questions.length] ?? '', { strategy: 'quote' }), {
        perSecond,
        ms: 60_000,
      }),
    );
    const talked = said.slice(from);
    const p95 = quantile(
      quoted.map(({ ms }) => ms),
      0.95,
    );
    memory.push(megabytesOf(pid));
    broken += [...quoted, ...talked].filter(({ ending }) => !ending.startsWith('answered')).length;
    if (p95 > GOAL_P95_MS) slow += 1;
    console.log(`  minute ${minute}: quoted ${figures(quoted)}; by the model ${figures(talked)}; ${memory.at(-1)} MB`);
  }
  await Promise.all(talking);
  const [settled = Number.NaN, last = Number.NaN] = [memory[Math.min(4, memory.length - 1)], memory.at(-1)];
  const growth = last / settled - 1;
  console.log(
    `${broken} not answered (goal: 0); ${slow} of ${minutes} minutes slower than ${GOAL_P95_MS} ms; memory ${(100 * growth).toFixed(0)} % more than in the fifth minute`,
  );
  return broken === 0 && slow === 0 && growth <= GOAL_GROWTH;
};

const figures = (outcomes: readonly Outcome[]): string => {
  const times = outcomes.map(({ ms }) => ms);
  const endings = [...Map.groupBy(outcomes, ({ ending, why }) => (why ? `${ending} (${why})` : ending))].map(
    ([ending, all]) => `${all.length} ${ending}`,
  );
  return `${endings.join(', ')}, p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`;
};

/** Resident memory of a process. */
const megabytesOf = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1000);
};

if (process.send && process.argv[2]) {
  const { url } = await startSimulatedModel({
    seed: WORLD.seed,
    knobs: { latency: Number(process.argv[2]) },
    world: WORLD,
  });
  process.send({ url });
}

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../../bots/chat/testing/free-port.ts';
import { endProcess, startParley } from '../../cli/testing/start-parley.ts';
import type { Answer } from '../../core/answer.ts';
import { worldOf, writeCorpus } from '../../evals/scale/corpus.ts';
import { startSimulatedModel } from '../../evals/simulator/server/server.ts';
import { worldQuestions } from '../../evals/simulator/world/questions.ts';
import { lacks, quantile } from '../bench.ts';
import { askForAnswer, askOnce, type Outcome, openPages, type Person } from '../overload/load.ts';

export const about =
  'backup [PASSAGES] [--questions N] [--postgres] [--vectors]: a backup while people ask, restored elsewhere: the same answers to N questions, byte for byte';

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const PEOPLE = 40;
/** People who ask one question after the other while the backup is written. */
const ASKING = 3;

type Settings = Readonly<Record<string, string>>;

/** Where one Parley keeps what it knows. */
interface Place {
  settings: Settings;
  remove(): Promise<void>;
}

/**
 * @param options the least number of passages (100,000), `--questions N` (200), `--vectors` for passages encoded by hashed
 * words over the API, and `--postgres` for a server in POSTGRES_URL, restored into another database of it; without it a
 * data file, restored into another folder
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      questions: { type: 'string', default: '200' },
      postgres: { type: 'boolean' },
      vectors: { type: 'boolean' },
    },
  });
  const { POSTGRES_URL } = process.env;
  if (values.postgres && !POSTGRES_URL) return lacks('a Postgres server (POSTGRES_URL)');
  const passages = Number(positionals[0] ?? 100_000);
  const folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
  const encoder = values.vectors ? await startSimulatedModel() : undefined;
  const placeAt = async (name: string): Promise<Place> => {
    const own = {
      PARLEY_DATA: join(folder, name),
      PARLEY_TRUST_PROXY: '127.0.0.1',
      ...(encoder && encodedBy(encoder.url)),
    };
    return values.postgres && POSTGRES_URL ? ownDatabase(POSTGRES_URL, own) : { settings: own, remove: async () => {} };
  };
  const places: Place[] = [];
  try {
    const file = join(folder, 'backup');
    const parts = await writeCorpus(folder, { passages, shape: 'world', upTo: [1] });
    const first = await placeAt('first');
    places.push(first);
    const ingested = await parley(['ingest', ...parts.map((part) => part.file)], first.settings);
    console.log(`ingest    ${seconds(ingested.ms)}, ${ingested.out.trim().split('\n').at(-1)}`);
    const questions = Array.from(
      worldQuestions({ ...worldOf(passages), count: Number(values.questions) }),
      (one) => one.question,
    );

    const before = await withServer(first.settings, async (url, people) => {
      const calm = await askAll(url, people, questions);
      const { outcomes, written } = await askWhile(url, people, questions, () =>
        parley(['backup', file], first.settings),
      );
      const times = outcomes.map(({ ms }) => ms);
      const failed = outcomes.filter(({ ending }) => !ending.startsWith('answered'));
      console.log(
        `backup    ${seconds(written.ms)}, ${Math.round(statSync(file).size / 1e6)} MB: ${written.out.trim()}`,
      );
      console.log(
        `meanwhile ${outcomes.length} questions asked, ${failed.length} not answered; p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`,
      );
      if (failed.length > 0) process.exitCode = 1;
      return calm;
    });

    const second = await placeAt('second');
    places.push(second);
    const restored = await parley(['restore', file], second.settings);
    console.log(`restore   ${seconds(restored.ms)}: ${restored.out.trim().split('\n')[0]}`);
    const after = await withServer(second.settings, (url, people) => askAll(url, people, questions));
    const different = questions.filter((_, at) => !isDeepStrictEqual(before[at], after[at]));
    const answered = before.filter(({ verdict }) => verdict === 'answered').length;
    console.log(
      `answers   ${questions.length - different.length} of ${questions.length} the same byte for byte (${answered} answered, the others unknown)`,
    );
    for (const question of different.slice(0, 3)) console.log(`  another answer: ${question}`);
    if (different.length > 0) process.exitCode = 1;
  } finally {
    for (const place of places) await place.remove();
    await encoder?.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const encodedBy = (url: string): Settings => ({
  PARLEY_EMBEDDINGS: 'openai:simulated',
  PARLEY_EMBEDDINGS_BASE_URL: url,
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A database of its own on a server, so that a restore finds none of what was backed up. */
const ownDatabase = async (url: string, settings: Settings): Promise<Place> => {
  const name = `parley_bench_${randomUUID().slice(0, 8)}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await onServer(`CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    settings: { ...settings, POSTGRES_URL: own.href },
    remove: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
};

/** Runs a command of Parley as a process of its own. @throws what it said on stderr if it fails */
const parley = (args: readonly string[], settings: Settings): Promise<{ out: string; ms: number }> =>
  new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env;
    const started = performance.now();
    const child = spawn(process.execPath, ['--max-semi-space-size=16', main, ...args], {
      env: { PATH, HOME, ...settings },
    });
    let [out, log] = ['', ''];
    child.stdout.on('data', (text: Buffer) => {
      out += text;
    });
    child.stderr.on('data', (text: Buffer) => {
      log += text;
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve({ out, ms: performance.now() - started })
        : reject(new Error(`parley ${args[0]} ended with ${code}: ${log.slice(-500)}`)),
    );
  });

/** Starts a server over a place, and ends it when the work is done. */
const withServer = async <T>(
  settings: Settings,
  work: (url: string, people: readonly Person[]) => Promise<T>,
): Promise<T> => {
  const port = await freePort();
  const { child } = await startParley(
    'web,worker',
    { ...settings, PORT: String(port) },
    { cwd: tmpdir(), says: /Parley is at/ },
  );
  try {
    const url = `http://127.0.0.1:${port}`;
    return await work(url, await openPages(url, PEOPLE));
  } finally {
    await endProcess(child);
  }
};

const personOf = (people: readonly Person[], n: number): Person => {
  const person = people[n % people.length];
  if (!person) throw new Error('nobody asks');
  return person;
};

/** Everybody asks one question after the other. @returns the answers, without what differs from run to run */
const askAll = async (url: string, people: readonly Person[], questions: readonly string[]) => {
  const answers: Omit<Answer, 'usage'>[] = [];
  for (const [at, question] of questions.entries()) {
    const {
      id: _,
      usage: __,
      ...answer
    } = (await askForAnswer(url, personOf(people, at), question)) as Answer & { id?: string };
    answers.push(answer);
  }
  return answers;
};

/** Some people ask one question after the other until the work is done. */
const askWhile = async <T>(
  url: string,
  people: readonly Person[],
  questions: readonly string[],
  work: () => Promise<T>,
): Promise<{ outcomes: Outcome[]; written: T }> => {
  let done = false;
  let next = 0;
  const outcomes: Outcome[] = [];
  const asking = Array.from({ length: ASKING }, async () => {
    while (!done) {
      const n = next++;
      outcomes.push(await askOnce(url, personOf(people, n), questions[n % questions.length] ?? ''));
    }
  });
  const written = await work().finally(() => {
    done = true;
  });
  await Promise.all(asking);
  return { outcomes, written };
};

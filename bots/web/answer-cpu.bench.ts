import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { lacks, quantile } from '../../bench/bench.ts';
import { askAtRate, askForAnswer, askOnce, openPages } from '../../bench/overload/load.ts';
import type { Answer } from '../../core/answer.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { createConversations } from '../conversation/conversations.ts';

export const about =
  'answer-cpu [SET | DATA_FOLDER QUESTIONS.txt] [--questions N] [--against CHECKOUT] [--rate N --seconds N] [--threads N] [--profile FOLDER]: processor time of a quoted answer through the web server, the client in another process; beside an older checkout in turns, with the same answers; at a rate; a profile of the server for a browser to open';

const GOAL_MS = 20;
const GOAL_P95_MS = 300;
const ROUNDS = ['asked for the first time', 'asked again', 'and again'];
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param options a question set of the shared folder (hotpotqa_dev by default), or a data folder and a file with a question
 * a line; `--questions N` (100 by default). `--against CHECKOUT` asks another checkout of Parley each question too. `--rate N`
 * goes on with N questions a second for `--seconds N` (60), whether or not those before were answered. `--threads N` is
 * PARLEY_THREADS.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      questions: { type: 'string', default: '100' },
      profile: { type: 'string' },
      against: { type: 'string' },
      rate: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      threads: { type: 'string', default: '0' },
    },
  });
  const [from = 'hotpotqa_dev', file] = positionals;
  if (!file && !sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const questions = file
    ? readFileSync(file, 'utf8').split('\n').filter(Boolean)
    : sharedRows<{ question: string }>(`${from}_questions`).map(({ question }) => question);
  const checkouts = [root, ...(values.against ? [resolve(values.against)] : [])];
  const servers: Server[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    for (const [at, checkout] of checkouts.entries()) {
      const data = join(folder, `${at}`);
      if (file) cpSync(from, data, { recursive: true });
      else await indexWith(checkout, from, data);
      const { threads, profile } = values;
      servers.push(await startServer(checkout, data, { threads, ...(at === 0 && { profile }) }));
    }
    const asked = questions.slice(0, Number(values.questions));
    await measure(servers, asked);
    const [server] = servers;
    if (values.rate && server) await measureAtRate(server, asked, Number(values.rate), Number(values.seconds));
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
  }
};

/** Indexes a question set with a checkout's own code, since its index may be another than ours. */
const indexWith = async (checkout: string, set: string, data: string): Promise<void> => {
  const load = <T>(path: string) => import(pathToFileURL(join(checkout, path)).href) as Promise<T>;
  const { openEmbedded } = await load<typeof import('../../stores/embedded/index.ts')>('stores/embedded/index.ts');
  const { indexQuestionSet } = await load<typeof import('../../retrieval/testing/question-sets.ts')>(
    'retrieval/testing/question-sets.ts',
  );
  const stores = openEmbedded(join(data, 'parley.db'));
  const { passages } = await indexQuestionSet(set, undefined, { stores, close: stores.close });
  await stores.close();
  console.log(`${set}, ${passages} passages`);
};

/** Asks each server each question in turns, the first of them by turns too. */
const measure = async (servers: readonly Server[], questions: readonly string[]): Promise<void> => {
  for (const round of ROUNDS) {
    const used = servers.map(() => [] as number[]);
    let different = 0;
    for (const [at, question] of questions.entries()) {
      const answers: (Answer | undefined)[] = [];
      const order = at % 2 === 0 ? [...servers.keys()] : [...servers.keys()].reverse();
      for (const which of order) {
        const server = servers[which];
        if (!server) continue;
        const before = await server.cpu();
        answers[which] = await server.ask(question);
        used[which]?.push((await server.cpu()) - before);
      }
      const [ours, theirs] = answers.map((answer) => answer && comparable(answer));
      if (theirs && !isDeepStrictEqual(ours, theirs)) {
        different += 1;
        if (different === 1) console.log(`another answer: ${question}`);
      }
    }
    const [ours = [], theirs] = used;
    if (round === ROUNDS[0]) printByHundreds(ours, theirs);
    const figures = (times: readonly number[]) =>
      `${mean(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, the first of them ${(times[0] ?? Number.NaN).toFixed(0)} ms`;
    console.log(
      `${round.padEnd(26)} ${figures(ours)} of processor an answer (goal: ${GOAL_MS})${
        theirs
          ? `; the other checkout ${figures(theirs)}; ratio ${(mean(ours) / mean(theirs)).toFixed(2)}; ${different} of ${questions.length} answers differ`
          : ''
      }`,
    );
  }
};

/**
 * A new process compiles its code while it answers the first questions; the later hundreds are what new questions about new
 * pages cost a server that has run for a while.
 */
const printByHundreds = (ours: readonly number[], theirs: readonly number[] | undefined): void => {
  for (let from = 0; from < ours.length; from += 100) {
    const part = ours.slice(from, from + 100);
    const other = theirs?.slice(from, from + 100);
    console.log(
      `  questions ${from + 1} to ${from + part.length}: ${mean(part).toFixed(1)} ms${
        other ? `; the other checkout ${mean(other).toFixed(1)} ms; ratio ${(mean(part) / mean(other)).toFixed(2)}` : ''
      }`,
    );
  }
};

const PEOPLE = 600;

/** Asks at a rate. Prints what the person waits and what the server takes, each minute and over all. */
const measureAtRate = async (server: Server, questions: readonly string[], perSecond: number, seconds: number) => {
  const people = await openPages(server.url, PEOPLE);
  const ask = (n: number) => {
    const person = people[n % people.length];
    if (!person) throw new Error('nobody asks');
    return askOnce(server.url, person, questions[n % questions.length] ?? '');
  };
  console.log(`${perSecond} questions a second for ${seconds} s (goal: p95 of ${GOAL_P95_MS} ms)`);
  for (let left = seconds; left > 0; left -= 60) {
    const before = await server.cpu();
    const started = performance.now();
    const outcomes = await Promise.all(await askAtRate(ask, { perSecond, ms: Math.min(60, left) * 1000 }));
    const [used, passed] = [(await server.cpu()) - before, performance.now() - started];
    const times = outcomes.map(({ ms }) => ms);
    const endings = [...Map.groupBy(outcomes, ({ ending }) => ending)].map(
      ([ending, all]) => `${all.length} ${ending}`,
    );
    console.log(
      `  ${endings.join(', ')}; p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms; ${(used / passed).toFixed(2)} processors, ${(used / outcomes.length).toFixed(1)} ms an answer; ${await server.megabytes()} MB`,
    );
  }
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** An answer without its id and duration, which differ from run to run. */
const comparable = ({ id: _, usage: __, ...answer }: Partial<Answer> & { id?: string }) => answer;

interface Server {
  url: string;
  /** Processor time so far, in milliseconds. */
  cpu(): Promise<number>;
  /** Resident memory. */
  megabytes(): Promise<number>;
  ask(question: string): Promise<Answer>;
  stop(): Promise<void>;
}

const startServer = async (
  checkout: string,
  data: string,
  { threads, profile }: { threads: string; profile?: string | undefined },
): Promise<Server> => {
  const server = fork(join(checkout, 'bots/web/answer-cpu.bench.ts'), [data, threads], {
    execArgv: ['--max-semi-space-size=16', ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
  });
  const { url } = await nextMessage<{ url: string }>(server);
  const cookie = (await fetch(url)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const used = async () => {
    const message = nextMessage<NodeJS.CpuUsage & { rss?: number }>(server);
    server.send('used');
    return message;
  };
  return {
    url,
    async cpu() {
      const { user, system } = await used();
      return (user + system) / 1000;
    },
    megabytes: async () => Math.round(((await used()).rss ?? Number.NaN) / 1e6),
    ask: (question) => askForAnswer(url, { cookie, address: '127.0.0.1' }, question),
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.disconnect();
      await ended;
    },
  };
};

const nextMessage = <T>(server: ChildProcess): Promise<T> =>
  new Promise((resolve) => server.once('message', (message) => resolve(message as T)));

/** Runs in the forked process: starts Parley as `start --only web` does, and reports what it used on each message. */
const serve = async (data: string, threads: string | undefined) => {
  const [{ openParley }, { agentOnThreads }, { startWeb }] = await Promise.all([
    import('../../runtime/open.ts'),
    import('../../runtime/threads/threaded-agent.ts'),
    import('./start.ts'),
  ]);
  const settings = readSettings({ PARLEY_DATA: data, PARLEY_TRUST_PROXY: '127.0.0.1', PARLEY_THREADS: threads });
  const parley = await openParley({ settings, log: silentLog });
  const { agent } = agentOnThreads(parley);
  const conversations = createConversations({ agent, store: parley.stores.conversations });
  const web = await startWeb({ parley, conversations, port: 0 });
  process.on('message', () => process.send?.({ ...process.cpuUsage(), rss: process.memoryUsage.rss() }));
  // Node writes the profile of a process that exits by itself.
  process.once('disconnect', () => process.exit());
  process.send?.({ url: web.url });
};

if (process.send && process.argv[2]) await serve(process.argv[2], process.argv[3]);

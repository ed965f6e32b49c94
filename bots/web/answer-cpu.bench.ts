import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lacks, quantile } from '../../bench/bench.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { indexQuestionSet } from '../../retrieval/testing/question-sets.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { createConversations } from '../conversation/index.ts';

export const about =
  'answer-cpu [SET] [--questions N] [--profile FOLDER]: processor time of a quoted answer through the web server, the client in another process; a profile of the server for a browser to open';

const GOAL_MS = 20;

/** @param options a question set of the shared folder (hotpotqa_dev by default), and `--questions N` (100 by default) */
export const run = async (options: readonly string[]): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: { questions: { type: 'string', default: '100' }, profile: { type: 'string' } },
  });
  const set = positionals[0] ?? 'hotpotqa_dev';
  const data = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    const stores = openEmbedded(join(data, 'parley.db'));
    const { passages } = await indexQuestionSet(set, undefined, { stores, close: stores.close });
    await stores.close();
    const questions = sharedRows<{ question: string }>(`${set}_questions`)
      .slice(0, Number(values.questions))
      .map(({ question }) => question);
    console.log(`${set}, ${passages} passages, ${questions.length} questions`);
    await measure(data, questions, values.profile);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
};

const measure = async (data: string, questions: readonly string[], profile: string | undefined) => {
  const server = fork(fileURLToPath(import.meta.url), [data], {
    execArgv: ['--max-semi-space-size=16', ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
  });
  const nextMessage = <T>() => new Promise<T>((resolve) => server.once('message', (message) => resolve(message as T)));
  try {
    const { url } = await nextMessage<{ url: string }>();
    const cookie = (await fetch(url)).headers.get('set-cookie')?.split(';')[0] ?? '';
    for (const round of ['asked for the first time', 'asked again']) {
      server.send('cpu');
      const before = await nextMessage<NodeJS.CpuUsage>();
      const times: number[] = [];
      for (const question of questions) times.push(await ask(url, cookie, question));
      server.send('cpu');
      const after = await nextMessage<NodeJS.CpuUsage>();
      const used = (after.user + after.system - before.user - before.system) / 1000 / questions.length;
      console.log(
        `${round.padEnd(26)} ${used.toFixed(1)} ms of processor an answer (goal: ${GOAL_MS}); p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`,
      );
    }
  } finally {
    server.disconnect();
  }
};

/** Asks one question as the page does and reads the events to the end. @returns milliseconds */
const ask = async (url: string, cookie: string, text: string): Promise<number> => {
  const started = performance.now();
  const asked = await fetch(`${url}/api/v1/conversations/web:${crypto.randomUUID()}/questions`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ eventId: crypto.randomUUID(), text }),
  });
  const { turnId } = (await asked.json()) as { turnId: string };
  const events = await (await fetch(`${url}/api/v1/turns/${turnId}/events`, { headers: { cookie } })).text();
  if (!events.includes('"type":"answer"')) throw new Error(`no answer: ${events.slice(-300)}`);
  return performance.now() - started;
};

/** Runs in the forked process: starts Parley as `start --only web` does, and reports its CPU time on each message. */
const serve = async (data: string) => {
  const [{ openParley }, { startWeb }] = await Promise.all([import('../../runtime/open.ts'), import('./index.ts')]);
  const settings = readSettings({ PARLEY_DATA: data });
  const parley = await openParley({ settings, log: silentLog });
  const conversations = createConversations({ agent: parley.agent, store: parley.stores.conversations });
  const web = await startWeb({ parley, conversations, port: 0 });
  process.on('message', () => process.send?.(process.cpuUsage()));
  // Node writes the profile of a process that exits by itself.
  process.once('disconnect', () => process.exit());
  process.send?.({ url: web.url });
};

if (process.send && process.argv[2]) await serve(process.argv[2]);

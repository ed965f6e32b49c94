import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../bots/chat/testing/free-port.ts';
import { endProcess, startParley } from '../../cli/testing/start-parley.ts';
import { quantile } from '../bench.ts';
import { askAtRate, askInTurn, askOnce, type Ending, type Outcome, openPages } from './load.ts';

export const about =
  'overload [SECONDS] [--times N] [--waiting N]: N times (5) what a started Parley can answer: how each request ended, and when it is normal again';

const QUESTIONS = [
  'How many weeks of parental leave do I get?',
  'Who is the site lead in Porto?',
  'What is the hotel limit in Spain?',
  'How do I report a stolen laptop?',
];
const PEOPLE = 600;
/** As many as are answered at once by default. */
const AT_ONCE = 16;
const GOAL_NORMAL_S = 10;

/** @param options seconds of overload (20), how many times the capacity (5), how many may wait (Parley's own default) */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...options],
    options: { times: { type: 'string', default: '5' }, waiting: { type: 'string' } },
    allowPositionals: true,
  });
  const data = await mkdtemp(path.join(tmpdir(), 'parley-overload-'));
  const port = await freePort();
  const settings = {
    PARLEY_DATA: data,
    PORT: String(port),
    PARLEY_TRUST_PROXY: '127.0.0.1',
    ...(values.waiting && { PARLEY_WAITING: values.waiting }),
  };
  const { child } = await startParley('web,worker', settings, { cwd: data, says: /Parley is at/ });
  try {
    const ms = Number(positionals[0] ?? 20) * 1000;
    if (!(await measure(`http://127.0.0.1:${port}`, { times: Number(values.times), ms }))) process.exitCode = 1;
  } finally {
    await endProcess(child, 'SIGKILL');
    await rm(data, { recursive: true, force: true });
  }
};

/** @returns whether every promise was kept */
const measure = async (url: string, { times, ms }: { times: number; ms: number }): Promise<boolean> => {
  const people = await openPages(url, PEOPLE);
  const ask = (n: number) => {
    const person = people[n % people.length];
    if (!person) throw new Error('nobody asks');
    return askOnce(url, person, QUESTIONS[n % QUESTIONS.length] ?? '');
  };
  await askInTurn(ask, { people: AT_ONCE, ms: 3000 });
  const calm = await askInTurn(ask, { people: 2, ms: 5000 });
  const busy = await askInTurn(ask, { people: AT_ONCE, ms: 8000 });
  const normal = quantile(msOf(calm), 0.95);
  const capacity = busy.filter(({ ending }) => ending.startsWith('answered')).length / 8;
  console.log(
    `two people asking: p95 ${normal.toFixed(0)} ms; ${AT_ONCE} people: ${capacity.toFixed(1)} answers a second`,
  );

  const perSecond = capacity * times;
  const sent = await askAtRate(ask, { perSecond, ms });
  const over = performance.now();
  const back = normalAgain(ask, normal);
  const outcomes = await Promise.all(sent);
  const drained = (performance.now() - over) / 1000;
  const counts = Map.groupBy(outcomes, ({ ending }) => ending);
  console.log(`${times} times that for ${ms / 1000} s: ${sent.length} questions, ${perSecond.toFixed(0)} a second`);
  for (const [ending, all] of counts)
    console.log(
      `  ${ending.padEnd(36)} ${String(all.length).padStart(6)}   p95 ${quantile(msOf(all), 0.95).toFixed(0)} ms`,
    );
  const why = Object.groupBy(counts.get('broken') ?? [], (one) => one.why ?? '');
  for (const [reason, all] of Object.entries(why)) console.log(`    ${all?.length} times: ${reason}`);
  const normalAfter = await back;
  console.log(`the last of them ended ${drained.toFixed(1)} s after the overload`);
  console.log(
    `a new question took less than ${(2 * normal).toFixed(0)} ms again after ${normalAfter.toFixed(1)} s (goal: ${GOAL_NORMAL_S})`,
  );
  const broken = (['broken', 'refused without a time'] satisfies Ending[]).reduce(
    (sum, ending) => sum + (counts.get(ending)?.length ?? 0),
    0,
  );
  return broken === 0 && normalAfter <= GOAL_NORMAL_S;
};

const msOf = (outcomes: readonly Outcome[]) => outcomes.map(({ ms }) => ms);

/** Asks now and then until three in a row are answered in less than twice the calm time. @returns seconds until the first of them */
const normalAgain = async (ask: (n: number) => Promise<Outcome>, normal: number): Promise<number> => {
  const started = performance.now();
  let first = 0;
  for (let inRow = 0, n = 0; inRow < 3; n += 1) {
    const at = performance.now();
    const { ending, ms } = await ask(n);
    const well = ending.startsWith('answered') && ms < 2 * normal;
    if (well && inRow === 0) first = (at - started) / 1000;
    inRow = well ? inRow + 1 : 0;
    if (!well && performance.now() - started > 120_000) return (performance.now() - started) / 1000;
    await sleep(100);
  }
  return first;
};

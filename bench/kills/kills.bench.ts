import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missing, testStores } from '../../stores/testing/test-stores.ts';
import { lacks, quantile } from '../bench.ts';
import { type Kill, type KillReport, runKills } from './run-kills.ts';

export const about =
  'kills [N] [--seed S] [--to FILE] [--logs FOLDER]: two fronts and two workers over Postgres, N of them killed (kill -9) while people ask: what is lost, answered twice, left undone. Ctrl-C ends it, and the same FILE goes on';

/** Kills between two times when everything is calm and judged: what a session loses that is ended from outside. */
const ROUND = 40;

/** What is kept of a round, a line of the file each. */
interface Round {
  seed: number;
  kills: KillReport['kills'];
  killedStarting: number;
  killedTogether: number;
  asked: KillReport['asked'];
  undelivered: number;
  lost: string[];
  answeredTwice: string[];
  failed: string[];
  turnsRunning: number;
  jobs: KillReport['jobs'];
  takenOver: number;
  seconds: number[];
  back: number[];
}

/** @param options how many kills (60), the seed that decides who is killed when, and where rounds and logs are kept */
export const run = async (options: readonly string[]): Promise<void> => {
  if (missing(['POSTGRES_URL'])) return lacks('POSTGRES_URL');
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, to: { type: 'string' }, logs: { type: 'string' } },
  });
  const wanted = Number(positionals[0] ?? 60);
  const seed = Number(values.seed);
  const rounds = readRounds(values.to);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  for (let done = killsOf(rounds); done < wanted && !stop.signal.aborted; done = killsOf(rounds)) {
    // Rounds differ, and each can be run again by its own seed.
    const ownSeed = seed * 1000 + rounds.length;
    const round = await runRound({
      kills: Math.min(ROUND, wanted - done),
      seed: ownSeed,
      done,
      stop,
      logs: values.logs,
    });
    rounds.push(round);
    if (values.to) appendFileSync(values.to, `${JSON.stringify(round)}\n`);
  }
  if (printSum(rounds) > 0) process.exitCode = 1;
};

const readRounds = (file: string | undefined): Round[] =>
  file && existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Round)
    : [];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const killsOf = (rounds: readonly Round[]): number => sum(rounds.flatMap(({ kills }) => Object.values(kills)));

const runRound = async ({
  kills,
  seed,
  done,
  stop,
  logs,
}: {
  kills: number;
  seed: number;
  done: number;
  stop: AbortController;
  logs: string | undefined;
}): Promise<Round> => {
  const place = testStores(['POSTGRES_URL']);
  let killedTogether = 0;
  const onKill = ({ n, name, starting, together, open, answered }: Kill) => {
    if (together) killedTogether += 1;
    const how = `${starting ? ' while starting' : ''}${together ? ', with the one before' : ''}`;
    console.log(`kill ${done + n}: ${name}${how}; ${open} questions wait, ${answered} answered`);
  };
  try {
    const report = await runKills({ kills, seed, place, onKill, stop: stop.signal });
    if (logs) {
      mkdirSync(join(logs, `${seed}`), { recursive: true });
      for (const { name, log } of report.members)
        writeFileSync(join(logs, `${seed}`, `${name.replace(' ', '-')}.log`), log.join('\n'));
    }
    const told = (asked: KillReport['lost']) =>
      asked.map((one) => `${one.where} ${one.id}: ${one.question}: ${JSON.stringify(one.look())}`);
    const round: Round = {
      seed,
      kills: report.kills,
      killedStarting: report.killedStarting,
      killedTogether,
      asked: report.asked,
      undelivered: report.undelivered,
      lost: told(report.lost),
      answeredTwice: told(report.answeredTwice),
      failed: told(report.failed),
      turnsRunning: report.turnsRunning,
      jobs: report.jobs,
      takenOver: report.takenOver,
      seconds: report.seconds,
      back: report.back,
    };
    const { lost, answeredTwice, failed, jobs, turnsRunning } = round;
    console.log(
      `calm (seed ${seed}): ${round.asked.slack + round.asked.page} questions, ${lost.length} lost, ${answeredTwice.length} answered twice, ${failed.length} failed, ${turnsRunning} turns running, ${jobs.lost.length} of ${jobs.handedIn} jobs lost`,
    );
    for (const line of [...lost, ...answeredTwice, ...failed]) console.log(`  ${line}`);
    return round;
  } finally {
    await place.dispose();
  }
};

/** @returns how many promises were broken */
const printSum = (rounds: readonly Round[]): number => {
  const total = (of: (round: Round) => number) => sum(rounds.map(of));
  const times = (samples: readonly number[]) =>
    `p50 ${quantile(samples, 0.5).toFixed(1)} s, p95 ${quantile(samples, 0.95).toFixed(1)} s, longest ${samples.reduce((a, b) => Math.max(a, b), 0).toFixed(1)} s`;
  const byName = Map.groupBy(
    rounds.flatMap(({ kills }) => Object.entries(kills)),
    ([name]) => name,
  );
  const named = [...byName].toSorted().map(([name, counts]) => `${name} ${sum(counts.map(([, n]) => n))}`);
  const lost = total((round) => round.lost.length);
  const twice = total((round) => round.answeredTwice.length);
  const running = total((round) => round.turnsRunning);
  const jobsLost = total(({ jobs }) => jobs.lost.length);
  console.log(
    `${killsOf(rounds)} kills (${named.join(', ')}; ${total((round) => round.killedStarting)} while starting, ${total((round) => round.killedTogether)} in the same moment as another), ${total((round) => round.takenOver)} jobs taken over`,
  );
  const slack = total(({ asked }) => asked.slack);
  const page = total(({ asked }) => asked.page);
  console.log(`${slack + page} questions asked (${slack} in Slack, ${page} on the page)`);
  const undelivered = total((round) => round.undelivered);
  if (undelivered > 0)
    console.log(`${undelivered} never delivered: no front acknowledged them in any of Slack's four attempts`);
  console.log(`${lost} questions lost (goal: 0)`);
  console.log(`${twice} answered twice (goal: 0)`);
  console.log(
    `${total((round) => round.failed.length)} answered by a failure, ${running} turns still running (goal: 0)`,
  );
  console.log(
    `${jobsLost} of ${total(({ jobs }) => jobs.handedIn)} jobs lost (goal: 0), ${total(({ jobs }) => jobs.unfinished)} unfinished, ${total(({ jobs }) => jobs.dead)} dead letters`,
  );
  console.log(`from a question to its reply: ${times(rounds.flatMap(({ seconds }) => seconds))}`);
  console.log(`from a kill to a process that is ready: ${times(rounds.flatMap(({ back }) => back))}`);
  return lost + twice + running + jobsLost;
};

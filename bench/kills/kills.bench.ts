import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missing, testStores } from '../../stores/testing/test-stores.ts';
import { lacks, quantile } from '../bench.ts';
import { runKills } from './run-kills.ts';

export const about =
  'kills [N] [--seed S] [--logs FOLDER]: two fronts and two workers over Postgres, N of them killed (kill -9) while people ask: what is lost, answered twice, left undone';

/** @param options how many kills (60), and the seed that decides who is killed when */
export const run = async (options: readonly string[]): Promise<void> => {
  if (missing(['POSTGRES_URL'])) return lacks('POSTGRES_URL');
  const at = options.indexOf('--seed');
  const seed = at < 0 ? 1 : Number(options[at + 1]);
  const count = Number(options.find((option, i) => /^\d+$/.test(option) && i !== at + 1) ?? 60);
  const place = testStores(['POSTGRES_URL']);
  try {
    const report = await runKills({ kills: count, seed, place, say: (line) => console.log(line) });
    const { kills, killedStarting, asked, jobs, seconds, back } = report;
    const times = (samples: readonly number[]) =>
      `p50 ${quantile(samples, 0.5).toFixed(1)} s, p95 ${quantile(samples, 0.95).toFixed(1)} s, longest ${Math.max(...samples).toFixed(1)} s`;
    console.log(
      `${count} kills (${Object.entries(kills)
        .map(([name, n]) => `${name} ${n}`)
        .join(', ')}; ${killedStarting} while starting), ${report.takenOver} jobs taken over`,
    );
    console.log(`${asked.slack + asked.page} questions asked (${asked.slack} in Slack, ${asked.page} on the page)`);
    if (report.undelivered > 0)
      console.log(`${report.undelivered} never delivered: no front acknowledged them in any of Slack's four attempts`);
    console.log(`${report.lost.length} questions lost (goal: 0)`);
    console.log(`${report.answeredTwice.length} answered twice (goal: 0)`);
    console.log(`${report.failed.length} answered by a failure, ${report.turnsRunning} turns still running (goal: 0)`);
    console.log(
      `${jobs.lost.length} of ${jobs.handedIn} jobs lost (goal: 0), ${jobs.unfinished} unfinished, ${jobs.dead} dead letters`,
    );
    console.log(`from a question to its reply: ${times(seconds)}`);
    console.log(`from a kill to a process that is ready: ${times(back)}`);
    for (const one of [...report.lost, ...report.answeredTwice, ...report.failed])
      console.log(`  ${one.where} ${one.id}: ${one.question}: ${JSON.stringify(one.look())}`);
    const broken = report.lost.length + report.answeredTwice.length + jobs.lost.length + report.turnsRunning;
    if (broken > 0) process.exitCode = 1;
    const logs = options.indexOf('--logs');
    if (logs >= 0 && options[logs + 1])
      for (const { name, log } of report.members)
        writeFileSync(join(options[logs + 1]!, `${name.replace(' ', '-')}.log`), log.join('\n'));
  } finally {
    await place.dispose();
  }
};

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, quantile } from '../../bench/bench.ts';
import type { Script } from '../conversation/testing/scripted-agent.ts';
import { openParley as openDiscord } from '../discord/testing/harness.ts';
import { openParley as openSlack } from '../slack/testing/harness.ts';
import type { Round, Signs } from './testing/fake-process.ts';
import { until } from './testing/until.ts';

export const about =
  'What a chat platform costs beside the answers it brings: first sign, CPU share, memory at 200 conversations';

const WARM = 50;
const ANSWER_MS = 2000;

const script: Script = async (_, say) => {
  for (let i = 0; i < 20; i += 1) {
    await sleep(ANSWER_MS / 20);
    say({ type: 'token', text: `word ${i} ` });
  }
  return { text: Array.from({ length: 20 }, (_, i) => `word ${i} `).join('') };
};

/**
 * People ask at once through the real SDKs; the agent takes two seconds an answer, streamed; fifty have asked before, as in a
 * process that has run for a while. The platform's fake runs in a process of its own.
 */
const bench = async (platform: 'slack' | 'discord', count: number) => {
  const fake = fork(new URL('./testing/fake-process.ts', import.meta.url), [platform, String(count + WARM)]);
  const [apiUrl] = (await once(fake, 'message')) as [string];
  const options = { script, atOnce: count, staleAfterMs: 15_000, sweepMs: 5000 };
  const parley =
    platform === 'slack'
      ? await openSlack({ slack: { apiUrl }, updateMs: 700, ...options })
      : await openDiscord({ discord: { apiUrl }, updateMs: 1100, ...options });
  const ask = async (round: Round) => {
    const begun = parley.agent.asked.length;
    const [at, cpu] = [performance.now(), cpuMs()];
    fake.send(round);
    const [{ signs }] = (await once(fake, 'message')) as [Signs];
    const signed = cpuMs() - cpu;
    await until(
      () => parley.agent.asked.length === begun + round.count && parley.handle.running === 0,
      'all answers',
      120_000,
    );
    return { signs, signed, cpu: cpuMs() - cpu, seconds: (performance.now() - at) / 1000 };
  };
  await ask({ from: count, count: WARM });
  const { signs, signed, cpu, seconds } = await ask({ from: 0, count: count });
  console.log(
    JSON.stringify({
      platform,
      conversations: count,
      first_sign_ms: { p50: quantile(signs, 0.5), p95: quantile(signs, 0.95) },
      // CPU time of Parley until the last first sign. Unlike the latencies, it does not depend on other load of the machine.
      cpu_until_all_signs_ms: Math.round(signed),
      all_answered_s: Number(seconds.toFixed(2)),
      cpu_share_of_an_answer: Number((cpu / count / ANSWER_MS).toFixed(4)),
      rss_mb: Math.round(process.memoryUsage.rss() / 1e6),
    }),
  );
  await parley.close();
  fake.disconnect();
};

export const run = async ([conversations = '200']: readonly string[]): Promise<void> => {
  for (const platform of ['slack', 'discord'] as const) await bench(platform, Number(conversations));
  process.exit(0);
};

/**
 * What a chat front costs beside the answers it brings: `node bots/chat/front.bench.ts [conversations]`.
 * Two hundred people ask at once, in threads of their own, through the real SDKs against the platforms' doubles; the agent
 * takes two seconds an answer, streamed; fifty have asked before, as in a process that has run for a while. The doubles run in this process too, so both figures contain them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Script } from '../conversation/scripted-agent.ts';
import * as discordBench from '../discord/testing/bench.ts';
import * as slackBench from '../slack/testing/bench.ts';
import { until } from './testing/until.ts';

const COUNT = Number(process.argv[2] ?? 200);
const ANSWER_MS = 2000;
const WARM = 50;

const script: Script = async (_, say) => {
  for (let i = 0; i < 20; i += 1) {
    await sleep(ANSWER_MS / 20);
    say({ type: 'token', text: `word ${i} ` });
  }
  return { text: Array.from({ length: 20 }, (_, i) => `word ${i} `).join('') };
};

const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
const report = (name: string, signs: number[], wholeMs: number, cpuMs: number, signsCpuMs: number) =>
  console.log(
    JSON.stringify({
      front: name,
      conversations: COUNT,
      first_sign_ms: { p50: Math.round(percentile(signs, 0.5)), p95: Math.round(percentile(signs, 0.95)) },
      // What the signs of all cost in computing, doubles included: the last one's wall time on a machine of its own.
      cpu_until_all_signs_ms: Math.round(signsCpuMs),
      all_answered_s: Number((wholeMs / 1000).toFixed(2)),
      cpu_share_of_an_answer: Number((cpuMs / COUNT / ANSWER_MS).toFixed(4)),
      rss_mb: Math.round(process.memoryUsage.rss() / 1e6),
    }),
  );
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const benchSlack = async () => {
  const slack = await slackBench.openSlackWorld();
  for (let i = 0; i < COUNT + WARM; i += 1) {
    slack.addUser({ id: `U${i}`, team: 'T1', name: `user ${i}` });
    slack.addChannel({ id: `D${i}`, team: 'T1', kind: 'im', people: [`U${i}`] });
  }
  const parley = await slackBench.openParley({
    slack,
    script,
    atOnce: COUNT,
    staleAfterMs: 15_000,
    sweepMs: 5000,
    updateMs: 700,
  });
  for (let i = COUNT; i < COUNT + WARM; i += 1)
    void slack.say({ channel: `D${i}`, user: `U${i}`, text: `question ${i}?` });
  await until(() => parley.agent.asked.length === WARM && parley.handle.running === 0, 'the warming up', 60_000);
  slack.calls.length = 0;
  const [start, before] = [performance.now(), cpu()];
  const asked = new Map<string, number>();
  const epoch = Date.now() - performance.now();
  for (let i = 0; i < COUNT; i += 1) {
    asked.set(`D${i}`, performance.now());
    void slack.say({ channel: `D${i}`, user: `U${i}`, text: `question ${i}?` });
  }
  await until(
    () => slack.calls.filter(({ method }) => method === 'assistant.threads.setStatus').length >= COUNT,
    'all signs',
    60_000,
  );
  const signed = cpu() - before;
  await until(() => parley.agent.asked.length === COUNT + WARM && parley.handle.running === 0, 'all answers', 120_000);
  const whole = performance.now() - start;
  const signs = [...asked].map(([channel, at]) => {
    const first = slack.calls.find(
      ({ method, args }) => method === 'assistant.threads.setStatus' && args.channel_id === channel,
    );
    return (first?.at ?? Number.NaN) - epoch - at;
  });
  report('slack', signs, whole, cpu() - before, signed);
  await parley.close();
  await slack.close();
};

const benchDiscord = async () => {
  const discord = await discordBench.openDiscordWorld({ bucket: { calls: 5, windowMs: 5000 } });
  const guild = discord.world.guilds.get(discordBench.GUILD);
  for (let i = 0; i < COUNT + WARM; i += 1)
    guild?.members.add(`9${i}`) && discord.world.users.set(`9${i}`, { id: `9${i}`, username: `user ${i}` });
  const parley = await discordBench.openParley({
    discord,
    script,
    atOnce: COUNT,
    staleAfterMs: 15_000,
    sweepMs: 5000,
    updateMs: 1100,
  });
  const ask = (i: number) =>
    discord.slash({
      channel: discordBench.CHANNELS.general,
      user: `9${i}`,
      name: 'ask',
      options: { question: `question ${i}?` },
    });
  for (let i = COUNT; i < COUNT + WARM; i += 1) ask(i);
  await until(() => parley.agent.asked.length === WARM && parley.handle.running === 0, 'the warming up', 60_000);
  const [start, before] = [performance.now(), cpu()];
  const interactions = Array.from({ length: COUNT }, (_, i) => ({
    at: performance.now(),
    interaction: ask(i),
  }));
  await until(() => interactions.every(({ interaction }) => interaction.acknowledged), 'all signs', 60_000);
  const signed = cpu() - before;
  await until(() => parley.agent.asked.length === COUNT + WARM && parley.handle.running === 0, 'all answers', 120_000);
  const whole = performance.now() - start;
  const epoch = Date.now() - performance.now();
  const signs = interactions.map(({ at, interaction }) => {
    const first = discord.calls.find(({ path }) => path.includes(interaction.token));
    return (first?.at ?? Number.NaN) - epoch - at;
  });
  report('discord', signs, whole, cpu() - before, signed);
  await parley.close();
  await discord.close();
};

await benchSlack();
await benchDiscord();
process.exit(0);

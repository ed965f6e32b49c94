/** Runs a platform's fake in a process of its own, so that the bench measures Parley alone. */
import { CHANNELS, GUILD, openDiscordWorld } from '../../discord/testing/harness.ts';
import { openSlackWorld } from '../../slack/testing/harness.ts';
import { until } from './until.ts';

/** A message from the bench: ask `count` questions at once, the first one as person number `from`. */
export interface Round {
  from: number;
  count: number;
}
/** The fake's reply: for each question, the milliseconds until Parley's first visible sign. */
export interface Signs {
  signs: number[];
}

const [platform = 'slack', people = '250'] = process.argv.slice(2);

const openSlack = async (): Promise<{ apiUrl: string; ask: (round: Round) => Promise<number[]> }> => {
  const slack = await openSlackWorld();
  for (let i = 0; i < Number(people); i += 1) {
    slack.addUser({ id: `U${i}`, team: 'T1', name: `user ${i}` });
    slack.addChannel({ id: `D${i}`, team: 'T1', kind: 'im', people: [`U${i}`] });
  }
  return {
    apiUrl: slack.apiUrl,
    async ask({ from, count }) {
      slack.calls.length = 0;
      const asked = new Map<string, number>();
      for (let i = from; i < from + count; i += 1) {
        asked.set(`D${i}`, Date.now());
        void slack.say({ channel: `D${i}`, user: `U${i}`, text: `question ${i}?` });
      }
      const signs = () => slack.calls.filter(({ method }) => method === 'assistant.threads.setStatus');
      await until(() => new Set(signs().map(({ args }) => args.channel_id)).size === count, 'all signs');
      return [...asked].map(([channel, at]) => (signs().find(({ args }) => args.channel_id === channel)?.at ?? 0) - at);
    },
  };
};

const openDiscord: typeof openSlack = async () => {
  const discord = await openDiscordWorld({ bucket: { calls: 5, windowMs: 5000 } });
  const guild = discord.world.guilds.get(GUILD);
  for (let i = 0; i < Number(people); i += 1) {
    guild?.members.add(`9${i}`);
    discord.world.users.set(`9${i}`, { id: `9${i}`, username: `user ${i}` });
  }
  return {
    apiUrl: discord.apiUrl,
    async ask({ from, count }) {
      const asked = Array.from({ length: count }, (_, i) => ({
        at: Date.now(),
        token: discord.slash({
          channel: CHANNELS.general,
          user: `9${from + i}`,
          name: 'ask',
          options: { question: `question ${i}?` },
        }).token,
      }));
      const sign = (token: string) => discord.calls.find(({ path }) => path.includes(token));
      await until(() => asked.every(({ token }) => sign(token)), 'all signs');
      return asked.map(({ at, token }) => (sign(token)?.at ?? 0) - at);
    },
  };
};

const fake = await (platform === 'slack' ? openSlack() : openDiscord());
process.on('message', (round: Round) => {
  void fake.ask(round).then((signs) => process.send?.({ signs } satisfies Signs));
});
process.on('disconnect', () => process.exit(0));
process.send?.(fake.apiUrl);

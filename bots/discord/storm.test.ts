import fc from 'fast-check';
import { expect, it } from 'vitest';
import { happenings, ride, type Stormy, slowly } from '../chat/testing/storm.ts';
import { until } from '../chat/testing/until.ts';
import type { FakeInteraction, FakeMessage } from './fake/world.ts';
import { CHANNELS, DIRECT, openDiscordWorld, openParley, PEOPLE, shownText } from './testing/harness.ts';

const ROUTES = [
  'POST /channels/:channel/typing',
  'POST /channels/:channel/messages',
  'PATCH /channels/:channel/messages/:message',
  'POST /channels/:channel/messages/:message/threads',
  'PATCH /webhooks/:app/:token/messages/:message',
  'DELETE /channels/:channel/messages/:message',
  'GET /guilds/:guild/members/:user',
  'POST /users/@me/channels',
];

const withStorm = async (ride_: (stormy: Stormy) => Promise<string[]>): Promise<string[]> => {
  const discord = await openDiscordWorld();
  const parley = await openParley({ discord, script: slowly, staleAfterMs: 200, sweepMs: 40 });
  const where = new Map<string, FakeMessage>();
  const commands = new Map<string, FakeInteraction>();
  try {
    return await ride_({
      async ask(word, place) {
        if (place === 'alone') {
          const interaction = discord.slash({
            channel: CHANNELS.general,
            user: PEOPLE.ann,
            name: 'ask',
            options: { question: `what is ${word}?` },
          });
          commands.set(word, interaction);
        } else
          where.set(
            word,
            discord.say({
              channel: place === 'direct' ? DIRECT.ann : CHANNELS.general,
              user: PEOPLE.ann,
              content: `<@1000> what is ${word}?`,
              times: 2,
            }),
          );
      },
      async repeat(word) {
        const message = where.get(word);
        if (message)
          discord.gateway.dispatch(
            'MESSAGE_CREATE',
            discord.world.messageJson(message),
            discord.world.channels.get(message.channelId)?.guildId,
          );
      },
      async edit(word, text) {
        const message = where.get(word);
        if (message) discord.edit(message, `<@1000> ${text}`);
      },
      async remove(word) {
        const message = where.get(word);
        if (message) discord.remove(message);
      },
      async stop(word) {
        const message = where.get(word);
        const reply = [...discord.world.messages.values()].find(
          (one) => message && one.authorId === '1000' && (one.channelId === message.id || one.reference === message.id),
        );
        const id = /"custom_id":"(stop:[^"]+)"/.exec(JSON.stringify(reply?.components ?? []))?.[1];
        if (reply && id) discord.click({ message: reply, user: PEOPLE.ann, customId: id });
      },
      fault({ kind, call, times }) {
        const route = ROUTES[call] ?? '*';
        if (kind === 'rate-limit') discord.faults.next(route, { kind, retryAfter: 0.02 }, times);
        else if (kind === 'unavailable') discord.faults.next(route, { kind: 'status', status: 503 }, times);
        else discord.faults.next(route, { kind }, times);
      },
      disconnect: () => discord.gateway.close(4000),
      // Discord tells a person itself that a command got no answer in time.
      refused: (word) => commands.has(word) && commands.get(word)?.acknowledged === undefined,
      async calm() {
        const all = () => [...where.values(), ...commands.values()].length;
        const taken = async () =>
          (await parley.stores.keyValues.list('discord-open', { limit: 1 })).length === 0 &&
          parley.handle.running === 0;
        // A message that came while the connection was away follows with RESUME.
        await until(
          () => [...discord.gateway.sessions.values()].some((session) => session.socket?.readyState === 1),
          'a connection',
        );
        await new Promise((resolve) => setTimeout(resolve, 60 + all()));
        await until(taken, 'calm');
      },
      saying: (word) =>
        [...discord.world.messages.values()]
          .filter((message) => message.authorId === '1000' && shownText(message).includes(word))
          .map(shownText),
    });
  } finally {
    await parley.close();
    await discord.close();
  }
};

it('leaves every question in Discord with exactly one reply, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (list) => {
      expect(await withStorm((stormy) => ride(list, stormy))).toEqual([]);
    }),
    { numRuns: Number(process.env.PARLEY_STORMS ?? 5), endOnFailure: true },
  );
}, 600_000);

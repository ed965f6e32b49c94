import { ChannelType, type Client, DiscordAPIError } from 'discord.js';
import { routes } from '../../../bots/discord/fake/rest.ts';
import { DiscordRefusal, rules } from '../../../bots/discord/fake/rules.ts';
import { DiscordWorld, type FakeMessage, type Json } from '../../../bots/discord/fake/world.ts';
import type { Failures, Wire } from '../wire.ts';
import { GUILD, people, places, userOf } from '../world.ts';

const failures: Failures = {
  cut: () => new Error('the connection was cut'),
  // discord.js waits for a limit by itself and gives up in the end.
  limited: () => new Error('rate limited'),
};

interface RestOptions {
  body?: unknown;
  query?: URLSearchParams;
}

/** The fake of Discord that the platform's tests use, without its server and gateway. */
export const createFakeDiscord = (now: () => number) => {
  const world = new DiscordWorld(now);
  const members = people.filter(({ platform }) => platform === 'discord');
  for (const person of members) world.users.set(userOf(person), { id: userOf(person), username: person.name });
  world.guilds.set(GUILD, {
    id: GUILD,
    name: 'server',
    members: new Set(members.map(userOf)),
    managers: new Set(),
    owner: '1',
  });
  for (const { platform, name, channel, people: who, open } of places)
    if (platform === 'discord') {
      const ids = members.filter((one) => who.includes(one.name)).map(userOf);
      world.channels.set(
        channel,
        open
          ? {
              id: channel,
              guildId: GUILD,
              type: ChannelType.GuildText,
              name,
              ...(name === 'staff' && { viewers: new Set([...ids, world.botId]) }),
            }
          : { id: channel, type: ChannelType.DM, name: '', recipients: [...ids, world.botId] },
      );
    }

  const carryOut = (
    method: string,
    path: string,
    { body = {}, query = new URLSearchParams() }: RestOptions,
  ): unknown => {
    for (const route of routes) {
      const at = matching(route.method, route.pattern, method, path);
      if (at)
        return route.run({ world, body: JSON.parse(JSON.stringify(body)) as Json, query, at, dispatch: () => {} });
    }
    throw new Error(`the fake of Discord has no ${method} ${path}`);
  };

  return {
    world,
    /** discord.js's client as far as answering needs it, over this wire. @param done is called when a call was carried out */
    client: (wire: Wire, done: (name: string) => void): Client<true> => {
      const send =
        (method: string) =>
        (path: string, options: RestOptions = {}): Promise<unknown> => {
          const name = `${method} ${path.replace(/\d+/g, 'N')}`;
          return wire.call(
            'discord',
            name,
            () => {
              try {
                const result = carryOut(method, path, options);
                done(name);
                return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown);
              } catch (error) {
                throw error instanceof DiscordRefusal ? asClientError(error, method, path) : error;
              }
            },
            { failures, said: { path, body: options.body } },
          );
        };
      const rest = {
        get: send('GET'),
        post: send('POST'),
        patch: send('PATCH'),
        put: send('PUT'),
        delete: send('DELETE'),
      };
      return { rest, user: { id: world.botId } } as unknown as Client<true>;
    },
    /** What Parley wrote in a channel or thread, oldest first. */
    in: (channelId: string): FakeMessage[] =>
      [...world.messages.values()].filter(
        (message) => message.channelId === channelId && message.authorId === world.botId && !message.ephemeralTo,
      ),
  };
};
export type FakeDiscord = ReturnType<typeof createFakeDiscord>;

const matching = (wanted: string, pattern: string, method: string, path: string) => {
  const [want, have] = [pattern.split('/'), path.split('/')];
  if (wanted !== method || want.length !== have.length) return undefined;
  const at: Record<string, string> = {};
  for (const [index, part] of want.entries()) {
    if (part.startsWith(':')) at[part.slice(1)] = have[index] ?? '';
    else if (part !== have[index]) return undefined;
  }
  return at;
};

const asClientError = (error: DiscordRefusal, method: string, path: string): DiscordAPIError => {
  const { code, status, message } = rules[error.rule];
  return new DiscordAPIError({ code, message }, code, status, method, path, { body: undefined, files: undefined });
};

/** What a person reads in a message. */
export const discordText = ({ content, components }: FakeMessage): string =>
  `${content}\n${JSON.stringify(components)}`;

/** In a reply that is still being written. */
export const STOP_BUTTON = '"stop:';

/** True for a message that replies to this question. In a channel the first one has the thread to itself until others ask on. */
export const isReplyTo = (
  { reference, channelId }: FakeMessage,
  { messageId, threadId, place }: { messageId: string; threadId: string; place: { open: boolean } },
): boolean =>
  reference === messageId ||
  (reference === undefined && place.open && channelId === threadId && threadId === messageId);

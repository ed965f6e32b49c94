import { webApi } from '@slack/bolt';
import type { Method } from '../../../bots/slack/fake/call.ts';
import { chatMethods } from '../../../bots/slack/fake/chat.ts';
import { placeMethods } from '../../../bots/slack/fake/places.ts';
import { SlackLimit, SlackRefusal } from '../../../bots/slack/fake/rules.ts';
import { streamMethods } from '../../../bots/slack/fake/streams.ts';
import { surfaceMethods } from '../../../bots/slack/fake/surfaces.ts';
import { type FakeMessage, type Json, SlackWorld } from '../../../bots/slack/fake/world.ts';
import { botScopes } from '../../../bots/slack/manifest.ts';
import type { Failures, Wire } from '../wire.ts';
import { people, places, TEAM, userOf } from '../world.ts';

export const BOT = `UBOT${TEAM}`;
const TOKEN = 'xoxb-1';
const methods: Record<string, Method> = { ...chatMethods, ...streamMethods, ...placeMethods, ...surfaceMethods };

const failures: Failures = {
  cut: () => new webApi.WebAPIRequestError(new Error('the connection was cut')),
  limited: () => new webApi.WebAPIRateLimitedError(2),
};

/** The fake of Slack that the platform's tests use, without its server: its rules and refusals are the same. */
export const createFakeSlack = (now: () => number) => {
  const world = new SlackWorld(now);
  const installation = { team: TEAM, botUser: BOT, botId: `B${TEAM}`, scopes: new Set(Object.keys(botScopes)) };
  world.installations.set(TOKEN, installation);
  world.users.set(BOT, { id: BOT, team: TEAM, name: 'parley', isBot: true });
  for (const person of people)
    if (person.platform === 'slack')
      world.users.set(userOf(person), {
        id: userOf(person),
        team: TEAM,
        name: person.name,
        ...(person.name === 'guy' && { guest: 'multi' as const }),
      });
  for (const { platform, name, channel, people: who, open } of places)
    if (platform === 'slack')
      world.channels.set(channel, {
        id: channel,
        team: TEAM,
        name,
        kind: open ? (name === 'hidden' ? 'private' : 'public') : 'im',
        members: new Set([BOT, ...people.filter((one) => who.includes(one.name)).map(userOf)]),
        archived: false,
        shared: false,
      });

  return {
    world,
    /** A client whose calls go over this wire. @param done is called when one was carried out */
    client: (wire: Wire, done: (name: string) => void): webApi.WebClient => {
      const call = (name: string, args: Json = {}): Promise<Json> =>
        wire.call(
          'slack',
          name,
          () => {
            const method = methods[name];
            if (!method) throw new Error(`the fake of Slack has no ${name}`);
            try {
              const result = method.run({ world, installation, token: TOKEN, args: JSON.parse(JSON.stringify(args)) });
              done(name);
              return { ok: true, ...result };
            } catch (error) {
              throw asClientError(error);
            }
          },
          { failures, said: args },
        );
      return callable(call, []) as unknown as webApi.WebClient;
    },
    /** What Parley wrote in a thread for everybody there, oldest first. */
    inThread: (channel: string, threadTs: string): FakeMessage[] =>
      [...world.messages.values()].filter(
        (message) =>
          message.channel === channel && message.threadTs === threadTs && message.user === BOT && !message.ephemeralTo,
      ),
    /** What Parley showed one person alone in a channel's thread. */
    whispered: (channel: string, user: string, threadTs: string): FakeMessage[] =>
      [...world.messages.values()].filter(
        (message) => message.channel === channel && message.ephemeralTo === user && message.threadTs === threadTs,
      ),
  };
};
export type FakeSlack = ReturnType<typeof createFakeSlack>;

/** `client.chat.postMessage(args)` as `call('chat.postMessage', args)`. */
const callable = (call: (name: string, args?: Json) => unknown, path: readonly string[]): unknown =>
  new Proxy(() => {}, {
    get: (_, name) => (name === 'then' ? undefined : callable(call, [...path, String(name)])),
    apply: (_, __, [args]) => call(path.join('.'), args as Json | undefined),
  });

const asClientError = (error: unknown): unknown => {
  if (error instanceof SlackLimit) return new webApi.WebAPIRateLimitedError(error.retryAfter);
  if (error instanceof SlackRefusal)
    return new webApi.WebAPIPlatformError({ ok: false, error: error.code, ...error.more });
  return error;
};

/** What a person reads in a message, streamed text and blocks together. */
export const slackText = ({ text, blocks = [] }: FakeMessage): string =>
  [text, ...blocks.map((block) => JSON.stringify(block))].join('\n');

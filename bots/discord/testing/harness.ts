import { ChannelType, type RESTOptions } from 'discord.js';
import { openPlatform, type PlatformTestOptions } from '../../chat/testing/open-platform.ts';
import { readBotSettings } from '../../settings.ts';
import { createDiscordFake, type DiscordFake } from '../fake/index.ts';
import { type DiscordFakeOptions, FAKE_TOKEN } from '../fake/server.ts';
import type { FakeMessage } from '../fake/world.ts';
import { startDiscord } from '../start.ts';

export const GUILD = '8388608000';
/** People: ada manages the server; ann and bob are members; eve shares no server with Parley. */
export const PEOPLE = { ada: '3000', ann: '3001', bob: '3002', eve: '3009' } as const;
/** The owner of the server, who writes nothing. */
export const OWNER = '3900';
export const CHANNELS = { general: '2001', hidden: '2002', forum: '2003' } as const;
export const DIRECT = { ann: '4001', bob: '4002', eve: '4009' } as const;

/** Opens a fake of Discord with a server, people and channels, without Parley. */
export const openDiscordWorld = async (options: DiscordFakeOptions = {}): Promise<DiscordFake> => {
  const discord = await createDiscordFake({ bucket: { calls: 60, windowMs: 200 }, ...options });
  discord.addGuild(GUILD, [PEOPLE.ada, PEOPLE.ann, PEOPLE.bob], { managers: [PEOPLE.ada], owner: OWNER });
  discord.addChannel({ id: CHANNELS.general, guildId: GUILD, name: 'general' });
  discord.addChannel({ id: CHANNELS.hidden, guildId: GUILD, name: 'hidden', viewers: [PEOPLE.ann] });
  discord.addChannel({ id: CHANNELS.forum, guildId: GUILD, name: 'questions', type: ChannelType.GuildForum });
  for (const name of ['ann', 'bob', 'eve'] as const) discord.addDirect(DIRECT[name], PEOPLE[name]);
  return discord;
};

export interface HarnessOptions extends PlatformTestOptions {
  discord: Pick<DiscordFake, 'apiUrl'>;
  makeRequest?: RESTOptions['makeRequest'];
}

/** Starts Parley against the fake, with real conversations, stores and SDK, and with a scripted agent. */
export const openParley = ({ discord, makeRequest, ...options }: HarnessOptions) =>
  openPlatform(options, (parts) =>
    startDiscord({
      ...parts,
      makeRequest,
      settings: readBotSettings({ DISCORD_TOKEN: FAKE_TOKEN, DISCORD_API_URL: discord.apiUrl }),
    }),
  );
export type Harness = Awaited<ReturnType<typeof openParley>>;

/** The visible text of a message. */
export const shownText = (message: FakeMessage | undefined): string =>
  [message?.content ?? '', ...(message?.components ?? []).map((component) => String(component.content ?? ''))]
    .filter(Boolean)
    .join('\n');

/** The finished replies, which have thumbs or say that they were stopped. */
export const finals = (messages: readonly FakeMessage[]): FakeMessage[] =>
  messages.filter(
    (message) => JSON.stringify(message.components).includes('"up:') || shownText(message).includes('Stopped.'),
  );

/** The custom id of the button with this label. */
export const buttonOf = (message: FakeMessage | undefined, label: string): string => {
  const found = JSON.stringify(message?.components ?? []).match(new RegExp(`"label":"${label}","custom_id":"([^"]+)"`));
  if (!found?.[1]) throw new Error(`no button ${label} in ${JSON.stringify(message?.components)}`);
  return found[1];
};

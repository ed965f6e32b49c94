import {
  type APIChannel,
  type APIGuild,
  type APITextChannel,
  ChannelType,
  DiscordAPIError,
  REST,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { asParleyError, isParleyError, ParleyError } from '../../../core/errors.ts';
import type { SourceKind } from '../../../ingest/sources/connector.ts';
import { createFileDownload } from '../../chat/file-download.ts';
import { readHistory } from '../../chat/history/read-history.ts';
import type { BotSettings } from '../../settings.ts';
import { isDiscordHost } from '../file-host.ts';
import { type DiscordChannel, discordChannelHistory, isOpen, scopesIn } from './discord-channel.ts';

export interface DiscordHistoryOptions {
  settings: BotSettings;
  clock?: Clock;
}

/** `discord:CHANNEL-ID`, `discord:SERVER-ID/CHANNEL-ID`, `discord:#general`, or the channel's link. */
const DISCORD_INPUT =
  /^(?:discord:(?:\d{6,}\/)?(?:(\d{4,})|#?([\w\p{L}-]+))|https:\/\/discord\.com\/channels\/\d+\/(\d+)\/?)$/u;

/** Types of channels that can be sources; direct messages, voice channels and private threads cannot. */
const READABLE: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
]);

type GuildChannel = APITextChannel & { guild_id: string };

/** The source kind for Discord channels. A channel becomes a source when somebody names it; direct messages are refused. */
export const discordChannels = ({ settings, clock = systemClock }: DiscordHistoryOptions): SourceKind => ({
  kind: 'discord',
  async resolve(input) {
    const match = input.match(DISCORD_INPUT);
    if (!match) return undefined;
    try {
      const rest = openRest(settings);
      const id = match[1] ?? match[3] ?? (await idOf(rest, match[2]!));
      const channel = await channelOf(rest, id);
      const location = `discord:${channel.guildId}/${channel.id}`;
      return { location, sourceId: `discord-${channel.name}`, exists: true, scopes: scopesIn(channel) };
    } catch (error) {
      throw readableError(error, input);
    }
  },
  async *read(location, _rules, context) {
    try {
      const rest = openRest(settings);
      const channel = await channelOf(rest, location.split('/').at(-1)!);
      const { id: botId } = (await rest.get(Routes.user())) as { id: string };
      const download = createFileDownload({ isOwnHost: isDiscordHost(settings), guarded: context.fetcher });
      const history = discordChannelHistory(rest, botId, channel, download);
      yield* readHistory(location, history, context, clock.now());
    } catch (error) {
      const { code, message, remedy } = readableError(error, location);
      if (code === 'CANCELLED') throw error;
      yield { kind: 'failure', failure: { input: location, code, message, remedy } };
    }
  },
});

const openRest = (settings: BotSettings): REST => {
  if (!settings.DISCORD_TOKEN)
    throw new ParleyError('BAD_SETTING', {
      message: 'Discord channels are read with DISCORD_TOKEN, which is not set.',
      remedy: 'docs/discord.md says where it comes from.',
    });
  // The SDK itself waits as Discord's rate limits require.
  return new REST({
    ...(settings.DISCORD_API_URL && { api: settings.DISCORD_API_URL }),
    retries: 3,
    timeout: 15_000,
  }).setToken(settings.DISCORD_TOKEN);
};

const channelOf = async (rest: REST, id: string): Promise<DiscordChannel> => {
  const channel = (await rest.get(Routes.channel(id))) as APIChannel;
  if (!READABLE.has(channel.type))
    throw new ParleyError('BAD_INPUT', {
      message:
        channel.type === ChannelType.DM || channel.type === ChannelType.GroupDM
          ? 'Direct messages are never read as a source.'
          : 'It is no text channel or forum.',
      remedy: 'Name a text channel or a forum of a server.',
    });
  const { guild_id: guildId, name, type, permission_overwrites } = channel as GuildChannel;
  const guild = (await rest.get(Routes.guild(guildId))) as APIGuild;
  const everyone = BigInt(guild.roles.find((role) => role.id === guildId)?.permissions ?? 0);
  return { id, guildId, name: name ?? id, type, open: isOpen({ permission_overwrites }, guildId, everyone) };
};

/** Finds a channel by its name in all servers of the bot. @throws INPUT_NOT_FOUND, BAD_INPUT when the name is ambiguous */
const idOf = async (rest: REST, name: string): Promise<string> => {
  const found: string[] = [];
  for (const guild of (await rest.get(Routes.userGuilds())) as { id: string }[])
    for (const channel of (await rest.get(Routes.guildChannels(guild.id))) as GuildChannel[])
      if (channel.name === name.toLowerCase() && READABLE.has(channel.type)) found.push(`${guild.id}/${channel.id}`);
  if (found.length === 1) return found[0]!.split('/')[1]!;
  throw new ParleyError(found.length === 0 ? 'INPUT_NOT_FOUND' : 'BAD_INPUT', {
    message: found.length === 0 ? `Parley sees no channel #${name}.` : `Several channels are called #${name}.`,
    remedy:
      found.length === 0
        ? 'Add it to the server (`parley doctor` prints the address), or give the id of the channel.'
        : `Name one by its id: ${found.map((one) => `discord:${one}`).join(', ')}.`,
  });
};

/** Explains Discord's refusals to the person who named the channel. */
const readableError = (error: unknown, input: string): ParleyError => {
  if (isParleyError(error) || !(error instanceof DiscordAPIError)) return asParleyError(error);
  if (error.code === RESTJSONErrorCodes.UnknownChannel || error.code === RESTJSONErrorCodes.MissingAccess)
    return new ParleyError('BAD_INPUT', {
      message: `Parley does not see the channel ${input.split(/[:/]/).at(-1)}, or there is none.`,
      remedy: 'Let its role view the channel and read its history; `parley forget` removes what was read.',
      cause: error,
    });
  return new ParleyError('PLATFORM_REFUSED', {
    message: `Discord refuses: ${error.message}.`,
    remedy: 'Run `parley doctor`.',
    cause: error,
  });
};

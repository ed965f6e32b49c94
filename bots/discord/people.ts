import { type Client, type Guild, type GuildBasedChannel, type GuildMember, PermissionFlagsBits } from 'discord.js';
import type { Log } from '../../core/log.ts';
import type { Asker, ChatChannel } from '../chat/scopes.ts';

/** In a DM the servers that the person shares with Parley are looked through; at most so many. */
const MAX_GUILDS = 100;
const FRESH_MS = 5 * 60_000;

export interface People {
  asker(userId: string): Promise<Asker>;
  /** `channelId`: the channel that decides who may see; undefined guild: a DM. */
  channel(guildId: string | undefined, channelId: string): Promise<ChatChannel>;
  /** May change settings, verify answers, see open questions. */
  manages(guildId: string | undefined, userId: string): Promise<boolean>;
}

/** Who is who and who reads along. A server's members are its full members; Discord knows no guests. */
export const createPeople = ({
  client,
  log,
  now = Date.now,
}: {
  client: Client;
  log: Log;
  now?: () => number;
}): People => {
  const known = new Map<string, { at: number; value: Promise<Asker> }>();

  const member = async (guild: Guild, userId: string): Promise<GuildMember | undefined> => {
    try {
      return await guild.members.fetch(userId);
    } catch {
      return undefined;
    }
  };
  const visibleTo = (channel: GuildBasedChannel, who: GuildMember): boolean =>
    channel.permissionsFor(who)?.has(PermissionFlagsBits.ViewChannel) === true;

  const lookUp = async (userId: string): Promise<Asker> => {
    const guilds = [...client.guilds.cache.values()].slice(0, MAX_GUILDS);
    const memberships = await Promise.all(
      guilds.map(async (guild) => {
        const who = await member(guild, userId);
        if (!who) return [];
        const channels = guild.channels.cache.filter((channel) => !channel.isThread() && visibleTo(channel, who));
        return [{ workspaceId: guild.id, channelIds: [...channels.keys()] }];
      }),
    );
    return { id: `discord:${userId}`, guest: false, memberships: memberships.flat() };
  };

  return {
    asker(userId) {
      const have = known.get(userId);
      if (have && now() - have.at < FRESH_MS) return have.value;
      const value = lookUp(userId).catch((error: unknown): Asker => {
        log.warn({ err: error }, 'a person could not be looked up; only public pages are used');
        known.delete(userId);
        return { id: `discord:${userId}`, guest: true, memberships: [] };
      });
      known.set(userId, { at: now(), value });
      if (known.size > 10_000) known.delete(known.keys().next().value as string);
      return value;
    },
    async channel(guildId, placeId) {
      if (!guildId) return { workspaceId: '', channelId: placeId, kind: 'direct', shared: false, guests: false };
      const guild = client.guilds.cache.get(guildId);
      const channel = guild?.channels.cache.get(placeId);
      const everybody = guild?.roles.everyone;
      // A channel that is not known is treated as one where anybody may read along.
      if (!guild || !channel || !everybody)
        return { workspaceId: guildId, channelId: placeId, kind: 'public', shared: true, guests: true };
      const open = channel.permissionsFor(everybody).has(PermissionFlagsBits.ViewChannel);
      return {
        workspaceId: guildId,
        channelId: placeId,
        kind: open ? 'public' : 'private',
        shared: false,
        guests: false,
      };
    },
    async manages(guildId, userId) {
      const guild = guildId ? client.guilds.cache.get(guildId) : undefined;
      const who = guild && (await member(guild, userId));
      return who?.permissions.has(PermissionFlagsBits.ManageGuild) === true;
    },
  };
};

import {
  type Client,
  DiscordAPIError,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  PermissionFlagsBits,
} from 'discord.js';
import type { Scope } from '../../core/document.ts';
import type { Access, Asker, Channel } from '../../runtime/access/access.ts';

/** Maximum servers that are checked for the memberships of a person. */
const MAX_GUILDS = 100;
const FRESH_MS = 5 * 60_000;

export interface People {
  /** @throws when Discord cannot be reached: who cannot be looked up now is no stranger for that */
  asker(userId: string): Promise<Asker>;
  /** @param guildId undefined for a DM @param channelId the channel whose permissions apply */
  channel(guildId: string | undefined, channelId: string): Promise<Channel>;
  /** The person's own scopes. */
  scopesOfPerson(userId: string): Promise<Scope[]>;
  /** The scopes that everybody in the channel holds. */
  scopesOfAudience(userId: string, guildId: string | undefined, channelId: string): Promise<Scope[]>;
  /** True when the person may manage the server, and so may change settings, verify answers and list open questions. */
  manages(guildId: string | undefined, userId: string): Promise<boolean>;
}

/** Looks up people and channels for the access rules. All members of a server are full members; Discord has no guests. */
export const createPeople = ({
  client,
  access,
  now = Date.now,
}: {
  client: Client;
  access: Access;
  now?: () => number;
}): People => {
  const known = new Map<string, { at: number; value: Promise<Asker> }>();

  const member = async (guild: Guild, userId: string): Promise<GuildMember | undefined> => {
    try {
      return await guild.members.fetch(userId);
    } catch (error) {
      // Discord knows no such member, or does not say so to Parley.
      if (error instanceof DiscordAPIError && error.status < 500) return undefined;
      throw error;
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
        return [{ workspaceId: guild.id, channelIds: [...channels.keys()], roles: [...who.roles.cache.keys()] }];
      }),
    );
    const found = memberships.flat();
    return {
      id: `discord:${userId}`,
      standing: found.length > 0 ? 'member' : 'stranger',
      memberships: found.map(({ workspaceId, channelIds }) => ({ workspaceId, channelIds })),
      platformGroups: found.flatMap(({ roles }) => roles.map((role) => `role:${role}`)),
    };
  };

  const asker = (userId: string): Promise<Asker> => {
    const have = known.get(userId);
    if (have && now() - have.at < FRESH_MS) return have.value;
    const value = lookUp(userId);
    known.set(userId, { at: now(), value });
    value.catch(() => {
      if (known.get(userId)?.value === value) known.delete(userId);
    });
    if (known.size > 10_000) known.delete(known.keys().next().value as string);
    return value;
  };

  const channelOf = async (guildId: string | undefined, channelId: string): Promise<Channel> => {
    const base = { workspaceId: guildId ?? '', channelId, shared: false, guests: false, strangers: false };
    if (!guildId) return { ...base, kind: 'direct' };
    const guild = client.guilds.cache.get(guildId);
    const channel = guild?.channels.cache.get(channelId);
    const everybody = guild?.roles.everyone;
    // An unknown channel is treated as if anybody could read it.
    if (!guild || !channel || !everybody) return { ...base, kind: 'public', guests: true, strangers: true };
    const open = channel.permissionsFor(everybody).has(PermissionFlagsBits.ViewChannel);
    return { ...base, kind: open ? 'public' : 'private' };
  };

  return {
    asker,
    channel: channelOf,
    scopesOfPerson: async (userId) => access.scopesOfPerson(await asker(userId)),
    scopesOfAudience: async (userId, guildId, channelId) => {
      const channel = await channelOf(guildId, channelId);
      // In a channel the asker does not matter, since only the scopes of the whole audience count.
      const person = channel.kind === 'direct' ? await asker(userId) : anyMember(userId);
      return access.scopesOfAudience(person, channel);
    },
    async manages(guildId, userId) {
      const guild = guildId ? client.guilds.cache.get(guildId) : undefined;
      const who = guild && (await member(guild, userId));
      return who?.permissions.has(PermissionFlagsBits.ManageGuild) === true;
    },
  };
};

const anyMember = (userId: string): Asker => ({ id: `discord:${userId}`, standing: 'member', memberships: [] });

import { type Client, type Guild, type GuildBasedChannel, type GuildMember, PermissionFlagsBits } from 'discord.js';
import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { Access, Asker, Channel } from '../../runtime/access/access.ts';

/** In a DM the servers that the person shares with Parley are looked through; at most so many. */
const MAX_GUILDS = 100;
const FRESH_MS = 5 * 60_000;

export interface People {
  asker(userId: string): Promise<Asker>;
  /** `channelId`: the channel that decides who may see; undefined guild: a DM. */
  channel(guildId: string | undefined, channelId: string): Promise<Channel>;
  /** What somebody may see by themselves. */
  scopesOfPerson(userId: string): Promise<Scope[]>;
  /** What everybody who reads along in a channel may see. */
  scopesOfAudience(userId: string, guildId: string | undefined, channelId: string): Promise<Scope[]>;
  /** May change settings, verify answers, see open questions. */
  manages(guildId: string | undefined, userId: string): Promise<boolean>;
}

/** Who is who and who reads along. A server's members are its full members; Discord has no guests. */
export const createPeople = ({
  client,
  access,
  log,
  now = Date.now,
}: {
  client: Client;
  access: Access;
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
    const value = lookUp(userId).catch((error: unknown): Asker => {
      log.warn({ err: error }, 'a person could not be looked up; treated as a stranger');
      known.delete(userId);
      return { id: `discord:${userId}`, standing: 'stranger', memberships: [] };
    });
    known.set(userId, { at: now(), value });
    if (known.size > 10_000) known.delete(known.keys().next().value as string);
    return value;
  };

  const channelOf = async (guildId: string | undefined, channelId: string): Promise<Channel> => {
    const base = { workspaceId: guildId ?? '', channelId, shared: false, guests: false, strangers: false };
    if (!guildId) return { ...base, kind: 'direct' };
    const guild = client.guilds.cache.get(guildId);
    const channel = guild?.channels.cache.get(channelId);
    const everybody = guild?.roles.everyone;
    // In a channel that is not known anybody may read along.
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
      // Who asks in a channel does not matter: the answer is made from what everybody there may see.
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

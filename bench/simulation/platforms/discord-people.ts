import type { People } from '../../../bots/discord/people.ts';
import type { Access, Asker, Channel } from '../../../runtime/access/access.ts';
import { GUILD, people, places, userOf } from '../world.ts';

/** Who is who in the server, as discord.js's caches would say it. */
export const discordPeople = (access: Access): People => {
  const asker = async (userId: string): Promise<Asker> => {
    const person = people.find((one) => one.platform === 'discord' && userOf(one) === userId);
    const channelIds = places
      .filter(({ open, platform, people: who }) => open && platform === 'discord' && who.includes(person?.name ?? ''))
      .map(({ channel }) => channel);
    return { id: `discord:${userId}`, standing: 'member', memberships: [{ workspaceId: GUILD, channelIds }] };
  };
  const channelOf = async (guildId: string | undefined, channelId: string): Promise<Channel> => ({
    workspaceId: guildId ?? '',
    channelId,
    kind: guildId === undefined ? 'direct' : channelId === '602' ? 'private' : 'public',
    shared: false,
    guests: false,
    strangers: false,
  });
  return {
    asker,
    channel: channelOf,
    scopesOfPerson: async (userId) => access.scopesOfPerson(await asker(userId)),
    scopesOfAudience: async (userId, guildId, channelId) =>
      access.scopesOfAudience(await asker(userId), await channelOf(guildId, channelId)),
    manages: async () => false,
  };
};

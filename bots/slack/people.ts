import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { Access, Asker, Channel } from '../../runtime/access/access.ts';
import { type Calls, isRefusal } from './calls.ts';
import { createChannels } from './channels.ts';
import { createFreshCache } from './fresh-cache.ts';
import { createPersons, FRESH_MS, type Person, type SlackUser } from './persons.ts';
import { readPages } from './read-pages.ts';

/**
 * Looks up people and channel members of one workspace. When a lookup of an audience fails, the more restrictive result is
 * assumed. Who asks is waited for instead: taken for a stranger, they would be refused what they may see.
 */
export interface People {
  /** @throws when Slack cannot be reached */
  asker(user: string): Promise<Asker>;
  channel(channel: string): Promise<Channel>;
  /** What a person may see in a private conversation. */
  scopesOfPerson(user: string): Promise<Scope[]>;
  /** What all readers of the channel may see. */
  scopesOfAudience(user: string, channel: string): Promise<Scope[]>;
  person(user: string): Promise<Person>;
  /** Replaces a person's cached record after an event; other people stay cached. */
  updatePerson(user: SlackUser): void;
  /** Called when somebody joined or left a channel. */
  updateMembership(channel: string, user: string): void;
  /** Called when a channel was shared with another organisation or stopped being shared. */
  updateChannel(channel: string): void;
  /** Clears all caches. */
  clear(): void;
}

export const createPeople = ({
  team,
  client,
  calls,
  access,
  log,
  clock,
}: {
  team: string;
  client: webApi.WebClient;
  calls: Calls;
  access: Access;
  log: Log;
  clock: Clock;
}): People => {
  const now = () => clock.now();
  const { person, ...persons } = createPersons({ team, client, calls, log, now });
  const { outsidersAmong } = persons;
  const { channelOf, ...channels } = createChannels({ team, client, calls, log, clock, outsidersAmong });
  const channelsOf = createFreshCache<string[]>(now, FRESH_MS);
  const userGroups = createFreshCache<Set<string>>(now, FRESH_MS);

  /** The user groups in the access rules that the person is a member of. A group that Slack refuses to name counts as empty. */
  const userGroupsOf = async (user: string): Promise<string[]> => {
    const mine = await Promise.all(
      access.platformGroups.map(async (usergroup) => {
        const members = await userGroups
          .read(usergroup, async () => {
            const { users = [] } = await calls.idempotent(() => client.usergroups.users.list({ usergroup }));
            return new Set(users);
          })
          .catch((error: unknown) => {
            if (!isRefusal(error)) throw error;
            log.warn({ err: error, usergroup }, 'a user group could not be read; nobody counts as its member');
            return new Set<string>();
          });
        return members.has(user) ? [usergroup] : [];
      }),
    );
    return mine.flat();
  };

  /** The channels that a person is a member of; none when Slack refuses to name them. */
  const channelIdsOf = (user: string): Promise<string[]> =>
    channelsOf
      .read(user, async () => {
        const found = await readPages(calls, async (cursor) => {
          const page = await client.users.conversations({
            user,
            types: 'public_channel,private_channel',
            exclude_archived: true,
            limit: 200,
            ...(cursor && { cursor }),
          });
          return { items: page.channels ?? [], next: page.response_metadata?.next_cursor };
        });
        return found.map((channel) => String(channel.id));
      })
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        log.warn({ err: error }, "a person's channels could not be looked up; none are counted");
        return [];
      });

  const asker = async (user: string): Promise<Asker> => {
    const id = `slack:${team}/${user}`;
    const { standing, email } = await persons.asker(user);
    const known = { id, standing, ...(email && { email }) };
    if (standing !== 'member') return { ...known, memberships: [] };
    return {
      ...known,
      memberships: [{ workspaceId: team, channelIds: await channelIdsOf(user) }],
      platformGroups: await userGroupsOf(user),
    };
  };

  return {
    person,
    asker,
    channel: channelOf,
    scopesOfPerson: async (user) => access.scopesOfPerson(await asker(user)),
    scopesOfAudience: async (user, channel) =>
      access.scopesOfAudience(...(await Promise.all([asker(user), channelOf(channel)]))),
    updatePerson: persons.update,
    updateMembership(channel, user) {
      channels.updateMembers(channel);
      channelsOf.delete(user);
    },
    updateChannel: channels.update,
    clear() {
      for (const cache of [persons, channels, channelsOf, userGroups]) cache.clear();
    },
  };
};

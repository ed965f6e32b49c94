import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { Access, Asker, Channel } from '../../runtime/access/access.ts';
import type { Calls } from './calls.ts';
import { createChannels } from './channels.ts';
import { createFreshCache } from './fresh-cache.ts';
import { createPersons, FRESH_MS, type Person, type SlackUser } from './persons.ts';
import { readPages } from './read-pages.ts';

/** Who is who and who reads along, in one workspace. Where Slack does not say, the narrower answer is taken. */
export interface People {
  asker(user: string): Promise<Asker>;
  channel(channel: string): Promise<Channel>;
  /** What somebody may see by themselves. */
  scopesOfPerson(user: string): Promise<Scope[]>;
  /** What everybody who reads along in a channel may see. */
  scopesOfAudience(user: string, channel: string): Promise<Scope[]>;
  person(user: string): Promise<Person>;
  /** A person changed: nobody else is asked for again. */
  updatePerson(user: SlackUser): void;
  /** Somebody joined or left a channel. */
  updateMembership(channel: string, user: string): void;
  /** A channel was shared or is shared no more. */
  updateChannel(channel: string): void;
  /** Nothing known counts any more. */
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

  /** The user groups that the access rules speak of and the person is in. A group that cannot be read counts as empty. */
  const userGroupsOf = async (user: string): Promise<string[]> => {
    const mine = await Promise.all(
      access.platformGroups.map(async (usergroup) => {
        const members = await userGroups
          .read(usergroup, async () => {
            const { users = [] } = await calls.sure(() => client.usergroups.users.list({ usergroup }));
            return new Set(users);
          })
          .catch((error: unknown) => {
            log.warn({ err: error, usergroup }, 'a user group could not be read; nobody counts as its member');
            return new Set<string>();
          });
        return members.has(user) ? [usergroup] : [];
      }),
    );
    return mine.flat();
  };

  /** The channels that a person is in. Where they cannot be read, none are counted. */
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
        log.warn({ err: error }, "a person's channels could not be looked up; none are counted");
        return [];
      });

  const asker = async (user: string): Promise<Asker> => {
    const id = `slack:${team}/${user}`;
    const { standing, email } = await person(user);
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

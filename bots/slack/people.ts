import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { Access, Asker, Channel } from '../../runtime/access/access.ts';
import { type Calls, codeOf } from './calls.ts';

/** What Slack said of a person or a channel is asked for again after this long; events change it at once. */
const FRESH_MS = 5 * 60_000;
/** The whole list of members is read again at this age, and meanwhile kept up to date by `user_change` events. */
const DIRECTORY_MS = 30 * 60_000;
/** So many unknown readers of a channel are looked up one by one (100 a minute are allowed); for more, all are listed. */
const MAX_SINGLE_LOOKUPS = 20;
/** Slack's largest pages: a workspace of 6,000 in 6 calls, where 20 a minute are allowed (docs.slack.dev/reference/methods/users.list). */
const PAGE = 1000;
/** A channel that is not known after so long is treated as one where anybody may read along; the look-up goes on. */
const MAX_CHANNEL_MS = 2000;

export interface Person {
  standing: Asker['standing'];
  /** Slack has verified it: people sign in with it. */
  email?: string;
  admin: boolean;
  name: string;
}

/** A person as Slack's methods and events describe them. */
export interface SlackUser {
  id?: string;
  team_id?: string;
  /** Set in an Enterprise organisation: the workspaces that the person is a member of. */
  enterprise_user?: { teams?: string[] };
  deleted?: boolean;
  profile?: { email?: string };
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  is_stranger?: boolean;
  is_admin?: boolean;
  is_owner?: boolean;
  name?: string;
  real_name?: string;
}

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

/** A channel as Slack lists it. `members` is left empty where it decides nothing. */
interface ChannelReaders extends Pick<Channel, 'kind' | 'shared'> {
  members: readonly string[];
}

const STRANGER: Person = { standing: 'stranger', admin: false, name: 'somebody' };

/** Values by key, each read once while it is fresh. */
const createCache = <Value>(now: () => number, freshMs: number) => {
  const entries = new Map<string, { at: number; value: Promise<Value> }>();
  return {
    get(key: string): Promise<Value> | undefined {
      const entry = entries.get(key);
      return entry && now() - entry.at < freshMs ? entry.value : undefined;
    },
    read(key: string, load: () => Promise<Value>): Promise<Value> {
      const known = this.get(key);
      if (known) return known;
      const value = load();
      entries.set(key, { at: now(), value });
      value.catch(() => entries.delete(key));
      return value;
    },
    set: (key: string, value: Value) => void entries.set(key, { at: now(), value: Promise.resolve(value) }),
    delete: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
};

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
  const persons = createCache<Person>(now, FRESH_MS);
  const channelsOf = createCache<string[]>(now, FRESH_MS);
  const channels = createCache<ChannelReaders>(now, FRESH_MS);
  /** Known before who is in the channel is. */
  const sharedChannels = createCache<boolean>(now, FRESH_MS);
  const userGroups = createCache<Set<string>>(now, FRESH_MS);
  /** Everybody in the workspace, by one listing. */
  const directories = createCache<Map<string, Person>>(now, DIRECTORY_MS);

  const all = async <Item>(
    read: (cursor: string | undefined) => Promise<{ items: Item[]; next?: string }>,
  ): Promise<Item[]> => {
    const items: Item[] = [];
    let cursor: string | undefined;
    do {
      const page = await calls.sure(() => read(cursor));
      items.push(...page.items);
      cursor = page.next || undefined;
    } while (cursor);
    return items;
  };

  const isStranger = ({ is_stranger, deleted, team_id, enterprise_user }: SlackUser): boolean =>
    is_stranger === true ||
    deleted === true ||
    (team_id !== undefined && team_id !== team && enterprise_user?.teams?.includes(team) !== true);

  const personOf = (user: SlackUser): Person => ({
    standing: isStranger(user)
      ? 'stranger'
      : user.is_restricted === true || user.is_ultra_restricted === true
        ? 'guest'
        : 'member',
    ...(user.profile?.email && { email: user.profile.email }),
    admin: user.is_admin === true || user.is_owner === true,
    name: user.real_name || user.name || 'somebody',
  });

  const person = (user: string): Promise<Person> =>
    persons
      .read(user, async () => {
        const { user: found } = await calls.sure(() => client.users.info({ user }));
        return found ? personOf(found) : STRANGER;
      })
      .catch((error: unknown) => {
        log.warn({ err: error, user }, 'a person could not be looked up; treated as a stranger');
        return STRANGER;
      });

  const directory = (): Promise<Map<string, Person>> =>
    directories.read('', async () => {
      const members = await all<SlackUser>(async (cursor) => {
        const page = await client.users.list({ limit: PAGE, ...(cursor && { cursor }) });
        return { items: page.members ?? [], next: page.response_metadata?.next_cursor };
      });
      return new Map(members.map((member) => [member.id ?? '', personOf(member)]));
    });

  /**
   * Who of these is not a full member: guests, and strangers, whom Slack does not know as people of this workspace. A few
   * unknown people are looked up one by one, also after a listing, as they may be new.
   */
  const outsidersAmong = async (members: readonly string[]): Promise<Pick<Channel, 'guests' | 'strangers'>> => {
    let listed = await directories.get('');
    const isUnknown = (user: string) => !persons.get(user) && !listed?.has(user);
    if (members.filter(isUnknown).length > MAX_SINGLE_LOOKUPS) listed = await directory();
    const unknown = members.filter(isUnknown);
    if (unknown.length > MAX_SINGLE_LOOKUPS) return { guests: true, strangers: true };
    const found = members.map((user) => persons.get(user) ?? listed?.get(user) ?? person(user));
    const standings = new Set((await Promise.all(found)).map(({ standing }) => standing));
    return { guests: standings.has('guest'), strangers: standings.has('stranger') };
  };

  const readChannel = async (channel: string): Promise<ChannelReaders> => {
    const { channel: info } = await calls.sure(() => client.conversations.info({ channel }));
    const kind = info?.is_im ? 'direct' : info?.is_private || info?.is_mpim ? 'private' : 'public';
    const shared = info?.is_ext_shared === true || info?.is_pending_ext_shared === true;
    sharedChannels.set(channel, shared);
    if (kind === 'direct' || shared) return { kind, shared, members: [] };
    const members = await all(async (cursor) => {
      const page = await client.conversations.members({ channel, limit: PAGE, ...(cursor && { cursor }) });
      return { items: page.members ?? [], next: page.response_metadata?.next_cursor };
    });
    return { kind, shared, members };
  };

  const lookUpChannel = async (channel: string): Promise<Channel> => {
    const { kind, shared, members } = await channels.read(channel, () => readChannel(channel));
    return { workspaceId: team, channelId: channel, kind, shared, ...(await outsidersAmong(members)) };
  };

  const openToAll = (channel: string, shared: boolean): Channel => ({
    workspaceId: team,
    channelId: channel,
    kind: 'public',
    shared,
    guests: true,
    strangers: false,
  });

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

  const asker = async (user: string): Promise<Asker> => {
    const id = `slack:${team}/${user}`;
    const { standing, email } = await person(user);
    const known = { id, standing, ...(email && { email }) };
    if (standing !== 'member') return { ...known, memberships: [] };
    const channelIds = await channelsOf
      .read(user, async () => {
        const found = await all(async (cursor) => {
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
    return { ...known, memberships: [{ workspaceId: team, channelIds }], platformGroups: await userGroupsOf(user) };
  };

  const channelOf = async (channel: string): Promise<Channel> => {
    const found = lookUpChannel(channel).catch((error: unknown): Channel => {
      // Slack could not be reached: nothing is known, and whoever asks tries again.
      if (codeOf(error) === undefined) throw error;
      log.warn({ err: error, channel }, 'a channel could not be looked up; it is treated as an external one');
      return openToAll(channel, true);
    });
    // Whoever asks may have gone on without it.
    found.catch(() => {});
    const timer = new AbortController();
    const late = clock.sleep(MAX_CHANNEL_MS, timer.signal).then(
      () => undefined,
      () => undefined,
    );
    const inTime = await Promise.race([found, late]);
    timer.abort();
    if (!inTime) log.info({ channel }, 'who reads a channel is still being looked up; only public pages are used');
    if (inTime) return inTime;
    // Slack's first answer on a channel says whether another organisation is in it: before it, Parley must neither speak nor
    // decide to be silent.
    const shared = await sharedChannels.get(channel);
    return shared === undefined ? found : openToAll(channel, shared);
  };

  return {
    person,
    asker,
    channel: channelOf,
    scopesOfPerson: async (user) => access.scopesOfPerson(await asker(user)),
    scopesOfAudience: async (user, channel) =>
      access.scopesOfAudience(...(await Promise.all([asker(user), channelOf(channel)]))),
    updatePerson(user) {
      if (user.id === undefined) return;
      const { id } = user;
      const changed = personOf(user);
      persons.set(id, changed);
      void directories.get('')?.then(
        (listed) => listed.set(id, changed),
        () => {},
      );
    },
    updateMembership(channel, user) {
      channels.delete(channel);
      channelsOf.delete(user);
    },
    updateChannel(channel) {
      channels.delete(channel);
      sharedChannels.delete(channel);
    },
    clear() {
      for (const cache of [persons, channelsOf, channels, sharedChannels, userGroups, directories]) cache.clear();
    },
  };
};

import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Asker, ChatChannel } from '../chat/scopes.ts';
import type { Calls } from './calls.ts';

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
  /** A guest, or somebody of another workspace. */
  guest: boolean;
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
  channel(channel: string): Promise<ChatChannel>;
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
interface ChannelReaders extends Pick<ChatChannel, 'kind' | 'shared'> {
  members: readonly string[];
}

const STRANGER: Person = { guest: true, admin: false, name: 'somebody' };

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
  log,
  clock,
}: {
  team: string;
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  clock: Clock;
}): People => {
  const now = () => clock.now();
  const persons = createCache<Person>(now, FRESH_MS);
  const channelsOf = createCache<string[]>(now, FRESH_MS);
  const channels = createCache<ChannelReaders>(now, FRESH_MS);
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

  const personOf = (user: SlackUser): Person => ({
    guest:
      user.is_restricted === true ||
      user.is_ultra_restricted === true ||
      user.is_stranger === true ||
      user.deleted === true ||
      (user.team_id !== undefined && user.team_id !== team && user.enterprise_user?.teams?.includes(team) !== true),
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
        log.warn({ err: error, user }, 'a person could not be looked up; treated as a guest');
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
   * True when one of these is a guest, or somebody whom Slack does not know as a member of this workspace. A few unknown
   * people are looked up one by one, also after a listing, as they may be new.
   */
  const hasGuest = async (members: readonly string[]): Promise<boolean> => {
    let listed = await directories.get('');
    const isUnknown = (user: string) => !persons.get(user) && !listed?.has(user);
    if (members.filter(isUnknown).length > MAX_SINGLE_LOOKUPS) listed = await directory();
    const unknown = members.filter(isUnknown);
    if (unknown.length > MAX_SINGLE_LOOKUPS) return true;
    const found = members.map((user) => persons.get(user) ?? listed?.get(user) ?? person(user));
    return (await Promise.all(found)).some(({ guest }) => guest);
  };

  const readChannel = async (channel: string): Promise<ChannelReaders> => {
    const { channel: info } = await calls.sure(() => client.conversations.info({ channel }));
    const kind = info?.is_im ? 'direct' : info?.is_private || info?.is_mpim ? 'private' : 'public';
    const shared = info?.is_ext_shared === true || info?.is_pending_ext_shared === true;
    if (kind === 'direct' || shared) return { kind, shared, members: [] };
    const members = await all(async (cursor) => {
      const page = await client.conversations.members({ channel, limit: PAGE, ...(cursor && { cursor }) });
      return { items: page.members ?? [], next: page.response_metadata?.next_cursor };
    });
    return { kind, shared, members };
  };

  const lookUpChannel = async (channel: string): Promise<ChatChannel> => {
    const { kind, shared, members } = await channels.read(channel, () => readChannel(channel));
    return { workspaceId: team, channelId: channel, kind, shared, guests: await hasGuest(members) };
  };

  const openToAll = (channel: string): ChatChannel => ({
    workspaceId: team,
    channelId: channel,
    kind: 'public',
    shared: true,
    guests: true,
  });

  return {
    person,
    async asker(user) {
      const id = `slack:${team}/${user}`;
      if ((await person(user)).guest) return { id, guest: true, memberships: [] };
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
      return { id, guest: false, memberships: [{ workspaceId: team, channelIds }] };
    },
    async channel(channel) {
      const found = lookUpChannel(channel).catch((error: unknown): ChatChannel => {
        log.warn({ err: error, channel }, 'a channel could not be looked up; only public pages are used');
        return openToAll(channel);
      });
      const timer = new AbortController();
      const late = clock.sleep(MAX_CHANNEL_MS, timer.signal).then(
        () => undefined,
        () => undefined,
      );
      const inTime = await Promise.race([found, late]);
      timer.abort();
      if (!inTime) log.info({ channel }, 'who reads a channel is still being looked up; only public pages are used');
      return inTime ?? openToAll(channel);
    },
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
    updateChannel: (channel) => channels.delete(channel),
    clear() {
      for (const cache of [persons, channelsOf, channels, directories]) cache.clear();
    },
  };
};

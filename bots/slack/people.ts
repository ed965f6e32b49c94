import type { webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Asker, ChatChannel } from '../chat/scopes.ts';
import type { Calls } from './calls.ts';

/** What is known of people and channels is asked for again after this long; events clear it at once. */
const FRESH_MS = 5 * 60_000;

interface Person {
  guest: boolean;
  admin: boolean;
  name: string;
}

/** Who is who and who reads along, in one workspace. Where Slack does not say, the narrower answer is taken. */
export interface People {
  asker(user: string): Promise<Asker>;
  channel(channel: string): Promise<ChatChannel>;
  person(user: string): Promise<Person>;
  /** Memberships or people changed: nothing known counts any more. */
  clear(): void;
}

export const createPeople = ({
  team,
  client,
  calls,
  log,
  now = Date.now,
}: {
  team: string;
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  now?: () => number;
}): People => {
  let known = new Map<string, { at: number; value: Promise<unknown> }>();
  const fresh = <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const have = known.get(key);
    if (have && now() - have.at < FRESH_MS) return have.value as Promise<Value>;
    const value = read();
    known.set(key, { at: now(), value });
    value.catch(() => known.delete(key));
    return value;
  };

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

  const personOf = (user: {
    team_id?: string;
    is_restricted?: boolean;
    is_ultra_restricted?: boolean;
    is_stranger?: boolean;
    is_admin?: boolean;
    is_owner?: boolean;
    name?: string;
    real_name?: string;
  }): Person => ({
    guest:
      user.is_restricted === true ||
      user.is_ultra_restricted === true ||
      user.is_stranger === true ||
      (user.team_id !== undefined && user.team_id !== team),
    admin: user.is_admin === true || user.is_owner === true,
    name: user.real_name || user.name || 'somebody',
  });

  const person = (user: string): Promise<Person> =>
    fresh(`person ${user}`, async () => {
      const { user: found } = await calls.sure(() => client.users.info({ user }));
      return personOf(found ?? {});
    }).catch((error: unknown) => {
      log.warn({ err: error, user }, 'a person could not be looked up; treated as a guest');
      return { guest: true, admin: false, name: 'somebody' };
    });

  const guests = (): Promise<Set<string>> =>
    fresh('guests', async () => {
      const members = await all(async (cursor) => {
        const page = await client.users.list({ limit: 200, ...(cursor && { cursor }) });
        return { items: page.members ?? [], next: page.response_metadata?.next_cursor };
      });
      return new Set(members.filter((member) => personOf(member).guest).map((member) => String(member.id)));
    });

  return {
    person,
    asker: async (user) => {
      const { guest } = await person(user);
      const memberships = guest
        ? []
        : await fresh(`channels ${user}`, () =>
            all(async (cursor) => {
              const page = await client.users.conversations({
                user,
                types: 'public_channel,private_channel',
                exclude_archived: true,
                limit: 200,
                ...(cursor && { cursor }),
              });
              return { items: page.channels ?? [], next: page.response_metadata?.next_cursor };
            }),
          )
            .then((channels) => [{ workspaceId: team, channelIds: channels.map((channel) => String(channel.id)) }])
            .catch((error: unknown) => {
              log.warn({ err: error }, "a person's channels could not be looked up; none are counted");
              return [{ workspaceId: team, channelIds: [] as string[] }];
            });
      return { id: `slack:${team}/${user}`, guest, memberships };
    },
    channel: (channel) =>
      fresh(`channel ${channel}`, async () => {
        const { channel: info } = await calls.sure(() => client.conversations.info({ channel }));
        const kind = info?.is_im ? 'direct' : info?.is_private || info?.is_mpim ? 'private' : 'public';
        const shared = info?.is_ext_shared === true || info?.is_pending_ext_shared === true;
        const place: ChatChannel = { workspaceId: team, channelId: channel, kind, shared, guests: false };
        if (kind === 'direct' || shared) return place;
        const [members, guestsHere] = await Promise.all([
          all(async (cursor) => {
            const page = await client.conversations.members({ channel, limit: 1000, ...(cursor && { cursor }) });
            return { items: page.members ?? [], next: page.response_metadata?.next_cursor };
          }),
          guests(),
        ]);
        return { ...place, guests: members.some((member) => guestsHere.has(member)) };
      }).catch((error: unknown): ChatChannel => {
        log.warn({ err: error, channel }, 'a channel could not be looked up; only public pages are used');
        return { workspaceId: team, channelId: channel, kind: 'public', shared: true, guests: true };
      }),
    clear() {
      known = new Map();
    },
  };
};

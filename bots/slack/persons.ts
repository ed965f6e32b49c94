import type { webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Asker, Channel } from '../../runtime/access/access.ts';
import { type Calls, isRefusal } from './calls.ts';
import { createFreshCache } from './fresh-cache.ts';
import { MAX_PAGE, readPages } from './read-pages.ts';

/** How long people and channels are cached. Events update the cache at once. */
export const FRESH_MS = 5 * 60_000;
/** How long the list of all members is cached. `user_change` events update it in between. */
const DIRECTORY_MS = 30 * 60_000;
/**
 * Maximum unknown readers of a channel that are looked up one by one (`users.info` allows 100 calls a minute). For more, all
 * members of the workspace are listed.
 */
const MAX_SINGLE_LOOKUPS = 20;

export interface Person {
  standing: Asker['standing'];
  /** Verified by Slack, since people sign in with it. */
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

const STRANGER: Person = { standing: 'stranger', admin: false, name: 'somebody' };

/** Looks up people of one workspace: one at a time, or all with one listing when many are needed. */
export const createPersons = ({
  team,
  client,
  calls,
  log,
  now,
}: {
  team: string;
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  now: () => number;
}) => {
  const persons = createFreshCache<Person>(now, FRESH_MS);
  /** All members of the workspace by id, from `users.list`. */
  const directories = createFreshCache<Map<string, Person>>(now, DIRECTORY_MS);

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

  const asker = (user: string): Promise<Person> =>
    persons
      .read(user, async () => {
        const { user: found } = await calls.idempotent(() => client.users.info({ user }));
        return found ? personOf(found) : STRANGER;
      })
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        log.warn({ err: error, user }, 'Slack does not say who a person is; treated as a stranger');
        return STRANGER;
      });

  const person = (user: string): Promise<Person> =>
    asker(user).catch((error: unknown) => {
      log.warn({ err: error, user }, 'a person could not be looked up; treated as a stranger');
      return STRANGER;
    });

  const directory = (): Promise<Map<string, Person>> =>
    directories.read('', async () => {
      const members = await readPages<SlackUser>(calls, async (cursor) => {
        const page = await client.users.list({ limit: MAX_PAGE, ...(cursor && { cursor }) });
        return { items: page.members ?? [], next: page.response_metadata?.next_cursor };
      });
      return new Map(members.map((member) => [member.id ?? '', personOf(member)]));
    });

  /**
   * Tells whether guests or strangers are among these people. A stranger is somebody outside of this workspace. After a
   * listing, people who are still unknown are looked up one by one, since they may be new.
   */
  const outsidersAmong = async (members: readonly string[]): Promise<Pick<Channel, 'guests' | 'strangers'>> => {
    let listed = await directories.get('');
    const isUnknown = (user: string) => !persons.get(user) && !listed?.has(user);
    if (members.filter(isUnknown).length > MAX_SINGLE_LOOKUPS) listed = await directory();
    const unknown = members.filter(isUnknown);
    if (unknown.length > MAX_SINGLE_LOOKUPS) return { guests: true, strangers: true };
    const found = members.map((user) => (!persons.get(user) && listed?.get(user)) || person(user));
    const standings = new Set((await Promise.all(found)).map(({ standing }) => standing));
    return { guests: standings.has('guest'), strangers: standings.has('stranger') };
  };

  return {
    /** Whoever asks. @throws when Slack cannot be reached: who cannot be looked up now is no stranger for that */
    asker,
    /** One of an audience: a stranger, with fewer rights, when they cannot be looked up. */
    person,
    outsidersAmong,
    update(user: SlackUser) {
      if (user.id === undefined) return;
      const { id } = user;
      const changed = personOf(user);
      persons.set(id, changed);
      void directories.get('')?.then(
        (listed) => listed.set(id, changed),
        () => {},
      );
    },
    clear() {
      persons.clear();
      directories.clear();
    },
  };
};

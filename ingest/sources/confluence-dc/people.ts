import type { Api } from '../api.ts';
import type { ToldGroup } from '../api-connector.ts';
import { hasStatus, NOT_SEEN } from '../refusals.ts';
import { listAll } from './lists.ts';
import { groupSchema, listOf, type Person, personSchema, profileSchema } from './shapes.ts';

/** Statuses of accounts that can no longer sign in begin otherwise (`deactivated`). */
const isCurrent = ({ status }: Person): boolean => !status || status === 'current';

/**
 * E-mail addresses of people by their key or name. An administrator's token lists all active people with their addresses
 * (10.2 and later); for any other each profile is asked for, once in a reading.
 */
export const createPeople = (api: Api) => {
  let listed: Promise<Map<string, string | undefined>> | undefined;
  const asked = new Map<string, Promise<string | undefined>>();

  const list = async (): Promise<Map<string, string | undefined>> => {
    const emails = new Map<string, string | undefined>();
    try {
      for await (const { username, userKey, email } of listAll(
        api,
        personSchema,
        '/rest/api/admin/users/list/active',
      )) {
        // Before 10.2 the list tells no address at all: then it is of no use.
        if (email === undefined) return new Map();
        for (const name of [username, userKey]) if (name) emails.set(name, email || undefined);
      }
    } catch (error) {
      if (hasStatus(error, [401, ...NOT_SEEN])) return new Map();
      throw error;
    }
    return emails;
  };

  const nameOf = async (userKey: string): Promise<string | undefined> => {
    const { value } = await api.get(personSchema, `/rest/api/user?key=${encodeURIComponent(userKey)}&expand=status`);
    return isCurrent(value) ? (value.username ?? undefined) : undefined;
  };
  const askProfile = async ({ username, userKey }: Person): Promise<string | undefined> => {
    try {
      const name = username ?? (userKey ? await nameOf(userKey) : undefined);
      if (!name) return undefined;
      const { value } = await api.get(profileSchema, `/rest/mobile/1.0/profile/${encodeURIComponent(name)}`);
      return value.email || undefined;
    } catch (error) {
      if (hasStatus(error, NOT_SEEN)) return undefined;
      throw error;
    }
  };

  return {
    /** The address of somebody; undefined for one who cannot sign in, or whose address is not told. */
    async email(person: Person): Promise<string | undefined> {
      const name = person.userKey ?? person.username;
      if (!name || !isCurrent(person)) return undefined;
      listed ??= list();
      const all = await listed;
      if (all.size > 0) return all.get(name) ?? all.get(person.username ?? '');
      const before = asked.get(name);
      if (before) return before;
      const email = askProfile(person);
      asked.set(name, email);
      return email;
    },
  };
};

export type People = ReturnType<typeof createPeople>;

/** The members of a group and the groups in it; undefined for a group that is no longer there. */
export const readGroup = async (
  api: Api,
  people: People,
  name: string,
): Promise<Omit<ToldGroup, 'kind' | 'id'> | undefined> => {
  const path = `/rest/api/group/${encodeURIComponent(name)}`;
  const emails: string[] = [];
  const groups: string[] = [];
  let hidden = 0;
  try {
    for await (const person of listAll(api, personSchema, `${path}/member?expand=status`)) {
      const email = await people.email(person);
      if (email) emails.push(email);
      else if (isCurrent(person)) hidden++;
    }
    for await (const inner of listAll(api, groupSchema, `${path}/groupmember`)) groups.push(inner.name);
  } catch (error) {
    if (hasStatus(error, [404])) return undefined;
    throw error;
  }
  return { people: emails, groups, ...(hidden > 0 && { hidden }) };
};

/** For the check of the rights: the names of the first groups. */
export const firstGroups = async (api: Api): Promise<string[]> =>
  (await api.get(listOf(groupSchema), '/rest/api/group?limit=5')).value.results.map(({ name }) => name);

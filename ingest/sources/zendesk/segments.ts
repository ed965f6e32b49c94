import type { Api } from '../api.ts';
import type { ToldGroup } from '../api-connector.ts';
import { eachPage } from '../paging.ts';
import { hasStatus } from '../refusals.ts';
import { type Segment, segmentsSchema, type User, usersSchema } from './shapes.ts';

/** Rows of one answer; more is not given. */
const SIZE = 'page[size]=100';
/** Ids that `users/show_many` takes. */
const MAX_IDS = 100;

/** The group of all agents and admins. */
export const STAFF = 'staff';

/**
 * Who is in the user segments of a help center (support.zendesk.com, "Creating user segments"): agents and admins, or whoever
 * signs in; of them those with all of `tags` and any of `or_tags`; agents of any of the groups; end users of any of the
 * organizations, which agents need not be in; and whoever was added by name. Tags of organizations are not counted, and the
 * addresses are those of users who verified themselves. Every list is read once.
 */
export const createSegments = (api: Api) => {
  const lists = new Map<string, Promise<User[]>>();
  let defined: Promise<Map<string, Segment>> | undefined;

  const list = (address: string): Promise<User[]> => {
    const known = lists.get(address) ?? listUsers(api, address);
    lists.set(address, known);
    return known;
  };
  const staff = () => list(`/api/v2/users?role[]=agent&role[]=admin&${SIZE}`);
  const all = async (addresses: readonly string[]) => (await Promise.all(addresses.map(list))).flat();

  const candidates = async ({ user_type, group_ids, organization_ids }: Segment): Promise<User[]> => {
    if (user_type === 'staff')
      return group_ids?.length ? all(group_ids.map((id) => `/api/v2/groups/${id}/users?${SIZE}`)) : staff();
    if (user_type !== 'signed_in_users') return [];
    return organization_ids?.length
      ? [...(await all(organization_ids.map((id) => `/api/v2/organizations/${id}/users?${SIZE}`))), ...(await staff())]
      : list(`/api/v2/users?${SIZE}`);
  };

  const membersOf = async (segment: Segment): Promise<User[]> => {
    const { tags, or_tags, added_user_ids, user_type } = segment;
    const fits = ({ role, tags: own }: User) =>
      (user_type !== 'staff' || role !== 'end-user') &&
      (tags ?? []).every((tag) => own?.includes(tag)) &&
      (!or_tags?.length || or_tags.some((tag) => own?.includes(tag)));
    const added: User[] = [];
    for (let at = 0; at < (added_user_ids?.length ?? 0); at += MAX_IDS) {
      const ids = added_user_ids?.slice(at, at + MAX_IDS).join(',');
      added.push(...(await api.get(usersSchema, `/api/v2/users/show_many?ids=${ids}`)).value.users);
    }
    return [...(await candidates(segment)).filter(fits), ...added];
  };

  const definitions = (): Promise<Map<string, Segment>> => {
    defined ??= listSegments(api);
    return defined;
  };

  return {
    definitions,
    /** The members of a segment, or of all staff; undefined for a segment that is no longer there. */
    async members(id: string): Promise<Omit<ToldGroup, 'kind' | 'id'> | undefined> {
      if (id === STAFF) return told(await staff());
      const segment = (await definitions()).get(id);
      return segment && told(await membersOf(segment));
    },
  };
};

export type Segments = ReturnType<typeof createSegments>;

const listSegments = async (api: Api): Promise<Map<string, Segment>> => {
  const found = new Map<string, Segment>();
  const pages = eachPage(
    api,
    segmentsSchema,
    `/api/v2/help_center/user_segments?${SIZE}`,
    ({ value }) => value.links?.next,
  );
  for await (const { user_segments } of pages)
    for (const segment of user_segments) found.set(String(segment.id), segment);
  return found;
};

/** Users of a list; of a group or organization that was deleted nobody. */
const listUsers = async (api: Api, address: string): Promise<User[]> => {
  const users: User[] = [];
  try {
    for await (const page of eachPage(api, usersSchema, address, ({ value }) => value.links?.next))
      users.push(...page.users);
  } catch (error) {
    if (hasStatus(error, [404])) return [];
    throw error;
  }
  return users;
};

/** Users who can sign in, by their address; one that was never verified is hidden. */
const told = (users: readonly User[]): Omit<ToldGroup, 'kind' | 'id'> => {
  const current = users.filter(({ active, suspended }) => active !== false && !suspended);
  const people = current.flatMap(({ email, verified }) => (email && verified !== false ? [email] : []));
  const hidden = current.length - people.length;
  return { people, ...(hidden > 0 && { hidden }) };
};

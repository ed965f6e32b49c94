import type { Api } from '../api.ts';
import type { AccessRule, Audience } from '../api-connector.ts';
import { eachPage } from '../paging.ts';
import { NOT_SEEN, onStatus } from '../refusals.ts';
import { type ToldMembers, toldMembers } from '../told-members.ts';
import { type Identity, listOf, memberSchema, nextLink, type Permission, permissionSchema } from './shapes.ts';

const MEMBERS_PER_PAGE = 999;

/** Groups whose members Graph does not tell: of a site, and everybody of the organisation. */
const SITE_GROUP = 'site-group/';
const ORGANISATION = 'organisation';
/** The claims "Everyone except external users" and "Everyone". */
const ORGANISATION_CLAIM = /^c:0-\.f\|rolemanager\|spo-grid-all-users|^c:0\(\.s\|true/;

/** Lets somebody read now; a role of limited access only leads through to something below. */
const counts = ({ roles, expirationDateTime, link }: Permission): boolean =>
  roles.some((role) => !/limited/i.test(role)) &&
  !(expirationDateTime && Date.parse(expirationDateTime) <= Date.now()) &&
  // Whoever has such a link may open the item, but search does not find it: nor does it here.
  link?.scope !== 'anonymous' &&
  link?.scope !== 'organization';

const addIdentity = (
  { user, group, siteGroup, siteUser }: Identity,
  site: string,
  rule: { people: string[]; groups: string[] },
): void => {
  const login = siteUser?.loginName ?? '';
  // A group comes with what the site calls it beside.
  if (group?.id) rule.groups.push(group.id);
  else if (siteGroup?.id) rule.groups.push(`${SITE_GROUP}${site}/${siteGroup.displayName || siteGroup.id}`);
  else if (ORGANISATION_CLAIM.test(login)) rule.groups.push(ORGANISATION);
  else {
    const email = user?.email || siteUser?.email || login.split('|').at(-1);
    if (email?.includes('@')) rule.people.push(email);
  }
};

/** The permissions of an item as one rule: they add up, and those that it inherits are among them. */
const ruleOf = (permissions: readonly Permission[], site: string, library: string): AccessRule => {
  const rule = { says: `the sharing in ${library}`, people: [] as string[], groups: [] as string[] };
  for (const permission of permissions) {
    if (!counts(permission)) continue;
    for (const identity of [permission.grantedToV2 ?? {}, ...(permission.grantedToIdentitiesV2 ?? [])])
      addIdentity(identity, site, rule);
  }
  return rule;
};

/** Who may see an item of a library, inherited permissions too; unknown where the account may not know. */
export const readAudience = async (
  api: Api,
  drive: string,
  item: string,
  site: string,
  library: string,
): Promise<Audience> => {
  const permissions = await listPermissions(api, `/drives/${drive}/items/${item}/permissions`).catch(
    onStatus(NOT_SEEN, undefined),
  );
  return permissions ? [ruleOf(permissions, site, library)] : 'unknown';
};

const listPermissions = async (api: Api, address: string): Promise<Permission[]> => {
  const permissions: Permission[] = [];
  for await (const { value } of eachPage(api, listOf(permissionSchema), address, nextLink)) permissions.push(...value);
  return permissions;
};

/** The members of a group, those of groups in it too; nobody of a group whose members Graph does not tell. */
export const readGroup = async (api: Api, id: string): Promise<ToldMembers | undefined> =>
  id.startsWith(SITE_GROUP) || id === ORGANISATION
    ? { people: [], hidden: 1 }
    : toldMembers(listMembers(api, id), ({ mail, userPrincipalName }) => mail || userPrincipalName).catch(
        onStatus([404], undefined),
      );

async function* listMembers(api: Api, id: string) {
  const address = `/groups/${id}/transitiveMembers/microsoft.graph.user?$select=mail,userPrincipalName,accountEnabled&$top=${MEMBERS_PER_PAGE}`;
  for await (const { value } of eachPage(api, listOf(memberSchema), address, nextLink))
    yield* value.filter(({ accountEnabled }) => accountEnabled !== false);
}

import { domainGroup } from '../../access/rules.ts';
import type { Api } from '../api.ts';
import type { AccessRule, Audience } from '../api-connector.ts';
import { eachPage, withQuery } from '../paging.ts';
import { hasStatus, NOT_SEEN, onStatus } from '../refusals.ts';
import {
  type DriveFile,
  memberListSchema,
  PERMISSION_LIST_FIELDS,
  type Permission,
  permissionListSchema,
  type SharedDrive,
} from './shapes.ts';

const PERMISSIONS_PER_PAGE = 100;
const MEMBERS_PER_PAGE = 200;
/** Folders above a file that are followed before they count as a circle. */
const MAX_ABOVE = 100;

/** A shared drive with whom it lets in. */
export interface DriveMembers extends SharedDrive {
  permissions: readonly Permission[];
}

/** The group of a shared drive's members: a change of them writes no page. */
export const driveGroup = (id: string): string => `drive/${id}`;

/** Lets somebody read now: neither of an account that is gone, nor over, nor for a view of the file alone. */
const counts = ({ deleted, pendingOwner, expirationTime, view }: Permission): boolean =>
  !deleted && !pendingOwner && !view && !(expirationTime && Date.parse(expirationTime) <= Date.now());

/** Whom permissions name, one by one: people and groups by address, domains as the group of theirs. */
const namedBy = (permissions: readonly Permission[]) => {
  const people: string[] = [];
  const groups: string[] = [];
  let everyone = false;
  for (const { type, emailAddress, domain, allowFileDiscovery } of permissions) {
    if (type === 'user' && emailAddress) people.push(emailAddress);
    else if (type === 'group' && emailAddress) groups.push(emailAddress.toLowerCase());
    // Whoever has the link may open the file, but search does not find it: nor does it here.
    else if (type === 'domain' && domain && allowFileDiscovery) groups.push(domainGroup(domain));
    else if (type === 'anyone' && allowFileDiscovery) everyone = true;
  }
  return { people, groups, everyone };
};

/** The members of a shared drive, as a group. */
export const driveMembers = ({ permissions }: DriveMembers): { people: string[]; groups: string[] } =>
  namedBy(permissions.filter(isMember));

const isMember = (permission: Permission): boolean =>
  counts(permission) && (permission.type === 'user' || permission.type === 'group');

/** Every permission of a file, folder or shared drive, inherited ones among them. @throws PLATFORM_REFUSED, FETCH_FAILED */
export const readPermissions = async (api: Api, id: string): Promise<Permission[]> => {
  const address = withQuery(`/drive/v3/files/${id}/permissions`, {
    pageSize: PERMISSIONS_PER_PAGE,
    supportsAllDrives: true,
    fields: PERMISSION_LIST_FIELDS,
  });
  const permissions: Permission[] = [];
  const pages = eachPage(
    api,
    permissionListSchema,
    address,
    ({ value }) => value.nextPageToken && withQuery(address, { pageToken: value.nextPageToken }),
  );
  for await (const page of pages) permissions.push(...page.permissions);
  return permissions;
};

/**
 * A file's permissions as one rule: Drive adds them up. Where all members of its shared drive are among them they stand there
 * as one group.
 */
const ruleOf = (permissions: readonly Permission[], name: string, drive: DriveMembers | undefined): AccessRule => {
  const valid = permissions.filter(counts);
  const ids = new Set(valid.map(({ id }) => id));
  const members = new Set(drive?.permissions.filter(isMember).map(({ id }) => id));
  const isOpenToMembers = drive !== undefined && members.size > 0 && [...members].every((id) => ids.has(id));
  const { people, groups, everyone } = namedBy(isOpenToMembers ? valid.filter(({ id }) => !members.has(id)) : valid);
  const says = isOpenToMembers && people.length === 0 ? `the shared drive ${drive.name}` : `the sharing of ${name}`;
  return {
    says,
    people,
    groups: [...groups, ...(isOpenToMembers ? [driveGroup(drive.id)] : [])],
    ...(everyone && { everyone }),
  };
};

/**
 * Makes the audience of files. Google lists the permissions of files in My Drive with them. Items of a shared drive have those
 * of the drive, unless they or a folder above say otherwise: these are asked for one by one, as are files that the account
 * may not share. Permissions that are refused close the file.
 *
 * @param folders by id, as far as they are known; a file below an unknown folder is asked for by itself
 */
export const createAudiences = (
  api: Api,
  drives: ReadonlyMap<string, DriveMembers>,
  folders: ReadonlyMap<string, DriveFile>,
) => {
  const inheritsAll = (file: DriveFile, driveId: string): boolean => {
    let at: DriveFile | undefined = file;
    for (let steps = 0; at && steps < MAX_ABOVE; steps++) {
      if (at.id === driveId) return true;
      if (at.hasAugmentedPermissions !== false || at.inheritedPermissionsDisabled) return false;
      const [above]: string[] = at.parents ?? [];
      if (above === driveId) return true;
      at = above === undefined ? undefined : folders.get(above);
    }
    return false;
  };
  return async (file: DriveFile): Promise<Audience> => {
    if (file.permissions) return [ruleOf(file.permissions, file.name, undefined)];
    const drive = file.driveId === undefined ? undefined : drives.get(file.driveId);
    if (drive && inheritsAll(file, drive.id)) return [ruleOf(drive.permissions, file.name, drive)];
    const permissions = await readPermissions(api, file.id).catch(onStatus(NOT_SEEN, undefined));
    return permissions ? [ruleOf(permissions, file.name, drive)] : 'unknown';
  };
};

/** The members of a Google group; undefined for one that is gone. @param directory where the Directory API is */
export const readGoogleGroup = async (api: Api, directory: string, group: string) => {
  const address = withQuery(`${directory}/admin/directory/v1/groups/${encodeURIComponent(group)}/members`, {
    maxResults: MEMBERS_PER_PAGE,
  });
  const told = { people: [] as string[], groups: [] as string[], hidden: 0 };
  const pages = eachPage(
    api,
    memberListSchema,
    address,
    ({ value }) => value.nextPageToken && withQuery(address, { pageToken: value.nextPageToken }),
  );
  try {
    for await (const { members } of pages)
      for (const { email, type, status } of members) {
        if (status === 'SUSPENDED') continue;
        if (type === 'GROUP' && email) told.groups.push(email.toLowerCase());
        else if (email && type !== 'CUSTOMER') told.people.push(email);
        // Everybody of the customer: who they are is not told here.
        else told.hidden++;
      }
  } catch (error) {
    if (hasStatus(error, [404])) return undefined;
    throw error;
  }
  return told;
};

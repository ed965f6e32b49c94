import type { Api } from '../api.ts';
import type { AccessRule, Audience, MirroredItem, ToldGroup } from '../api-connector.ts';
import { eachPage, withQuery } from '../paging.ts';
import { hasStatus, NOT_SEEN, onStatus } from '../refusals.ts';
import { type ToldMembers, toldMembers } from '../told-members.ts';
import {
  applicationRoleSchema,
  type Holder,
  type Issue,
  levelMembersSchema,
  type Project,
  permissionSchemeSchema,
  projectDetailSchema,
  roleSchema,
  securitySchemeSchema,
  usersSchema,
} from './shapes.ts';

/** Account ids that one look-up takes. */
const MAX_BULK = 90;
const ROWS_PER_PAGE = 50;

/** Who holds a permission or a security level, as far as Jira tells. */
interface Holders {
  people: string[];
  groups: string[];
  hidden: number;
  everyone: boolean;
  /** People of each issue who hold it by what the issue says. */
  ofIssue: ('assignee' | 'reporter')[];
}

/** Who may see the issues of a project. */
export interface ProjectRules {
  /** The groups of the project and of its security levels, so that a change of them writes no page. */
  told: MirroredItem[];
  /** What stands in the rules of the issues themselves: when it changes, all of them are told anew. */
  shape: string;
  audienceOf(issue: Issue): Audience;
}

/**
 * Reads who may browse a project (its permission scheme), and who is in each of its security levels. An issue is seen by whom
 * the project *and* its level admit. What may not be read closes what it speaks of.
 */
export const readProjectRules = async (api: Api, project: Project): Promise<ProjectRules> => {
  const { key } = project;
  const told: MirroredItem[] = [];
  const shapes: unknown[] = [];
  const tell = (id: string, { people, groups, hidden, everyone, ofIssue }: Holders) => {
    told.push({ kind: 'group', id, people, groups, ...(hidden > 0 && { hidden }) } satisfies ToldGroup);
    shapes.push([id, everyone, [...new Set(ofIssue)].sort()]);
  };
  const browsers = await readBrowsers(api, key);
  if (browsers) tell(projectGroup(key), browsers);
  const levels = await readLevels(api, key);
  for (const [id, holders] of levels) tell(levelGroup(key, id), holders);

  const ruleOf = (says: string, group: string, { everyone, ofIssue }: Holders, { fields }: Issue): AccessRule => ({
    says,
    groups: [group],
    people: ofIssue.flatMap((who) => fields[who]?.emailAddress || []),
    ...(everyone && { everyone }),
  });
  return {
    told,
    shape: JSON.stringify(shapes),
    audienceOf(issue) {
      const { security } = issue.fields;
      const level = security ? levels.get(security.id) : undefined;
      if (!browsers || (security && !level)) return 'unknown';
      return [
        ruleOf(`the project ${key}`, projectGroup(key), browsers, issue),
        ...(security && level
          ? [ruleOf(`the security level ${security.name}`, levelGroup(key, security.id), level, issue)]
          : []),
      ];
    },
  };
};

const projectGroup = (key: string) => `project/${key}`;
const levelGroup = (key: string, level: string) => `level/${key}/${level}`;

/** Who may browse a project; undefined where the account may not know. */
export const readBrowsers = async (api: Api, key: string): Promise<Holders | undefined> => {
  try {
    const address = `/rest/api/3/project/${key}/permissionscheme?expand=permissions`;
    const { permissions } = (await api.get(permissionSchemeSchema, address)).value;
    const holders = permissions.flatMap(({ permission, holder }) =>
      permission === 'BROWSE_PROJECTS' && holder ? [holder] : [],
    );
    return await resolve(api, key, holders);
  } catch (error) {
    if (hasStatus(error, NOT_SEEN)) return undefined;
    throw error;
  }
};

/** Security levels with their holders; none where the project has none, or the account may not know. */
const readLevels = async (api: Api, key: string): Promise<Map<string, Holders>> => {
  const levels = new Map<string, Holders>();
  try {
    const scheme = await api.get(securitySchemeSchema, `/rest/api/3/project/${key}/issuesecuritylevelscheme`);
    const holders = new Map<string, Holder[]>(scheme.value.levels.map(({ id }) => [id, []]));
    const address = `/rest/api/3/issuesecurityschemes/${scheme.value.id}/members?maxResults=${ROWS_PER_PAGE}`;
    for await (const { issueSecurityLevelId, holder } of listValues(api, levelMembersSchema, address))
      if (holder) holders.get(issueSecurityLevelId)?.push(holder);
    for (const [id, some] of holders) levels.set(id, await resolve(api, key, some));
  } catch (error) {
    if (!hasStatus(error, NOT_SEEN)) throw error;
    levels.clear();
  }
  return levels;
};

/** Follows a list that counts by `startAt`. */
export async function* listValues<Row>(
  api: Api,
  schema: import('zod').ZodType<{ values: Row[]; isLast?: boolean | undefined }>,
  address: string,
): AsyncGenerator<Row> {
  let start = 0;
  const pages = eachPage(api, schema, withQuery(address, { startAt: 0 }), ({ value }) => {
    start += value.values.length;
    return value.isLast === true || value.values.length === 0 ? undefined : withQuery(address, { startAt: start });
  });
  for await (const { values } of pages) yield* values;
}

const resolve = async (api: Api, key: string, holders: readonly Holder[]): Promise<Holders> => {
  const found: Holders = { people: [], groups: [], hidden: 0, everyone: false, ofIssue: [] };
  const accounts: string[] = [];
  for (const { type, parameter, value } of holders) {
    const named = value ?? parameter ?? '';
    if (type === 'group' && named) found.groups.push(named);
    else if (type === 'user' && named) accounts.push(named);
    else if (type === 'anyone') found.everyone = true;
    else if (type === 'assignee' || type === 'reporter') found.ofIssue.push(type);
    else if (type === 'projectRole') {
      const { actors } = (await api.get(roleSchema, `/rest/api/3/project/${key}/role/${named}`)).value;
      for (const { actorUser, actorGroup } of actors) {
        if (actorUser?.accountId) accounts.push(actorUser.accountId);
        if (actorGroup?.groupId) found.groups.push(actorGroup.groupId);
      }
    } else if (type === 'projectLead') {
      const { lead } = (await api.get(projectDetailSchema, `/rest/api/3/project/${key}?expand=lead`)).value;
      if (lead) accounts.push(lead.accountId);
    } else if (type === 'applicationRole') found.groups.push(...(await groupsOfApplication(api, named)));
    // Custom fields and portal customers admit nobody here: whom they name is not told for all issues.
  }
  const { people, hidden } = await emailsOf(api, accounts);
  return { ...found, people, hidden };
};

/** The groups that may use a product, or any of them when none is named; none where the account may not know. */
const groupsOfApplication = async (api: Api, role: string): Promise<string[]> => {
  try {
    const address = '/rest/api/3/applicationrole';
    const roles = role
      ? [(await api.get(applicationRoleSchema, `${address}/${encodeURIComponent(role)}`)).value]
      : (await api.get(applicationRoleSchema.array(), address)).value;
    return roles.flatMap(({ groupDetails }) => groupDetails.flatMap(({ groupId }) => groupId ?? []));
  } catch (error) {
    if (hasStatus(error, NOT_SEEN)) return [];
    throw error;
  }
};

/** Addresses of accounts, as far as their owners show them. */
const emailsOf = async (api: Api, accounts: readonly string[]): Promise<{ people: string[]; hidden: number }> => {
  const { people, hidden = 0 } = await toldMembers(listUsers(api, accounts), ({ emailAddress }) => emailAddress);
  return { people: [...people], hidden };
};

async function* listUsers(api: Api, accounts: readonly string[]) {
  for (let at = 0; at < accounts.length; at += MAX_BULK) {
    const some = accounts.slice(at, at + MAX_BULK).map((id) => `accountId=${encodeURIComponent(id)}`);
    yield* (await api.get(usersSchema, `/rest/api/3/user/bulk?maxResults=${MAX_BULK}&${some.join('&')}`)).value.values;
  }
}

/** The members of a group; undefined for one that is gone. Jira Cloud has no groups in groups. */
export const readGroup = (api: Api, id: string): Promise<ToldMembers | undefined> => {
  const address = `/rest/api/3/group/member?groupId=${encodeURIComponent(id)}&maxResults=${ROWS_PER_PAGE}`;
  const members = listValues(api, usersSchema, address);
  return toldMembers(members, ({ emailAddress }) => emailAddress).catch(onStatus([404], undefined));
};

import type { z } from 'zod';
import type { Api } from '../api.ts';
import type { AccessRule, Audience, ToldGroup } from '../api-connector.ts';
import { listByLink } from '../paging.ts';
import { hasStatus, NOT_SEEN, onStatus } from '../refusals.ts';
import { memberSchema, type Post, type Project, userSchema } from './shapes.ts';

/** docs.gitlab.com/user/permissions: guests see issues and the wiki of a private project, reporters merge requests and what is confidential. */
const GUEST = 10;
const REPORTER = 20;

/** What a project holds. */
export type Part = 'issues' | 'merge_requests' | 'wikis';

/** Who may see what is in a project. */
export interface ProjectRules {
  told: ToldGroup[];
  /** What stands in the rules of pages themselves: when it changes, all of them are told anew. */
  shape: string;
  audienceOf(part: Part, post?: Post): Audience;
}

const groupOf = ({ id }: Pick<Project, 'id'>, role: 'guests' | 'reporters'): string => `${id}/${role}`;

const accessOf = (project: Project, part: Part): string =>
  ({
    issues: project.issues_access_level,
    merge_requests: project.merge_requests_access_level,
    wikis: project.wiki_access_level,
  })[part];

/** Whether a project has issues, merge requests or a wiki at all. */
export const isEnabled = (project: Project, part: Part): boolean => accessOf(project, part) !== 'disabled';

/**
 * Reads who is in a project, by inheritance and invited groups too, and what their roles let them see. Whoever has an account
 * sees an internal project there; here its members do, since GitLab does not tell who has one.
 */
export const readProjectRules = async (api: Api, project: Project): Promise<ProjectRules> => {
  const { members, emails } = await readMembers(api, project);
  const shape = JSON.stringify([
    project.visibility,
    ...(['issues', 'merge_requests', 'wikis'] as const).map((part) => accessOf(project, part)),
  ]);
  if (!members) return { told: [], shape: `${shape} closed`, audienceOf: () => 'unknown' };
  const tell = (role: 'guests' | 'reporters', least: number): ToldGroup => {
    const some = members.filter(({ access_level }) => access_level >= least);
    const people = some.flatMap(({ id }) => emails.get(id) ?? []);
    const hidden = some.length - people.length;
    return { kind: 'group', id: groupOf(project, role), people, ...(hidden > 0 && { hidden }) };
  };
  return {
    told: [tell('guests', GUEST), tell('reporters', REPORTER)],
    shape,
    audienceOf(part, post): Audience {
      const says = `the project ${project.path_with_namespace}`;
      if (post?.confidential) {
        const named = [post.author?.id, ...(post.assignees ?? []).map(({ id }) => id)];
        const people = named.flatMap((id) => (id === undefined ? [] : (emails.get(id) ?? [])));
        return [
          rule(project, 'guests', says),
          { says: 'its being confidential', people, groups: [groupOf(project, 'reporters')] },
        ];
      }
      if (project.visibility === 'public' && accessOf(project, part) === 'enabled')
        return [{ says: `the public project ${project.path_with_namespace}`, everyone: true }];
      return [rule(project, part === 'merge_requests' ? 'reporters' : 'guests', says)];
    },
  };
};

const rule = (project: Project, role: 'guests' | 'reporters', says: string): AccessRule => ({
  says: `${says}, as ${role === 'guests' ? 'guest' : 'reporter'} or more`,
  groups: [groupOf(project, role)],
});

/** Active members with the addresses that are told of them; no members where the account may not list them. */
export const readMembers = async (api: Api, project: Project) => {
  const emails = new Map<number, string>();
  const members: z.infer<typeof memberSchema>[] = [];
  try {
    for await (const member of listByLink(api, memberSchema, `/projects/${project.id}/members/all`))
      if ((member.state ?? 'active') === 'active') members.push(member);
  } catch (error) {
    if (hasStatus(error, NOT_SEEN)) return { members: undefined, emails };
    throw error;
  }
  for (const { id, email } of members) {
    const known = email || (await askEmail(api, id));
    if (known) emails.set(id, known);
  }
  return { members, emails };
};

const askEmail = async (api: Api, id: number): Promise<string | undefined> => {
  const found = await api.get(userSchema, `/users/${id}`).catch(onStatus([404], undefined));
  return found?.value.email || found?.value.public_email || undefined;
};

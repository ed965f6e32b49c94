import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import { contentHash } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiContext, ApiPlace, MirroredItem, MirroredPage } from '../api-connector.ts';
import { markdownPage } from '../markdown-page.ts';
import { listByLink, withQuery } from '../paging.ts';
import { mayGoOn } from '../read-mirrored.ts';
import { hasStatus, onStatus } from '../refusals.ts';
import { isEnabled, type Part, type ProjectRules, readMembers, readProjectRules } from './members.ts';
import {
  countsSchema,
  groupSchema,
  noteSchema,
  type Post,
  type Project,
  postSchema,
  projectSchema,
  wikiPageSchema,
} from './shapes.ts';

/** However well the counts agree, everything is listed anew after so long, in milliseconds. */
const LIST_AGAIN_MS = 24 * 3_600_000;
/** Milliseconds by which the search for what was updated reaches back further than the last reading: clocks differ. */
const OVERLAP_MS = 5 * 60_000;
const POSTS = ['issues', 'merge_requests'] as const;

const memorySchema = z.object({ readAt: z.number(), listedAt: z.number(), shape: z.string() });

/**
 * GitLab: issues and merge requests with their comments, and the wiki, of a project or of all projects in a group.
 *
 * A sync lists what was updated since the last one. GitLab tells no deletions: it counts issues and merge requests, and where
 * the count is another one than what is stored, all are listed.
 */
export const connector: ApiConnector = {
  name: 'gitlab',
  title: 'GitLab',
  example: 'gitlab:https://gitlab.com/acme/handbook, a project or a group',
  locate(input) {
    const [, origin, named = ''] = /^(https?:\/\/[^/]+)\/([\w.-]+(?:\/[\w.-]+)*?)(?:\/-\/.*|\/)?$/.exec(input) ?? [];
    if (origin === undefined) return undefined;
    const { origin: own } = new URL(origin);
    const path = named.replace(/\.git$/, '');
    return { base: `${own}/api/v4`, location: `gitlab:${own}/${path}`, sourceId: `gitlab-${path.split('/').at(-1)}` };
  },
  async *read(place, context) {
    const { api, memory, remember } = context;
    const readAt = Date.now();
    const all = await Promise.all(
      (await projectsOf(place, api)).map(async (project) => ({ project, rules: await readProjectRules(api, project) })),
    );
    for (const { rules } of all) yield* rules.told;
    const shape = contentHash(...all.flatMap(({ project, rules }) => [project.path_with_namespace, rules.shape]));
    const before = memorySchema.safeParse(memory).data;
    const goesOn = before?.shape === shape && readAt - before.listedAt < LIST_AGAIN_MS && mayGoOn(place, context);
    if (goesOn && (yield* readChanged(before.readAt - OVERLAP_MS, all, place, context)))
      return remember({ ...before, readAt }, { despiteUnreadable: true });
    for (const one of all) {
      for (const part of POSTS) if (isEnabled(one.project, part)) yield* readPosts(part, {}, one, place, context);
      yield* readWiki(one, place, api);
    }
    remember({ readAt, listedAt: readAt, shape }, { despiteUnreadable: true });
  },
  setup: {
    steps: [
      'Choose an account that is at least Reporter of the project or group; an account of its own is best, or a group access token.',
      'Make a token with the scopes read_api (and nothing else): for a person at https://gitlab.com/-/user_settings/personal_access_tokens, for a group under Settings, Access tokens.',
      'GitLab tells addresses of members to owners of the group for the users that it manages, and to admins of an own server; of others the public e-mail of their profile counts.',
    ],
    credentials: ({ base }) => `${new URL(base).host}: { bearer: "\${GITLAB_TOKEN}" }`,
    rights: [
      {
        right: 'read_api, and Reporter of the project',
        why: 'to list issues, merge requests and the wiki',
        where: 'Manage, Members of the project or group',
        check: async (place, api) =>
          (await projectsOf(place, api)).map((project) => project.path_with_namespace).join(', '),
      },
      {
        right: 'See members, with addresses',
        why: 'so that people see here what they see there',
        where: 'Owner of the group for managed users, admin on an own server, or public e-mails in profiles',
        async check(place, api) {
          const [project] = await projectsOf(place, api);
          if (!project) return 'no project';
          const { members, emails } = await readMembers(api, project);
          if (!members || (members.length > 0 && emails.size === 0))
            throw new ParleyError('PLATFORM_REFUSED', {
              message: members
                ? `GitLab tells no address of the ${members.length} members.`
                : 'GitLab does not tell the account who is a member.',
              remedy: 'Use a token of an owner of the group, or have people show an e-mail address in their profile.',
            });
          return `${members.length} members, ${emails.size} with an address`;
        },
      },
    ],
  },
};

const pathOf = ({ location, base }: ApiPlace): string =>
  location.slice(`gitlab:${base.replace(/\/api\/v4$/, '')}/`.length);

/** The project that the place names, or those of the group. */
const projectsOf = async (place: ApiPlace, api: Api): Promise<Project[]> => {
  const path = encodeURIComponent(pathOf(place));
  const project = await api.get(projectSchema, `/projects/${path}`).catch(onStatus([404], undefined));
  if (project) return [project.value];
  try {
    const { id } = (await api.get(groupSchema, `/groups/${path}?with_projects=false`)).value;
    const projects: Project[] = [];
    const address = `/groups/${id}/projects?include_subgroups=true&archived=false&order_by=id&sort=asc`;
    for await (const project of listByLink(api, projectSchema, address)) projects.push(project);
    return projects;
  } catch (error) {
    if (!hasStatus(error, [404])) throw error;
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no project or group ${pathOf(place)} that the account of the credentials may see.`,
      remedy: 'Make the account a member, or correct the path; nothing was deleted.',
    });
  }
};

const idOf = ({ base }: ApiPlace, { path_with_namespace }: Project, part: Part, rest: string | number): string =>
  `gitlab/${new URL(base).host}/${path_with_namespace}/${part}/${rest}`;

/** A project, and who may see what of it. */
interface RuledProject {
  project: Project;
  rules: ProjectRules;
}

async function* readPosts(
  part: (typeof POSTS)[number],
  query: Record<string, string>,
  of: RuledProject,
  place: ApiPlace,
  { api, signal }: ApiContext,
): AsyncGenerator<MirroredPage> {
  const address = withQuery(`/projects/${of.project.id}/${part}`, {
    scope: 'all',
    order_by: 'created_at',
    sort: 'asc',
    ...query,
  });
  const seen = new Set<number>();
  for await (const post of listByLink(api, postSchema, address)) {
    signal?.throwIfAborted();
    // A list that changes while it is read may show a row twice.
    if (seen.has(post.iid)) continue;
    seen.add(post.iid);
    yield postPage(part, post, of, place, api);
  }
}

const postPage = (
  part: (typeof POSTS)[number],
  post: Post,
  { project, rules }: RuledProject,
  place: ApiPlace,
  api: Api,
): MirroredPage => {
  const id = idOf(place, project, part, post.iid);
  return {
    kind: 'page',
    input: post.web_url,
    id,
    url: post.web_url,
    hash: contentHash(id, post.updated_at, post.title, String(post.user_notes_count)),
    audience: rules.audienceOf(part, post),
    extract: () => readPost(part, post, project, api),
  };
};

/** What was written, and the comments that everybody who sees it may see. */
const readPost = async (
  part: (typeof POSTS)[number],
  post: Post,
  project: Project,
  api: Api,
): Promise<ExtractedPage> => {
  const { title, iid, state, labels, description, user_notes_count, web_url, updated_at } = post;
  const kind = part === 'issues' ? 'Issue' : 'Merge request';
  const parts = [`${kind}, ${state}${labels?.length ? `, labels ${labels.join(', ')}` : ''}.`, description ?? ''];
  if (user_notes_count > 0)
    for await (const { body, system, internal, author } of listByLink(
      api,
      noteSchema,
      `/projects/${project.id}/${part}/${iid}/notes?sort=asc&order_by=created_at`,
    ))
      if (!system && !internal) parts.push(`**${author?.name ?? 'somebody'}**: ${body}`);
  const sign = part === 'issues' ? '#' : '!';
  return markdownPage(`${title} (${sign}${iid})`, parts.filter(Boolean), web_url, updated_at);
};

/** A project's wiki comes in one answer, texts included; formats beside Markdown are read as they are written. */
async function* readWiki({ project, rules }: RuledProject, place: ApiPlace, api: Api): AsyncGenerator<MirroredPage> {
  if (!isEnabled(project, 'wikis')) return;
  const { value } = await api.get(z.array(wikiPageSchema), `/projects/${project.id}/wikis?with_content=1`);
  for (const { slug, title, content } of value) {
    const id = idOf(place, project, 'wikis', slug);
    const url = `${project.web_url}/-/wikis/${slug}`;
    yield {
      kind: 'page',
      input: url,
      id,
      url,
      hash: contentHash(id, title, content),
      audience: rules.audienceOf('wikis'),
      extract: () => markdownPage(title, [content.trim() || title], url),
    };
  }
}

/** Reads what was updated. @returns false when the counts say that something else changed, before anything was yielded */
async function* readChanged(
  since: number,
  all: readonly RuledProject[],
  place: ApiPlace,
  context: ApiContext,
): AsyncGenerator<MirroredItem, boolean> {
  const { api, known } = context;
  const changed: MirroredItem[] = [];
  for (const one of all) {
    const { project } = one;
    const counts = await countPosts(project, place, api);
    for (const part of POSTS) {
      if (!isEnabled(project, part)) continue;
      const query = { updated_after: new Date(since).toISOString() };
      const stored = new Set([...known.keys()].filter((id) => id.startsWith(idOf(place, project, part, ''))));
      for await (const page of readPosts(part, query, one, place, context)) {
        stored.add(page.id);
        changed.push(page);
      }
      if (stored.size !== counts?.[part]) return false;
    }
    const pages = new Set<string>();
    for await (const page of readWiki(one, place, api)) {
      pages.add(page.id);
      changed.push(page);
    }
    for (const id of known.keys())
      if (id.startsWith(idOf(place, project, 'wikis', '')) && !pages.has(id))
        changed.push({ kind: 'deleted', input: id });
  }
  yield* changed;
  yield { kind: 'rest-unchanged', extract: (id) => readAgain(id, all, place, api) };
  return true;
}

const countPosts = async ({ path_with_namespace }: Project, { base }: ApiPlace, api: Api) => {
  const query = 'query ($path: ID!) { project(fullPath: $path) { issues { count } mergeRequests { count } } }';
  const address = `${base.replace(/\/v4$/, '')}/graphql`;
  const { data } = await api.post(countsSchema, address, { query, variables: { path: path_with_namespace } });
  return data.project && { issues: data.project.issues.count, merge_requests: data.project.mergeRequests.count };
};

/** One issue or merge request, after all; wiki pages are told each time. */
const readAgain = async (
  id: string,
  all: readonly { project: Project }[],
  place: ApiPlace,
  api: Api,
): Promise<ExtractedPage> => {
  for (const { project } of all)
    for (const part of POSTS) {
      const prefix = idOf(place, project, part, '');
      if (!id.startsWith(prefix)) continue;
      const { value } = await api.get(postSchema, `/projects/${project.id}/${part}/${id.slice(prefix.length)}`);
      return readPost(part, value, project, api);
    }
  throw new ParleyError('FETCH_FAILED', {
    message: 'The page is of a project that is no longer there.',
    remedy: 'The next sync removes it.',
    details: { status: 404 },
  });
};

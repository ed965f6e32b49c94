import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { contentHash } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiContext, ApiPlace, MirroredItem } from '../api-connector.ts';
import { eachPage, withQuery } from '../paging.ts';
import { mayGoOn } from '../read-mirrored.ts';
import { hasStatus, NOT_SEEN } from '../refusals.ts';
import { issueIdOf, issueItems, readText } from './issues.ts';
import { listValues, type ProjectRules, readBrowsers, readGroup, readProjectRules } from './rules.ts';
import {
  FIELDS,
  type Issue,
  idSearchSchema,
  issueSchema,
  type Project,
  projectListSchema,
  searchSchema,
} from './shapes.ts';

/** Issues of one answer: with their fields the service gives about so many, ids alone come in thousands. */
const ISSUES_PER_PAGE = 100;
const IDS_PER_PAGE = 5000;
/** Issues that are asked for by id in one search. */
const IDS_PER_QUERY = 50;
/** Minutes by which the search for updated issues reaches back further than the last reading: its index lags behind. */
const OVERLAP_MINUTES = 15;

const memorySchema = z.object({
  /** When the last reading began, in milliseconds since 1970. */
  readAt: z.number(),
  /** What stands in the rules of the issues themselves. */
  shape: z.string(),
});

/**
 * Jira Cloud: the issues of one project or of all, with their comments, and attachments that Parley reads.
 *
 * A sync searches for issues that were updated since the last reading, and lists the ids of all: what is new there without an
 * update has become visible, and what is missing was deleted, moved or closed to the account, and is asked for by its id first.
 */
export const connector: ApiConnector = {
  name: 'jira',
  title: 'Jira',
  example: 'jira:https://acme.atlassian.net/browse/ENG, or jira:https://acme.atlassian.net for every project',
  locate(input) {
    const [, origin, path = ''] = /^(https?:\/\/[^/]+)\/?(.*)$/.exec(input) ?? [];
    if (origin === undefined || /^wiki(?:\/|$)/.test(path)) return undefined;
    const key = /(?:^|\/)(?:browse|projects)\/([A-Z][A-Z0-9_]+)/.exec(path)?.[1];
    if (key === undefined && path !== '' && !/^jira(?:\/|$)/.test(path)) return undefined;
    const base = new URL(origin).origin;
    return {
      base,
      location: key ? `jira:${base}/browse/${key}` : `jira:${base}`,
      sourceId: key ? `jira-${key}` : `jira-${new URL(base).host}`,
    };
  },
  async *read(place, context) {
    const { api, memory, remember } = context;
    const readAt = Date.now();
    const projects = await projectsOf(place, api);
    const rules = new Map<string, ProjectRules>();
    for (const project of projects) {
      const own = await readProjectRules(api, project);
      rules.set(project.key, own);
      yield* own.told;
    }
    const shape = contentHash(...[...rules].flatMap(([key, own]) => [key, own.shape]));
    const before = memorySchema.safeParse(memory).data;
    if (before?.shape === shape && mayGoOn(place, context)) yield* readChanged(before.readAt, rules, place, context);
    else yield* readAll(rules, place, context);
    remember({ readAt, shape }, { despiteUnreadable: true });
  },
  group: (id, _place, { api }) => readGroup(api, id),
  setup: {
    steps: [
      'Choose an account that sees what Parley is to read. A service account of its own is best; issues that it does not see are not read.',
      'Signed in as that account, open https://id.atlassian.com/manage-profile/security/api-tokens and choose "Create API token".',
      'In Jira the account needs "Browse projects" and "Administer projects" of each project (Jira tells permission schemes to nobody else), and "Administer Jira" where issues have security levels.',
    ],
    credentials: ({ base }) =>
      `${new URL(base).host}: { basic: { user: parley@acme.example, password: "\${JIRA_TOKEN}" } }`,
    rights: [
      {
        right: 'Browse projects',
        why: 'to list and read issues',
        where: 'Project settings, Permissions or Access',
        check: async (place, api) => `${(await projectsOf(place, api)).map(({ key }) => key).join(', ')}`,
      },
      {
        right: 'Administer projects',
        why: 'to see who may browse a project, so that people see here what they see there',
        where: 'Project settings, Permissions or Access',
        async check(place, api) {
          const [project] = await projectsOf(place, api);
          const browsers = project && (await readBrowsers(api, project.key));
          if (!browsers) throw closed('who may browse a project');
          const { people, groups, hidden } = browsers;
          return `${project.key}: ${groups.length} groups, ${people.length + hidden} people named alone`;
        },
      },
      {
        right: 'Browse users and groups, with their e-mail addresses',
        why: 'to know who is in a group; somebody whose address is hidden sees nothing by it',
        where: 'Global permissions; addresses: managed accounts, or "Contact" set to anyone in each profile',
        async check(place, api) {
          const [project] = await projectsOf(place, api);
          const [group] = (project && (await readBrowsers(api, project.key)))?.groups ?? [];
          if (group === undefined) return 'no group may browse it';
          const { people = [], hidden = 0 } = (await readGroup(api, group)) ?? {};
          if (people.length === 0 && hidden > 0) throw closed(`the addresses of all ${hidden} members of a group`);
          return `${people.length} addresses${hidden > 0 ? `, ${hidden} hidden` : ''}`;
        },
      },
    ],
  },
};

const closed = (what: string) =>
  new ParleyError('PLATFORM_REFUSED', {
    message: `Jira does not tell the account ${what}.`,
    remedy: 'Use an account of an admin.',
  });

const projectsOf = async ({ location, base }: ApiPlace, api: Api): Promise<Project[]> => {
  const key = location.slice(`jira:${base}`.length).replace('/browse/', '');
  const address = `/rest/api/3/project/search?maxResults=50${key ? `&keys=${key}` : ''}`;
  const projects: Project[] = [];
  for await (const project of listValues(api, projectListSchema, address)) projects.push(project);
  if (projects.length > 0) return projects;
  throw new ParleyError('INPUT_NOT_FOUND', {
    message: key
      ? `There is no project ${key} that the account of the credentials may see.`
      : 'The account of the credentials sees no project.',
    remedy: 'Give the account Browse projects; nothing was deleted.',
  });
};

async function* search(api: Api, jql: string): AsyncGenerator<Issue> {
  const address = withQuery('/rest/api/3/search/jql', { jql, fields: FIELDS, maxResults: ISSUES_PER_PAGE });
  const pages = eachPage(
    api,
    searchSchema,
    address,
    ({ value }) => value.nextPageToken && withQuery(address, { nextPageToken: value.nextPageToken }),
  );
  for await (const { issues } of pages) yield* issues;
}

async function* searchIds(api: Api, jql: string): AsyncGenerator<string> {
  const address = withQuery('/rest/api/3/search/jql', { jql, fields: 'id', maxResults: IDS_PER_PAGE });
  const pages = eachPage(
    api,
    idSearchSchema,
    address,
    ({ value }) => value.nextPageToken && withQuery(address, { nextPageToken: value.nextPageToken }),
  );
  for await (const { issues } of pages) for (const { id } of issues) yield id;
}

const inProject = (key: string): string => `project = "${key}"`;

async function* readAll(
  rules: ReadonlyMap<string, ProjectRules>,
  place: ApiPlace,
  { api, known, signal }: ApiContext,
): AsyncGenerator<MirroredItem> {
  const listed = new Set<string>();
  for (const [key, own] of rules)
    for await (const issue of search(api, `${inProject(key)} ORDER BY created ASC`)) {
      signal?.throwIfAborted();
      // An issue that moves while the list is read may be in it twice.
      if (listed.has(issue.id)) continue;
      listed.add(issue.id);
      yield* issueItems(issue, place, api, own.audienceOf(issue));
    }
  const missing = [...known.keys()].flatMap((id) => issueIdOf(place, id) ?? []).filter((id) => !listed.has(id));
  for (const id of new Set(missing)) yield* readMissing(id, rules, place, api);
}

/** An issue that no list had: it is there all the same, or its pages go by not being told. */
async function* readMissing(
  id: string,
  rules: ReadonlyMap<string, ProjectRules>,
  place: ApiPlace,
  api: Api,
): AsyncGenerator<MirroredItem> {
  try {
    const { value: issue } = await api.get(issueSchema, `/rest/api/3/issue/${id}?fields=${FIELDS}`);
    const own = rules.get(issue.fields.project?.key ?? '');
    if (own) yield* issueItems(issue, place, api, own.audienceOf(issue));
  } catch (error) {
    if (!hasStatus(error, NOT_SEEN)) throw error;
  }
}

async function* readChanged(
  since: number,
  rules: ReadonlyMap<string, ProjectRules>,
  place: ApiPlace,
  { api, known, signal }: ApiContext,
): AsyncGenerator<MirroredItem> {
  const knownOf = Map.groupBy(known.keys(), (id) => issueIdOf(place, id));
  const minutes = Math.ceil((Date.now() - since) / 60_000) + OVERLAP_MINUTES;
  const read = new Set<string>();
  /** An issue's pages as they are now; what it no longer has is deleted. */
  const tell = function* (issueId: string, items: Iterable<MirroredItem>): Generator<MirroredItem> {
    read.add(issueId);
    const told = new Set<string>();
    for (const item of items) {
      if (item.kind === 'page') told.add(item.id);
      yield item;
    }
    for (const id of knownOf.get(issueId) ?? []) if (!told.has(id)) yield { kind: 'deleted', input: id };
  };
  for (const [key, own] of rules) {
    const there = new Set<string>();
    for await (const id of searchIds(api, inProject(key))) there.add(id);
    for await (const issue of search(api, `${inProject(key)} AND updated >= -${minutes}m ORDER BY updated ASC`)) {
      signal?.throwIfAborted();
      if (!read.has(issue.id)) yield* tell(issue.id, issueItems(issue, place, api, own.audienceOf(issue)));
    }
    const visible = [...there].filter((id) => !read.has(id) && !knownOf.has(id));
    for (let at = 0; at < visible.length; at += IDS_PER_QUERY)
      for await (const issue of search(api, `id in (${visible.slice(at, at + IDS_PER_QUERY).join(', ')})`))
        if (!read.has(issue.id)) yield* tell(issue.id, issueItems(issue, place, api, own.audienceOf(issue)));
    for (const id of there) read.add(id);
  }
  for (const issueId of knownOf.keys()) {
    if (issueId === undefined || read.has(issueId)) continue;
    const items: MirroredItem[] = [];
    for await (const item of readMissing(issueId, rules, place, api)) items.push(item);
    yield* tell(issueId, items);
  }
  yield {
    kind: 'rest-unchanged',
    async extract(id) {
      const { value } = await api.get(issueSchema, `/rest/api/3/issue/${issueIdOf(place, id)}?fields=${FIELDS}`);
      const item = [...issueItems(value, place, api, 'unknown')].find((one) => one.id === id);
      return item ? item.extract() : readText(value, `${place.base}/browse/${value.key}`, api);
    },
  };
}

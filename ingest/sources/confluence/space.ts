import type { z } from 'zod';
import { isParleyError } from '../../../core/errors.ts';
import type { Api } from '../api.ts';
import type { AccessRule, Audience } from '../api-connector.ts';
import { eachPage } from '../paging.ts';
import type { People } from './people.ts';
import {
  contentSchema,
  type Found,
  foundSchema,
  listOf,
  type Restriction,
  restrictionSchema,
  spacePermissionSchema,
  type spaceSchema,
} from './shapes.ts';

export type Space = z.infer<typeof spaceSchema>;

/** A page or blog post as the lists tell it, without its text. */
export interface ListedContent {
  id: string;
  kind: 'pages' | 'blogposts';
  title: string;
  version: number;
  updatedAt?: string;
  /** The path in the site below the base. */
  webui: string;
  parent?: { id: string; type: string };
}

/** All that the lists of one space tell. */
export interface SpaceContent {
  space: Space;
  content: Map<string, ListedContent>;
  /** Who may read a restricted page, by the page's id; nothing for an open one. */
  restrictions: Map<string, Restriction>;
  /** Comments and attachments by the page that they are on. */
  comments: Map<string, Found[]>;
  attachments: Map<string, Found[]>;
}

/** Rows that the service gives at most in one answer of v2, and what is asked of v1, which may give fewer. */
const V2_LIMIT = 250;
const V1_LIMIT = 200;
const EXPAND = 'version,container,restrictions.read.restrictions.user,restrictions.read.restrictions.group';

/** Follows a list of v2; its `next` is a path of the host. */
export async function* listV2<Row extends z.ZodType>(api: Api, row: Row, address: string) {
  const pages = eachPage(api, listOf(row), address, ({ value, next }) => {
    const link = value._links?.next ?? undefined;
    return next ?? (link && `/${link.replace(/^\/wiki\//, '')}`);
  });
  for await (const { results } of pages) yield* results;
}

/** Follows a search of v1; its `next` is a path below `/wiki`. */
export async function* searchV1<Row extends z.ZodType>(
  api: Api,
  row: Row,
  cql: string,
  expand: string,
  limit = V1_LIMIT,
) {
  const query = new URLSearchParams({ cql, expand, limit: String(limit) });
  const pages = eachPage(api, listOf(row), `/rest/api/content/search?${query}`, ({ value }) =>
    value._links?.next?.replace(/^\/wiki\//, '/'),
  );
  for await (const { results } of pages) yield* results;
}

/**
 * Lists a space without a text: v2 tells which pages are there now, with version and parent; one search tells restrictions,
 * comments and attachments of all of them, so that a sync costs a request for each 200 rows and not one for each page.
 */
export const listSpace = async (api: Api, space: Space, people: People): Promise<SpaceContent> => {
  const listed: SpaceContent = {
    space,
    content: new Map(),
    restrictions: new Map(),
    comments: new Map(),
    attachments: new Map(),
  };
  for (const kind of ['pages', 'blogposts'] as const)
    for await (const row of listV2(
      api,
      contentSchema,
      `/api/v2/spaces/${space.id}/${kind}?limit=${V2_LIMIT}&status=current`,
    ))
      listed.content.set(row.id, toListed(row, kind));
  const searched = new Set<string>();
  const cql = `space = "${space.key.replaceAll('"', '\\"')}" and type in (page, blogpost, comment, attachment)`;
  for await (const found of searchV1(api, foundSchema, cql, EXPAND)) {
    if (found.type === 'comment' || found.type === 'attachment') addTo(listed[`${found.type}s`], found);
    else {
      searched.add(found.id);
      const read = found.restrictions?.read;
      if (read) await keepRestriction(api, listed, found.id, read, people);
    }
  }
  // The search index lags behind: what it does not have yet is asked for one by one.
  for (const id of listed.content.keys()) if (!searched.has(id)) await askRestriction(api, listed, id, people);
  return listed;
};

const toListed = (
  { id, title, version, parentId, parentType, _links }: z.infer<typeof contentSchema>,
  kind: ListedContent['kind'],
): ListedContent => ({
  id,
  kind,
  title,
  version: version?.number ?? 0,
  ...(version?.createdAt && { updatedAt: version.createdAt }),
  webui: _links?.webui ?? `/pages/viewpage.action?pageId=${id}`,
  ...(parentId && { parent: { id: parentId, type: parentType ?? 'page' } }),
});

const addTo = (lists: Map<string, Found[]>, found: Found): void => {
  const page = found.container?.id;
  if (page !== undefined) lists.set(page, [...(lists.get(page) ?? []), found]);
};

/** Keeps a restriction that says something; one whose list is cut off is asked for in full. */
const keepRestriction = async (
  api: Api,
  listed: Pick<SpaceContent, 'restrictions'>,
  id: string,
  read: Restriction,
  people: People,
): Promise<void> => {
  const { user, group } = read.restrictions;
  if (user.results.length + group.results.length === 0) return;
  const isCut = [user, group].some(({ results, limit }) => limit !== undefined && results.length >= limit);
  if (isCut) return askRestriction(api, listed, id, people);
  for (const { accountId, email } of user.results) people.know(accountId, email);
  listed.restrictions.set(id, read);
};

/** Reads who may read one page, folder or other parent, however many they are. */
const askRestriction = async (
  api: Api,
  listed: Pick<SpaceContent, 'restrictions'>,
  id: string,
  people: People,
): Promise<void> => {
  const whole: Restriction = { restrictions: { user: { results: [] }, group: { results: [] } } };
  for (let start = 0; ; start += V1_LIMIT) {
    const address = `/rest/api/content/${id}/restriction/byOperation/read?limit=${V1_LIMIT}&start=${start}`;
    const { user, group } = (await api.get(restrictionSchema, address)).value.restrictions;
    whole.restrictions.user.results.push(...user.results);
    whole.restrictions.group.results.push(...group.results);
    if (user.results.length < V1_LIMIT && group.results.length < V1_LIMIT) break;
  }
  const { user, group } = whole.restrictions;
  for (const { accountId, email } of user.results) people.know(accountId, email);
  if (user.results.length + group.results.length > 0) listed.restrictions.set(id, whole);
};

/** The rule of a space: whoever may view it, by group or by name. Roles and app principals admit nobody here. */
export const spaceRule = async (api: Api, { id, key }: Space): Promise<{ rule: AccessRule; accounts: string[] }> => {
  const accounts: string[] = [];
  const groups: string[] = [];
  for await (const { principal, operation } of listV2(
    api,
    spacePermissionSchema,
    `/api/v2/spaces/${id}/permissions?limit=${V2_LIMIT}`,
  )) {
    if (operation?.key !== 'read' || operation.targetType !== 'space') continue;
    if (principal?.type === 'user') accounts.push(principal.id);
    else if (principal?.type === 'group') groups.push(principal.id);
  }
  return { rule: { says: `the space ${key}`, groups }, accounts };
};

/** What is above a page. */
type Parent = Pick<ListedContent, 'title' | 'parent'>;

/** Parents that are no pages: each has a resource of its own in v2. */
const PARENTS: Record<string, string> = {
  folder: 'folders',
  whiteboard: 'whiteboards',
  database: 'databases',
  embed: 'embeds',
};

/**
 * Makes the audience of pages: the space's rule, and each restriction on the page or on what is above it. A parent that cannot
 * be read may be restricted, so the pages below it are closed.
 */
export const createAudiences = (api: Api, listed: SpaceContent, rule: AccessRule, people: People) => {
  const parents = new Map<string, Promise<Parent | undefined>>();

  const ruleOf = (id: string, title: string): AccessRule[] => {
    const restriction = listed.restrictions.get(id)?.restrictions;
    if (!restriction) return [];
    return [
      {
        says: `a restriction of ${title}`,
        people: restriction.user.results.flatMap(({ accountId }) => people.email(accountId) ?? []),
        groups: restriction.group.results.map((group) => group.id),
      },
    ];
  };

  const askParent = async ({ id, type }: NonNullable<ListedContent['parent']>): Promise<Parent | undefined> => {
    const resource = type === 'page' ? 'pages' : PARENTS[type];
    if (resource === undefined) return undefined;
    try {
      const { value } = await api.get(contentSchema, `/api/v2/${resource}/${id}`);
      await askRestriction(api, listed, id, people);
      return toListed(value, 'pages');
    } catch (error) {
      if (isParleyError(error, 'CANCELLED')) throw error;
      return undefined;
    }
  };

  return async (page: ListedContent): Promise<Audience> => {
    const rules = [rule, ...ruleOf(page.id, page.title)];
    const passed = new Set([page.id]);
    for (let { parent } = page; parent !== undefined; ) {
      // A tree that is changed while it is listed may show a page below itself.
      if (passed.has(parent.id)) return 'unknown';
      passed.add(parent.id);
      let above: Parent | undefined = listed.content.get(parent.id);
      if (!above) {
        const asked: Promise<Parent | undefined> = parents.get(parent.id) ?? askParent(parent);
        parents.set(parent.id, asked);
        above = await asked;
      }
      if (!above) return 'unknown';
      rules.push(...ruleOf(parent.id, above.title));
      parent = above.parent;
    }
    return rules;
  };
};

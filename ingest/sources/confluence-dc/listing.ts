import { asParleyError } from '../../../core/errors.ts';
import type { Api } from '../api.ts';
import type { AccessRule, Audience } from '../api-connector.ts';
import { withQuery } from '../paging.ts';
import { LIMIT, listAll } from './lists.ts';
import type { People } from './people.ts';
import {
  type Content,
  contentSchema,
  type Person,
  permissionSchema,
  type Restriction,
  restrictionSchema,
} from './shapes.ts';

const RESTRICTIONS = 'restrictions.read.restrictions.user,restrictions.read.restrictions.group';

/** All that the lists of one space tell, without a text. */
export interface SpaceContent {
  content: Map<string, Content>;
  /** By the page that they are on. */
  comments: Map<string, Content[]>;
  attachments: Map<string, Content[]>;
}

/**
 * Lists a space: `scan` tells pages and blog posts by a cursor, each with its version, restrictions and what is above it; one
 * search tells comments and attachments.
 */
export const listSpace = async (api: Api, key: string): Promise<SpaceContent> => {
  const listed: SpaceContent = { content: new Map(), comments: new Map(), attachments: new Map() };
  for (const type of ['page', 'blogpost']) {
    const query = { spaceKey: key, type, expand: `version,ancestors,${RESTRICTIONS}` };
    for await (const row of listAll(api, contentSchema, withQuery('/rest/api/content/scan', query)))
      listed.content.set(row.id, row);
  }
  const cql = `space = "${key.replaceAll('"', '\\"')}" and type in (comment, attachment)`;
  const search = withQuery('/rest/api/content/search', { cql, expand: 'version,container' });
  for await (const found of listAll(api, contentSchema, search)) {
    const lists = found.type === 'comment' ? listed.comments : listed.attachments;
    const page = found.container?.id;
    if (page !== undefined) lists.set(page, [...(lists.get(page) ?? []), found]);
  }
  return listed;
};

/** The rule of a space: whoever may view it. Access without signing in admits nobody by itself. */
export const spaceRule = async (api: Api, people: People, key: string): Promise<AccessRule> => {
  const rule = { says: `the space ${key}`, people: [] as string[], groups: [] as string[] };
  const { value } = await api.get(permissionSchema.array(), `/rest/api/space/${encodeURIComponent(key)}/permissions`);
  for (const { operation, subject } of value) {
    if (operation?.operationKey !== 'read' || operation.targetType !== 'space') continue;
    if (subject?.type === 'group' && subject.name) rule.groups.push(subject.name);
    else if (subject?.type === 'user') {
      const email = await people.email({ userKey: subject.userKey });
      if (email) rule.people.push(email);
    }
  }
  return rule;
};

/** Makes the audience of pages: the space's rule, and each restriction on the page or on what is above it. */
export const createAudiences = (api: Api, { content }: SpaceContent, space: AccessRule, people: People) => {
  const rules = new Map<string, Promise<AccessRule | 'open' | 'unknown'>>();

  const read = async (id: string, title: string): Promise<AccessRule | 'open' | 'unknown'> => {
    const listed = content.get(id)?.restrictions?.read ?? undefined;
    try {
      const restriction = listed && !isCut(listed) ? listed : await askRestriction(api, id);
      const { user, group } = restriction.restrictions ?? {};
      const users = user?.results ?? [];
      const groups = group?.results.map(({ name }) => name) ?? [];
      if (users.length + groups.length === 0) return 'open';
      const emails = await Promise.all(users.map((person) => people.email(person)));
      return { says: `a restriction of ${title}`, people: emails.filter((email) => email !== undefined), groups };
    } catch (error) {
      if (asParleyError(error).code === 'CANCELLED') throw error;
      return 'unknown';
    }
  };

  return async ({ id, title, ancestors }: Content): Promise<Audience> => {
    const all = [space];
    for (const one of [{ id, title }, ...(ancestors ?? [])]) {
      const known = rules.get(one.id) ?? read(one.id, one.title);
      rules.set(one.id, known);
      const rule = await known;
      if (rule === 'unknown') return 'unknown';
      if (rule !== 'open') all.push(rule);
    }
    return all;
  };
};

/** A row of a list holds the first names of a long restriction alone. */
const isCut = ({ restrictions }: Restriction): boolean =>
  [restrictions?.user, restrictions?.group].some(
    (part) => !part || (part.limit !== undefined && part.results.length >= part.limit),
  );

/** Who may read one page, however many they are. */
const askRestriction = async (api: Api, id: string): Promise<Restriction> => {
  const users: Person[] = [];
  const groups: { name: string }[] = [];
  for (let start = 0; ; start += LIMIT) {
    const expand = 'restrictions.user,restrictions.group';
    const address = withQuery(`/rest/api/content/${id}/restriction/byOperation/read`, { expand, limit: LIMIT, start });
    const { user, group } = (await api.get(restrictionSchema, address)).value.restrictions ?? {};
    const some = [user?.results ?? [], group?.results ?? []] as const;
    users.push(...some[0]);
    groups.push(...some[1]);
    if (some.every(({ length }) => length < LIMIT))
      return { restrictions: { user: { results: users }, group: { results: groups } } };
  }
};

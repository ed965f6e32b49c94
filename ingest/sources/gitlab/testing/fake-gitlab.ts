import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * GitLab in small, from its documentation: docs.gitlab.com/api/ (projects, groups, members, issues, merge_requests, notes,
 * wikis, rest/#pagination with Link headers) and the GraphQL reference for counts. A page of the world is an issue; those whose
 * number ends in 5 are merge requests. @gitbeaker/rest works against it unchanged (gitlab.test.ts).
 */
export interface FakeGitLab extends FakeConnector {
  project: {
    visibility: string;
    issues_access_level: string;
    merge_requests_access_level: string;
    wiki_access_level: string;
  };
  /** The account may list members. */
  mayListMembers: boolean;
  /** Access levels by address; 30 (Developer) where nothing is said. */
  levels: Map<string, number>;
  /** Addresses whose accounts are blocked. */
  blocked: Set<string>;
  /** Replaces fields of an issue; it is updated by that. */
  putFields(id: string, fields: object): void;
  putNote(id: string, note: object): void;
  putWiki(slug: string, content: string | undefined): void;
}

interface Row extends WorldPage {
  updated: number;
  notes: object[];
  fields: object;
}

/** @param rows how many rows a list gives at most, whatever is asked for */
export const startGitLab = async (rows = 3): Promise<FakeGitLab> => {
  const posts = new Map<string, Row>();
  const wiki = new Map<string, string>();
  const groups = new Map<string, readonly string[]>();
  let open: { groups?: readonly string[]; people?: readonly string[] } = {};
  const ids = new Map<string, number>();
  const numberOf = (email: string): number => {
    const id = ids.get(email) ?? ids.size + 1;
    ids.set(email, id);
    return id;
  };
  const emailOf = (id: number) => [...ids].find(([, one]) => one === id)?.[0];

  const isMergeRequest = (id: string) => id.endsWith('5');
  const partOf = (id: string) => (isMergeRequest(id) ? 'merge_requests' : 'issues');
  const urlOf = (id: string) => `${api.base}/acme/handbook/-/${partOf(id)}/${id}`;
  const post = ([id, row]: [string, Row]) => ({
    id: 1000 + Number(id),
    iid: Number(id),
    project_id: 7,
    title: row.title,
    description: row.html,
    state: 'opened',
    updated_at: new Date(row.updated).toISOString(),
    web_url: urlOf(id),
    user_notes_count: row.notes.length,
    labels: [],
    author: { id: numberOf('author@example.com'), username: 'author', name: 'Ada' },
    assignees: [],
    ...(!isMergeRequest(id) && { confidential: false }),
    ...row.fields,
  });
  const project = () => ({
    id: 7,
    name: 'handbook',
    path_with_namespace: 'acme/handbook',
    web_url: `${api.base}/acme/handbook`,
    ...fake.project,
  });
  let known: object[] | undefined;
  /** Made anew after a change alone: a group of 50,000 is asked for in 500 parts. */
  const members = () => {
    known ??= [...new Set([...(open.people ?? []), ...(open.groups ?? []).flatMap((id) => groups.get(id) ?? [])])].map(
      (email) => ({
        id: numberOf(email),
        username: email.split('@')[0],
        state: fake.blocked.has(email) ? 'blocked' : 'active',
        access_level: fake.levels.get(email) ?? 30,
        // Somebody whom the group does not manage shows an address in the profile, or none.
        ...(!/^(?:hidden|public)/.test(email) && { email }),
      }),
    );
    return known;
  };
  const cut = (all: readonly object[], { url }: ApiRequest, size = rows): ApiReply => {
    const page = Number(url.searchParams.get('page') ?? 1);
    const per = Math.min(size, Number(url.searchParams.get('per_page') ?? 20));
    const more = page * per < all.length;
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    return {
      headers: more ? { link: `<${next.href}>; rel="next"`, 'x-next-page': String(page + 1) } : { 'x-next-page': '' },
      body: all.slice((page - 1) * per, page * per),
    };
  };
  const listed = (part: string, { url }: ApiRequest): object[] => {
    const after = Date.parse(url.searchParams.get('updated_after') ?? '1970-01-01');
    return [...posts]
      .filter(([id, row]) => partOf(id) === part && row.updated >= after)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(post);
  };
  const count = (part: string) => [...posts.keys()].filter((id) => partOf(id) === part).length;

  const routes: [RegExp, (request: ApiRequest, ...parts: string[]) => ApiReply | undefined][] = [
    [/^\/projects\/(?:7|acme%2Fhandbook)$/, () => ({ body: project() })],
    [/^\/groups\/acme$/, () => ({ body: { id: 3, name: 'acme', full_path: 'acme' } })],
    [/^\/groups\/3\/projects$/, (request) => cut([project()], request)],
    [
      /^\/projects\/7\/members\/all$/,
      (request) =>
        fake.mayListMembers ? cut(members(), request, 100) : { status: 403, body: { message: '403 Forbidden' } },
    ],
    [
      /^\/users\/(\d+)$/,
      (_, id) => {
        const email = emailOf(Number(id));
        return email
          ? { body: { id: Number(id), username: email, public_email: email.startsWith('public') ? email : '' } }
          : undefined;
      },
    ],
    [/^\/projects\/7\/(issues|merge_requests)$/, (request, part = '') => cut(listed(part, request), request)],
    [
      /^\/projects\/7\/(issues|merge_requests)\/(\d+)\/notes$/,
      (request, _, id = '') => {
        const row = posts.get(id);
        return row && cut(row.notes, request);
      },
    ],
    [
      /^\/projects\/7\/wikis$/,
      () => ({ body: [...wiki].map(([slug, content]) => ({ slug, title: slug, content, format: 'markdown' })) }),
    ],
  ];

  const api = await startApi((request) => {
    const { 'private-token': token, authorization } = request.headers;
    if ((token ?? authorization?.replace(/^Bearer /, '')) !== fake.token)
      return { status: 401, body: { message: '401 Unauthorized' } };
    const { pathname } = request.url;
    if (pathname === '/api/graphql')
      return {
        body: {
          data: { project: { issues: { count: count('issues') }, mergeRequests: { count: count('merge_requests') } } },
        },
      };
    for (const [route, answer] of routes) {
      const match = route.exec(pathname.replace(/^\/api\/v4/, ''));
      if (match) return answer(request, ...match.slice(1));
    }
    return undefined;
  });
  const touch = (id: string, change: Partial<Row>) => {
    const row = posts.get(id);
    if (row) Object.assign(row, change, { updated: Date.now() });
  };
  const fake: FakeGitLab = {
    api,
    connector,
    token: 'secret',
    input: `gitlab:${api.base}/acme/handbook`,
    credentials: { [api.base]: { bearer: 'secret' } },
    project: {
      visibility: 'private',
      issues_access_level: 'enabled',
      merge_requests_access_level: 'enabled',
      wiki_access_level: 'enabled',
    },
    mayListMembers: true,
    levels: new Map(),
    blocked: new Set(),
    idOf: (id) => `gitlab/${new URL(api.base).host}/acme/handbook/${partOf(id)}/${id}`,
    urlOf,
    isText: (asked) => /\/notes/.test(asked),
    textsInLists: true,
    permissions: 'place',
    putPage(id, page) {
      const before = posts.get(id);
      const isText = before?.html !== page.html || before.title !== page.title;
      posts.set(id, { notes: [], fields: {}, updated: 0, ...before, ...page });
      if (isText) touch(id, {});
    },
    deletePage: (id) => void posts.delete(id),
    putGroup(id, members) {
      groups.set(id, members);
      known = undefined;
    },
    deleteGroup(id) {
      groups.delete(id);
      known = undefined;
    },
    openTo(rights) {
      open = rights;
      known = undefined;
    },
    withdraw: (id) => void posts.delete(id),
    comment(id, text) {
      fake.putNote(id, { body: text });
    },
    putNote(id, note) {
      const author = { id: numberOf('tom@example.com'), username: 'tom', name: 'Tom' };
      touch(id, {
        notes: [...(posts.get(id)?.notes ?? []), { id: 1, system: false, internal: false, author, ...note }],
      });
    },
    passTime(milliseconds) {
      for (const row of posts.values()) row.updated -= milliseconds;
    },
    putFields: (id, fields) => touch(id, { fields }),
    putWiki: (slug, content) => void (content === undefined ? wiki.delete(slug) : wiki.set(slug, content)),
    close: api.close,
  };
  return fake;
};

import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * GitHub in small, as an Enterprise Server (`/api/v3`, `/api/graphql`), from its documentation: docs.github.com/rest/issues,
 * /rest/collaborators and the GraphQL guides for users and discussions. Lists have a Link header; a limit that is used up is
 * 403 with `x-ratelimit-remaining: 0`. @octokit/rest works against it unchanged (github.test.ts).
 */
export interface FakeGitHub extends FakeConnector {
  /** Private until a test opens it. */
  isPublic: boolean;
  /** The account may list collaborators. */
  mayListPeople: boolean;
  /** Addresses of collaborators who may not read the repository. */
  mayNotRead: Set<string>;
  discuss(number: number, title: string, body: string, answer: string): void;
}

/** @param rows how many rows a list gives at most */
export const startGitHub = async (rows = 3): Promise<FakeGitHub> => {
  const issues = new Map<number, WorldPage & { updated: number; comments: string[] }>();
  const discussions: { number: number; title: string; body: string; answer: string }[] = [];
  const groups = new Map<string, readonly string[]>();
  let open: { groups?: readonly string[]; people?: readonly string[] } = {};
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const tick = () => (clock += 1000);
  /** Logins are no addresses: GraphQL tells them. */
  const loginOf = (email: string) => email.replace('@', '-at-');
  let known: { rows: object[]; byLogin: Map<string, string> } | undefined;
  /** Made anew after a change alone: a group of 50,000 is asked for in a thousand parts. */
  const people = () => {
    if (known === undefined) {
      const emails = [
        ...new Set([...(open.people ?? []), ...(open.groups ?? []).flatMap((group) => groups.get(group) ?? [])]),
      ];
      const rows = emails.map((email) => ({
        login: loginOf(email),
        permissions: { pull: !fake.mayNotRead.has(email) },
      }));
      known = { rows, byLogin: new Map(emails.map((email) => [loginOf(email), email])) };
    }
    return known;
  };

  const cut = (all: readonly object[], { url }: ApiRequest, size = rows): ApiReply => {
    const page = Number(url.searchParams.get('page') ?? 1);
    const per = Math.min(size, Number(url.searchParams.get('per_page') ?? 30));
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    const more = page * per < all.length;
    return {
      headers: more ? { link: `<${next.href}>; rel="next", <${next.href}>; rel="last"` } : {},
      body: all.slice((page - 1) * per, page * per),
    };
  };
  const urlOf = (id: string | number) => `${api.base}/acme/handbook/issues/${id}`;
  const issueRow = ([number, row]: [number, WorldPage & { updated: number; comments: string[] }]) => ({
    id: number,
    number,
    title: row.title,
    body: row.html,
    html_url: urlOf(number),
    state: 'open',
    updated_at: new Date(row.updated).toISOString(),
    comments: row.comments.length,
    user: { login: 'author' },
    ...(number === 5 && { pull_request: { url: `${api.base}/api/v3/repos/acme/handbook/pulls/5` } }),
  });

  const graphql = (query: string, after: string | null): object => {
    if (query.includes('discussions(')) {
      const start = Number(after ?? 0);
      const nodes = discussions.slice(start, start + 1).map(({ number, title, body, answer }) => ({
        number,
        title,
        body,
        url: `${api.base}/acme/handbook/discussions/${number}`,
        updatedAt: '2026-01-01T00:00:00Z',
        comments: { nodes: [{ body: answer, replies: { nodes: [] } }] },
      }));
      const pageInfo = { hasNextPage: start + 1 < discussions.length, endCursor: String(start + 1) };
      return { repository: { discussions: { nodes, pageInfo } } };
    }
    const emails = people().byLogin;
    const users = [...query.matchAll(/(u\d+): user\(login: "([^"]+)"\)/g)].map(([, alias, login = '']) => {
      const email = emails.get(login);
      const isHidden = email === undefined || email.startsWith('hidden');
      return [alias, { email: null, organizationVerifiedDomainEmails: isHidden ? [] : [email] }];
    });
    return Object.fromEntries(users);
  };

  const routes: [RegExp, (request: ApiRequest, id: string) => ApiReply | undefined][] = [
    [
      /^\/api\/v3\/repos\/acme\/handbook$/,
      () => ({
        body: {
          id: 1,
          full_name: 'acme/handbook',
          private: !fake.isPublic,
          visibility: fake.isPublic ? 'public' : 'private',
          has_discussions: discussions.length > 0,
          owner: { login: 'acme', type: 'Organization' },
        },
      }),
    ],
    [
      /^\/api\/v3\/repos\/acme\/handbook\/issues$/,
      (request) => cut([...issues].sort(([a], [b]) => a - b).map(issueRow), request),
    ],
    [
      /^\/api\/v3\/repos\/acme\/handbook\/issues\/(\d+)\/comments$/,
      (request, id) =>
        cut(
          (issues.get(Number(id))?.comments ?? []).map((body) => ({ body, user: { login: 'tom' } })),
          request,
        ),
    ],
    [
      /^\/api\/v3\/repos\/acme\/handbook\/pulls\/5\/comments$/,
      (request) => cut([{ body: 'On a line.', user: null }], request),
    ],
    [
      /^\/api\/v3\/repos\/acme\/handbook\/collaborators$/,
      (request) => {
        if (!fake.mayListPeople) return { status: 403, body: { message: 'Must have push access' } };
        return cut(people().rows, request, 100);
      },
    ],
    [
      /^\/api\/graphql$/,
      ({ json }) => {
        const { query, variables } = json as { query: string; variables?: { after?: string | null } };
        return { body: { data: graphql(query, variables?.after ?? null) } };
      },
    ],
  ];

  const api = await startApi((request) => {
    const [scheme = '', token] = (request.headers.authorization ?? '').split(' ');
    if (!/^(?:bearer|token)$/i.test(scheme) || token !== fake.token) return { status: 401, body: {} };
    for (const [route, answer] of routes) {
      const match = route.exec(request.url.pathname);
      if (match) return answer(request, match[1] ?? '');
    }
    return undefined;
  });
  const fake: FakeGitHub = {
    api,
    connector,
    token: 'secret',
    input: `github:${api.base}/acme/handbook`,
    credentials: { [api.base]: { bearer: 'secret' } },
    isPublic: false,
    mayListPeople: true,
    mayNotRead: new Set(),
    idOf: (id) => `github/${new URL(api.base).host}/acme/handbook/issues/${id}`,
    urlOf,
    isText: (path) => /\/comments/.test(path),
    textsInLists: true,
    permissions: 'place',
    putPage: (id, page) =>
      void issues.set(Number(id), { ...page, updated: tick(), comments: issues.get(Number(id))?.comments ?? [] }),
    deletePage: (id) => void issues.delete(Number(id)),
    putGroup(id, members) {
      groups.set(id, members);
      known = undefined;
    },
    deleteGroup(id) {
      groups.delete(id);
      known = undefined;
    },
    openTo: (rights) => {
      open = rights;
      known = undefined;
    },
    withdraw: (id) => void issues.delete(Number(id)),
    comment(id, text) {
      const row = issues.get(Number(id));
      if (row) Object.assign(row, { updated: tick(), comments: [...row.comments, text] });
    },
    discuss: (number, title, body, answer) => void discussions.push({ number, title, body, answer }),
    close: api.close,
  };
  return fake;
};

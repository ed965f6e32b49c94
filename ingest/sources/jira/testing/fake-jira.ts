import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * Jira Cloud in small, from its published OpenAPI description: developer.atlassian.com/cloud/jira/platform/rest/v3 (enhanced
 * search by JQL, issues, permission schemes, security levels, roles, groups, bulk users, attachments). The search brings the
 * first comments alone, and its tokens name no number of rows. A page of the world is an issue; one with rights of its own has
 * a security level, which its sub-tasks have too. jira.js, which checks every answer by that description, works against it
 * unchanged (jira.test.ts).
 */
export interface FakeJira extends FakeConnector {
  /** More grants of BROWSE_PROJECTS than those of `openTo`. */
  grants: { type: string; parameter?: string; value?: string }[];
  /** The account may read permission and security schemes. */
  mayAdminister: boolean;
  /** Replaces fields of an issue; it is updated by that. */
  putFields(id: string, fields: object): void;
  /** Makes an issue visible again, or for the first time, without an update. */
  show(id: string): void;
}

interface Row extends WorldPage {
  updated: number;
  comments: { id: string; text: string; more: object }[];
  files: { id: string; name: string; text: string }[];
  fields: object;
}

const TOKEN = `Basic ${Buffer.from('parley@example.com:secret').toString('base64')}`;
/** Comments that a search brings of each issue. */
const COMMENTS_IN_SEARCH = 1;
const ROLE = 10002;

const same = <T>(one: T): T => one;

/** @param rows how many rows a list gives at most, whatever is asked for */
export const startJira = async (rows = 3): Promise<FakeJira> => {
  const issues = new Map<string, Row>();
  const groups = new Map<string, readonly string[]>();
  const withdrawn = new Set<string>();
  let place: { groups?: readonly string[]; people?: readonly string[] } = {};
  let next = 10_000;

  const user = (email: string) => ({
    self: `${api.base}/rest/api/3/user?accountId=acc-${email}`,
    accountId: `acc-${email}`,
    accountType: 'atlassian',
    active: true,
    displayName: email,
    ...(!email.startsWith('hidden') && { emailAddress: email }),
  });
  const doc = (text: string) => ({
    type: 'doc',
    version: 1,
    content: [{ type: 'paragraph', content: [{ type: 'text', text: text.replace(/<[^>]+>/g, '') }] }],
  });
  const hasOwn = (row: Row) => Boolean(row.people?.length || row.groups?.length);
  /** The issue whose level counts for one: its own, or that of the issue above. */
  const levelOf = (id: string): string | undefined => {
    const row = issues.get(id);
    if (!row) return undefined;
    return hasOwn(row) ? id : row.parent === undefined ? undefined : levelOf(row.parent);
  };
  const holders = ({ people = [], groups: some = [] }: Pick<Row, 'people' | 'groups'>) => [
    ...people.map((email) => ({ type: 'user', parameter: `acc-${email}`, value: `acc-${email}` })),
    ...some.map((id) => ({ type: 'group', parameter: `name of ${id}`, value: id })),
  ];
  const comment = ({ id, text, more }: Row['comments'][number]) => ({
    self: `${api.base}/rest/api/3/issue/x/comment/${id}`,
    id,
    author: user('tom@example.com'),
    body: doc(text),
    created: '2026-01-01T00:00:00.000+0000',
    updated: '2026-01-01T00:00:00.000+0000',
    ...more,
  });
  const issue = (id: string, row: Row, isSearch: boolean) => {
    const level = levelOf(id);
    const comments = row.comments.map(comment);
    return {
      expand: '',
      id,
      self: `${api.base}/rest/api/3/issue/${id}`,
      key: `ENG-${id}`,
      fields: {
        summary: row.title,
        description: doc(row.html),
        updated: new Date(row.updated).toISOString().replace('Z', '+0000'),
        issuetype: { name: 'Task' },
        status: { name: 'To Do' },
        priority: { name: 'Medium' },
        labels: [],
        assignee: null,
        reporter: user('reporter@example.com'),
        project: { id: '1', key: 'ENG', name: 'Engineering' },
        security: level === undefined ? null : { id: `70${level}`, name: `level of ${level}` },
        comment: { comments: isSearch ? comments.slice(0, COMMENTS_IN_SEARCH) : comments, total: comments.length },
        attachment: row.files.map((file) => ({
          id: file.id,
          filename: file.name,
          size: file.text.length,
          mimeType: 'text/plain',
          content: `${api.base}/rest/api/3/attachment/content/${file.id}`,
        })),
        ...row.fields,
      },
    };
  };
  const visible = () => [...issues].filter(([id]) => !withdrawn.has(id)).sort(([a], [b]) => Number(a) - Number(b));

  const search = ({ url }: ApiRequest): ApiReply => {
    const jql = url.searchParams.get('jql') ?? '';
    const minutes = /updated >= -(\d+)m/.exec(jql)?.[1];
    const ids = /id in \(([^)]*)\)/.exec(jql)?.[1]?.split(', ');
    if (!ids && !jql.includes('project = "ENG"')) return { status: 400, body: { errorMessages: ['Unbounded JQL.'] } };
    const found = visible().filter(
      ([id, row]) => (!ids || ids.includes(id)) && (!minutes || row.updated >= Date.now() - Number(minutes) * 60_000),
    );
    const start = Number(/^after-(\d+)$/.exec(url.searchParams.get('nextPageToken') ?? '')?.[1] ?? 0);
    const onlyIds = url.searchParams.get('fields') === 'id';
    const size = Math.min(onlyIds ? rows * 50 : rows, Number(url.searchParams.get('maxResults') ?? 50));
    const isLast = start + size >= found.length;
    return {
      body: {
        issues: found
          .slice(start, start + size)
          .map(([id, row]) => (onlyIds ? { id, key: `ENG-${id}`, self: '', fields: {} } : issue(id, row, true))),
        isLast,
        ...(!isLast && { nextPageToken: `after-${start + size}` }),
      },
    };
  };
  /** A part of a list that counts by `startAt`. @param row what is shown of one, made for that part alone */
  const cut = <T>(
    values: readonly T[],
    { url }: ApiRequest,
    size = rows,
    row: (one: T) => unknown = same,
  ): ApiReply => {
    const startAt = Number(url.searchParams.get('startAt') ?? 0);
    const isLast = startAt + size >= values.length;
    const self = url.href;
    return {
      body: {
        self,
        maxResults: size,
        startAt,
        total: values.length,
        isLast,
        values: values.slice(startAt, startAt + size).map((one) => row(one)),
      },
    };
  };
  const grants = () => [...holders({ groups: place.groups }), ...fake.grants];
  const levels = () => [...issues].filter(([, row]) => hasOwn(row));

  const routes: [RegExp, (request: ApiRequest, id: string) => ApiReply | undefined][] = [
    [/^\/rest\/api\/3\/search\/jql$/, search],
    [
      /^\/rest\/api\/3\/issue\/(\d+)$/,
      (_, id) => {
        const row = withdrawn.has(id) ? undefined : issues.get(id);
        return row && { body: issue(id, row, false) };
      },
    ],
    [
      /^\/rest\/api\/3\/issue\/(\d+)\/comment$/,
      ({ url }, id) => {
        const all = (issues.get(id)?.comments ?? []).map(comment);
        const startAt = Number(url.searchParams.get('startAt') ?? 0);
        const comments = all.slice(startAt, startAt + rows);
        return { body: { startAt, maxResults: rows, total: all.length, comments } };
      },
    ],
    [
      /^\/rest\/api\/3\/project\/search$/,
      (request) =>
        cut([{ id: '1', key: 'ENG', name: 'Engineering', self: `${api.base}/rest/api/3/project/1` }], request),
    ],
    [
      /^\/rest\/api\/3\/project\/ENG$/,
      () => ({ body: { id: '1', key: 'ENG', name: 'Engineering', lead: user('lead@example.com') } }),
    ],
    [
      /^\/rest\/api\/3\/project\/ENG\/permissionscheme$/,
      () => {
        const permissions = [...grants(), ...holders({ people: place.people })].map((holder, id) => ({
          id,
          self: `${api.base}/rest/api/3/permissionscheme/1/permission/${id}`,
          holder,
          permission: 'BROWSE_PROJECTS',
        }));
        const other = { id: 999, holder: { type: 'anyone' }, permission: 'VIEW_VOTERS_AND_WATCHERS' };
        return { body: { id: 1, name: 'Scheme', self: `${api.base}/x`, permissions: [...permissions, other] } };
      },
    ],
    [
      /^\/rest\/api\/3\/project\/ENG\/issuesecuritylevelscheme$/,
      () =>
        levels().length === 0
          ? undefined
          : {
              body: {
                id: 5,
                name: 'Levels',
                self: `${api.base}/x`,
                levels: levels().map(([id]) => ({ id: `70${id}`, name: `level of ${id}`, self: `${api.base}/x` })),
              },
            },
    ],
    [
      /^\/rest\/api\/3\/issuesecurityschemes\/5\/members$/,
      (request) =>
        cut(
          levels().flatMap(([id, row]) =>
            holders(row).map((holder, at) => ({ id: at, issueSecurityLevelId: Number(`70${id}`), holder })),
          ),
          request,
        ),
    ],
    [
      /^\/rest\/api\/3\/project\/ENG\/role\/10002$/,
      () => ({
        body: {
          id: ROLE,
          name: 'Users',
          self: `${api.base}/x`,
          actors: [
            {
              id: 1,
              displayName: 'Tom',
              type: 'atlassian-user-role-actor',
              actorUser: { accountId: 'acc-tom@example.com' },
            },
            {
              id: 2,
              displayName: 'Staff',
              type: 'atlassian-group-role-actor',
              actorGroup: { groupId: 'staff', name: 'staff', displayName: 'staff' },
            },
          ],
        },
      }),
    ],
    [
      /^\/rest\/api\/3\/user\/bulk$/,
      (request) =>
        cut(
          request.url.searchParams.getAll('accountId').map((id) => user(id.slice(4))),
          request,
          100,
        ),
    ],
    [
      /^\/rest\/api\/3\/group\/member$/,
      (request) => {
        const members = groups.get(request.url.searchParams.get('groupId') ?? '');
        // Fifty at most, as the description says.
        return members && cut(members, request, 50, user);
      },
    ],
    [
      /^\/rest\/api\/3\/attachment\/content\/(\d+)$/,
      (_, id) => ({ status: 303, headers: { location: `${api.base.replace('127.0.0.1', 'localhost')}/media/${id}` } }),
    ],
    [
      /^\/media\/(\d+)$/,
      (_, id) => {
        const file = [...issues.values()].flatMap(({ files }) => files).find((one) => one.id === id);
        return file && { body: file.text, headers: { 'content-type': 'text/plain' } };
      },
    ],
  ];

  const api = await startApi((request) => {
    const { pathname } = request.url;
    const isFile = pathname.startsWith('/media/');
    if (!isFile && request.headers.authorization !== fake.token) return { status: 401, body: {} };
    if (isFile && request.headers.authorization !== undefined) return { status: 400, body: {} };
    if (!fake.mayAdminister && /scheme/.test(pathname))
      return { status: 403, body: { errorMessages: ['You cannot view this scheme.'], errors: {} } };
    for (const [route, answer] of routes) {
      const match = route.exec(pathname);
      if (match) return answer(request, match[1] ?? '');
    }
    return undefined;
  });

  /** Sub-tasks change with the level of the issue above. */
  const touch = (id: string, change: Partial<Row>) => {
    const row = issues.get(id);
    if (!row) return;
    Object.assign(row, change, { updated: Date.now() });
    for (const [below, { parent }] of issues) if (parent === id) touch(below, {});
  };
  const fake: FakeJira = {
    api,
    connector,
    token: TOKEN,
    input: `jira:${api.base}/browse/ENG`,
    credentials: { [api.base]: { basic: { user: 'parley@example.com', password: 'secret' } } },
    grants: [],
    mayAdminister: true,
    idOf: (id) => `jira/${new URL(api.base).host}/${id}`,
    urlOf: (id) => `${api.base}/browse/ENG-${id}`,
    isText: (asked) => /\/comment\?/.test(asked),
    textsInLists: true,
    permissions: 'level',
    putPage(id, page) {
      const before = issues.get(id) ?? { comments: [], files: [], fields: {} };
      issues.set(id, { ...before, ...page, people: page.people, groups: page.groups, parent: page.parent, updated: 0 });
      touch(id, {});
    },
    deletePage: (id) => void issues.delete(id),
    putGroup: (id, members) => void groups.set(id, members),
    deleteGroup: (id) => void groups.delete(id),
    openTo(rights) {
      place = rights;
    },
    withdraw: (id) => void withdrawn.add(id),
    show: (id) => void withdrawn.delete(id),
    comment(id, text) {
      const comments = [...(issues.get(id)?.comments ?? []), { id: String(next++), text, more: {} }];
      touch(id, { comments });
    },
    attach(id, name, text) {
      touch(id, { files: [...(issues.get(id)?.files ?? []), { id: String(next++), name, text }] });
    },
    passTime(milliseconds) {
      for (const row of issues.values()) row.updated -= milliseconds;
    },
    putFields: (id, fields) => touch(id, { fields }),
    close: api.close,
  };
  return fake;
};

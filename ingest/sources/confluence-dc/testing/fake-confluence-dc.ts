import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, type FakeApi, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * Confluence Data Center in small, below a context path, from its published description:
 * developer.atlassian.com/server/confluence/rest/v1020 (Content Resource with `scan`, Content Restrictions, Child Content, Space,
 * Space Permissions, Group with `member` and `groupmember`, User, Admin Users), and from jira.atlassian.com/browse/CONFSERVER-100505
 * for the form of space permissions. Lists name their next part in `_links.next`, a path below the context path. Profiles with
 * addresses are those of `/rest/mobile/1.0/profile`, which clients for Python use too. The server client of confluence.js 1
 * works against it unchanged (confluence-dc.test.ts).
 */
export interface FakeConfluenceDc extends FakeConnector {
  api: FakeApi;
  /** The token is no administrator's: addresses are told profile by profile. */
  isAdmin: boolean;
  /** Puts groups into a group. */
  nest(group: string, inner: readonly string[]): void;
  /** Somebody who can no longer sign in. */
  deactivate(email: string): void;
}

const CONTEXT = '/confluence';
const TOKEN = 'Bearer secret';
const SPACE = { id: 7, key: 'ENG', name: 'Engineering', type: 'global', _links: {} };
const asItIs = (row: object) => row;

interface Row extends WorldPage {
  version: number;
  comments: { id: string; text: string }[];
  files: { id: string; name: string; text: string }[];
}

/** @param rows how many rows a list gives at most, whatever is asked for: a small number makes tests follow links */
export const startConfluenceDc = async (rows = 3): Promise<FakeConfluenceDc> => {
  const pages = new Map<string, Row>();
  const groups = new Map<string, readonly string[]>();
  const nested = new Map<string, readonly string[]>();
  const spaceRights: { groups: readonly string[]; people: readonly string[] } = { groups: [], people: [] };
  const withdrawn = new Set<string>();
  const deactivated = new Set<string>();
  let next = 1000;

  const nameOf = (email: string) => email.replace('@', '.at.');
  const emailOf = (name: string) => name.replace('.at.', '@');
  const person = (email: string) => ({
    type: 'known',
    username: nameOf(email),
    userKey: `key-${nameOf(email)}`,
    displayName: email,
    profilePicture: { path: '/images/icons/profilepics/default.png', width: 48, height: 48, isDefault: true },
    status: deactivated.has(email) ? 'deactivated' : 'current',
    _links: { self: `${api.base}${CONTEXT}/rest/api/user?key=key-${nameOf(email)}` },
    _expandable: {},
  });
  const group = (name: string) => ({ type: 'group', name, _links: {}, _expandable: {} });
  const isVisible = (id: string): boolean => {
    const page = pages.get(id);
    return page !== undefined && !withdrawn.has(id) && (page.parent === undefined || !withdrawn.has(page.parent));
  };
  const visible = () => [...pages].filter(([id]) => isVisible(id)).sort(([a], [b]) => Number(a) - Number(b));
  const ancestors = (id: string): { id: string; type: string; title: string }[] => {
    const parent = pages.get(id)?.parent;
    const above = parent === undefined ? undefined : pages.get(parent);
    return parent === undefined || !above
      ? []
      : [...ancestors(parent), { id: parent, type: 'page', title: above.title }];
  };
  const held = (all: readonly object[], start = 0, limit = 200) => {
    const results = all.slice(start, start + limit);
    return { results, start, limit, size: results.length };
  };
  const restriction = ({ people = [], groups: some = [] }: WorldPage, start = 0, limit = 200) => ({
    operation: 'read',
    restrictions: { user: held(people.map(person), start, limit), group: held(some.map(group), start, limit) },
    _expandable: { content: '' },
    _links: {},
  });
  const content = (id: string, type: string, title: string, version: number, more: object = {}) => ({
    id,
    type,
    status: 'current',
    title,
    version: { number: version, when: '2026-02-01T00:00:00.000+00:00', minorEdit: false },
    _expandable: {},
    _links: { webui: `/spaces/ENG/pages/${id}`, self: `${api.base}${CONTEXT}/rest/api/content/${id}` },
    ...more,
  });
  const pageRow = ([id, row]: [string, Row]) =>
    content(id, 'page', row.title, row.version, {
      ancestors: ancestors(id),
      space: { key: 'ENG', name: 'Engineering' },
      restrictions: { read: restriction(row), _links: {} },
      _links: { webui: `/spaces/ENG/pages/${id}/${encodeURIComponent(row.title)}` },
    });
  const commentRow = (page: string) => (row: Row['comments'][number]) =>
    content(row.id, 'comment', 'Re', 1, {
      container: { id: page, type: 'page' },
      body: { view: { value: `<p>${row.text}</p>`, representation: 'view' } },
    });
  const fileRow = (page: string) => (file: Row['files'][number]) =>
    content(file.id, 'attachment', file.name, 1, {
      container: { id: page, type: 'page' },
      extensions: { mediaType: 'text/plain', fileSize: file.text.length },
      _links: {
        webui: `/spaces/ENG/pages/${page}?preview=${file.id}`,
        download: `/download/attachments/${page}/${file.name}?version=1`,
      },
    });

  /** A part of a list, with the path of the next one below the context path. @param by `cursor` for `scan` */
  const cut = <Item>(
    all: readonly Item[],
    { url }: ApiRequest,
    row: (item: Item) => object,
    { most = rows, by = 'start' } = {},
  ): ApiReply => {
    const query = new URLSearchParams(url.searchParams);
    const start = Number(query.get(by) ?? 0);
    const limit = Math.min(most, Number(query.get('limit') ?? 25));
    const results = all.slice(start, start + limit).map(row);
    query.set(by, String(start + limit));
    const more = start + limit < all.length && { next: `${url.pathname.slice(CONTEXT.length)}?${query}` };
    const _links = { base: `${api.base}${CONTEXT}`, context: CONTEXT, self: '', ...more };
    return { body: { results, limit, size: results.length, ...(by === 'start' && { start }), _links } };
  };
  const searched = (cql: string): object[] =>
    cql.startsWith('space = "ENG"') && cql.includes('(comment, attachment)')
      ? visible().flatMap(([id, row]) => [...row.comments.map(commentRow(id)), ...row.files.map(fileRow(id))])
      : [];
  const subjects = () => [
    ...spaceRights.groups.map((name) => ({ type: 'group', name })),
    ...spaceRights.people.map((email) => ({ type: 'user', userKey: `key-${nameOf(email)}` })),
  ];
  /** Gathered once after each change: a group of 50,000 is listed in hundreds of parts. */
  let gathered: readonly string[] | undefined;
  const everybody = () => {
    gathered ??= [
      ...new Set(
        [...groups.values(), spaceRights.people, ...[...pages.values()].map(({ people = [] }) => people)].flat(),
      ),
    ];
    return gathered;
  };
  const change = (act: () => void) => {
    gathered = undefined;
    act();
  };
  const addressed = (email: string) => (email.startsWith('hidden') ? { email: '' } : { email });

  const routes: [string, (request: ApiRequest, id: string) => ApiReply | undefined][] = [
    ['/rest/api/space', (request) => cut([SPACE], request, asItIs)],
    [
      '/rest/api/space/ENG/permissions',
      () => ({
        body: ['read', 'create'].flatMap((operationKey) =>
          subjects().map((subject) => ({
            operation: { targetType: operationKey === 'read' ? 'space' : 'page', operationKey },
            subject,
            spaceKey: 'ENG',
            spaceId: 7,
          })),
        ),
      }),
    ],
    [
      '/rest/api/content/scan',
      (request) => {
        const { searchParams } = request.url;
        const isPage = searchParams.get('type') === 'page' && searchParams.get('spaceKey') === 'ENG';
        return cut(isPage ? visible() : [], request, pageRow, { by: 'cursor' });
      },
    ],
    [
      '/rest/api/content/search',
      (request) => cut(searched(request.url.searchParams.get('cql') ?? ''), request, asItIs),
    ],
    [
      '/rest/api/content/:id',
      ({ url }, id) => {
        const row = pages.get(id);
        if (!row || !isVisible(id)) return undefined;
        const body = url.searchParams.get('expand')?.includes('body.view') && {
          body: { view: { value: row.html, representation: 'view' } },
        };
        return { body: { ...pageRow([id, row]), ...body } };
      },
    ],
    [
      '/rest/api/content/:id/restriction/byOperation/read',
      ({ url }, id) => {
        const row = pages.get(id);
        const [start, limit] = [Number(url.searchParams.get('start')), Number(url.searchParams.get('limit') ?? 100)];
        return row && isVisible(id) ? { body: restriction(row, start, limit) } : undefined;
      },
    ],
    [
      '/rest/api/content/:id/child/comment',
      (request, id) => cut(pages.get(id)?.comments ?? [], request, commentRow(id)),
    ],
    [
      '/download/attachments/:id/:name',
      (_, id) => {
        const file = pages.get(id)?.files[0];
        return file && { body: file.text, headers: { 'content-type': 'text/plain' } };
      },
    ],
    ['/rest/api/group', (request) => cut([...groups.keys()], request, group)],
    [
      '/rest/api/group/:id/member',
      (request, id) => {
        const members = groups.get(id);
        return members && cut(members, request, person, { most: 200 });
      },
    ],
    ['/rest/api/group/:id/groupmember', (request, id) => cut(nested.get(id) ?? [], request, group)],
    [
      '/rest/api/admin/users/list/active',
      (request) =>
        fake.isAdmin
          ? cut(
              everybody().filter((email) => !deactivated.has(email)),
              request,
              (email) => ({ ...person(email), ...addressed(email) }),
              { most: 200 },
            )
          : { status: 403, body: { statusCode: 403, message: 'Not permitted' } },
    ],
    ['/rest/api/user', ({ url }) => ({ body: person(emailOf((url.searchParams.get('key') ?? '').slice(4))) })],
    ['/rest/mobile/1.0/profile/:id', (_, id) => ({ body: { userName: id, fullName: id, ...addressed(emailOf(id)) } })],
  ];
  const compiled = routes.map(
    ([path, answer]) => [new RegExp(`^${CONTEXT}${path.replace(/:\w+/g, '([^/]+)')}$`), answer] as const,
  );

  const api = await startApi((request) => {
    if (request.headers.authorization !== fake.token) return { status: 401, body: {} };
    for (const [route, answer] of compiled) {
      const match = route.exec(request.url.pathname);
      if (match) return answer(request, decodeURIComponent(match[1] ?? ''));
    }
    return undefined;
  });
  const base = `${api.base}${CONTEXT}`;
  const fake: FakeConfluenceDc = {
    api,
    connector,
    token: TOKEN,
    isAdmin: true,
    input: `confluence-dc:${base}/spaces/ENG`,
    credentials: { [api.base]: { bearer: 'secret' } },
    idOf: (id) => `confluence-dc/${new URL(base).host}${CONTEXT}/${id}`,
    urlOf: (id) => `${base}/spaces/ENG/pages/${id}/${encodeURIComponent(pages.get(id)?.title ?? '')}`,
    isText: (path) => /\/content\/\d+\?expand=body\.view/.test(path),
    permissions: 'page',
    putPage(id, page) {
      const before = pages.get(id);
      const isText = before === undefined || before.html !== page.html || before.title !== page.title;
      const version = (before?.version ?? 0) + (isText ? 1 : 0);
      const { comments = [], files = [] } = before ?? {};
      change(() => pages.set(id, { ...page, version, comments, files }));
    },
    deletePage: (id) => change(() => pages.delete(id)),
    putGroup: (id, members) => change(() => groups.set(id, members)),
    deleteGroup: (id) => change(() => groups.delete(id)),
    openTo: ({ groups: some = [], people = [] }) => change(() => Object.assign(spaceRights, { groups: some, people })),
    withdraw: (id) => void withdrawn.add(id),
    nest: (outer, inner) => void nested.set(outer, inner),
    deactivate: (email) => void deactivated.add(email),
    comment: (id, text) => void pages.get(id)?.comments.push({ id: String(next++), text }),
    attach: (id, name, text) => void pages.get(id)?.files.push({ id: `att${next++}`, name, text }),
    close: api.close,
  };
  return fake;
};

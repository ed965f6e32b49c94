import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, type FakeApi, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * Confluence Cloud in small, from its published OpenAPI descriptions: developer.atlassian.com/cloud/confluence/rest/v2
 * (spaces, permissions, pages, blog posts, folders) and /rest/v1 (search by CQL, restrictions, groups, users, downloads).
 * Lists of v2 have cursors and a Link header; those of v1 `_links.next` with a cursor (search) or `start` (members). A deleted
 * group stays in restrictions and its members are 404 (v1, `restrictions.read.restrictions.group`). Only what the account sees
 * is told. confluence.js works against it unchanged (confluence.test.ts).
 */
export interface FakeConfluence extends FakeConnector {
  api: FakeApi;
  /** Puts a folder between: pages name it as their parent. */
  putFolder(id: string, rights?: Pick<WorldPage, 'people' | 'groups' | 'parent'>): void;
  /** Ids that the search index does not have yet. */
  unindexed: Set<string>;
}

const SPACE = { id: '7', key: 'ENG', name: 'Engineering', type: 'global', status: 'current' };
const TOKEN = `Basic ${Buffer.from('parley@example.com:secret').toString('base64')}`;

interface Row extends WorldPage {
  version: number;
  comments: { id: string; text: string; version: number }[];
  files: { id: string; name: string; text: string; version: number }[];
}

/** @param rows how many rows a list gives at most, whatever is asked for: a small number makes tests follow cursors */
export const startConfluence = async (rows = 3): Promise<FakeConfluence> => {
  const pages = new Map<string, Row>();
  const folders = new Map<string, WorldPage>();
  const groups = new Map<string, readonly string[]>();
  const spaceGroups = new Set<string>();
  const spacePeople = new Set<string>();
  const withdrawn = new Set<string>();
  const unindexed = new Set<string>();
  let next = 1000;

  const accountOf = (email: string) => `acc:${email}`;
  const user = (email: string) => ({
    type: 'known',
    accountId: accountOf(email),
    accountType: 'atlassian',
    email: email.startsWith('hidden') ? '' : email,
    publicName: email,
    displayName: email,
    profilePicture: { path: '/avatar', width: 48, height: 48, isDefault: true },
    _expandable: {},
    _links: { self: `${api.base}/wiki/rest/api/user?accountId=${accountOf(email)}` },
  });
  const group = (id: string) => ({ type: 'group', name: `name of ${id}`, id, _links: {} });
  const visible = () => [...pages].filter(([id]) => !withdrawn.has(id)).sort(([a], [b]) => Number(a) - Number(b));

  const v2Page = ([id, row]: [string, Row]) => ({
    id,
    status: 'current',
    title: row.title,
    spaceId: SPACE.id,
    parentId: row.parent ?? null,
    parentType: row.parent === undefined ? null : folders.has(row.parent) ? 'folder' : 'page',
    position: 0,
    authorId: 'acc:author',
    createdAt: '2026-01-01T00:00:00.000Z',
    version: { number: row.version, createdAt: '2026-02-01T00:00:00.000Z', minorEdit: false, authorId: 'acc:author' },
    _links: { webui: `/spaces/ENG/pages/${id}/${encodeURIComponent(row.title)}`, tinyui: `/x/${id}` },
  });
  const people = (emails: readonly string[] = [], start = 0, limit = 200) => {
    const results = emails.slice(start, start + limit).map(user);
    return { results, start, limit, size: results.length };
  };
  const restriction = ({ people: named, groups: some }: WorldPage, start = 0, limit = 200) => ({
    operation: 'read',
    restrictions: {
      user: people(named, start, limit),
      group: { results: (some ?? []).map(group).slice(start, start + limit), start, limit, size: some?.length ?? 0 },
    },
    _expandable: { content: '' },
    _links: {},
  });
  const found = (id: string, type: string, title: string, version: number, more: object = {}) => ({
    id,
    type,
    status: 'current',
    title,
    version: { number: version, when: '2026-02-01T00:00:00.000Z', minorEdit: false },
    _expandable: {},
    _links: { webui: `/spaces/ENG/pages/${id}` },
    ...more,
  });
  const comment = (row: Row['comments'][number], page: string) =>
    found(row.id, 'comment', 'Re', row.version, {
      container: { id: page, type: 'page' },
      body: { view: { value: `<p>${row.text}</p>`, representation: 'view' } },
    });
  /** The rows of the search that the connector asks for; made when they are asked for, since a large place has many. */
  const searchable = (cql: string): (() => object)[] => {
    const container = /container = (\d+)/.exec(cql)?.[1];
    const rows = visible().filter(([id]) => !unindexed.has(id));
    if (container !== undefined)
      return rows.flatMap(([id, row]) => (id === container ? row.comments.map((one) => () => comment(one, id)) : []));
    if (!cql.startsWith('space = "ENG"')) return [];
    return rows.flatMap(([id, row]) => [
      () => found(id, 'page', row.title, row.version, { restrictions: { read: restriction(row), _links: {} } }),
      ...row.comments.map((one) => () => comment(one, id)),
      ...row.files.map(
        (file) => () =>
          found(file.id, 'attachment', file.name, file.version, {
            container: { id, type: 'page' },
            extensions: { mediaType: 'text/plain', fileSize: file.text.length },
            _links: { webui: `/spaces/ENG/pages/${id}?preview=${file.id}`, download: `/download/attachments/${id}/x` },
          }),
      ),
    ]);
  };

  /** A part of a list with the link to the next one. */
  const cut = (all: readonly (() => object)[], request: ApiRequest, wiki: boolean): ApiReply => {
    const query = request.url.searchParams;
    const limit = Math.min(rows, Number(query.get('limit') ?? 25));
    const start = Number(query.get('cursor') ?? query.get('start') ?? 0);
    const results = all.slice(start, start + limit).map((row) => row());
    const more = start + limit < all.length;
    query.set('cursor', String(start + limit));
    const path = wiki ? `${request.url.pathname}?${query}` : `${request.url.pathname.replace(/^\/wiki/, '')}?${query}`;
    const _links = { base: `${api.base}/wiki`, context: '/wiki', self: '', ...(more && { next: path }) };
    return {
      headers: more && wiki ? { link: `<${path}>; rel="next"` } : {},
      body: { results, start, limit, size: results.length, _links },
    };
  };

  const routes: [RegExp, (request: ApiRequest, id: string) => ApiReply | undefined][] = [
    [/^\/wiki\/api\/v2\/spaces$/, (request) => cut([() => ({ ...SPACE, _links: {} })], request, true)],
    [
      /^\/wiki\/api\/v2\/spaces\/7\/permissions$/,
      (request) =>
        cut(
          [
            ...[...spaceGroups].map((id) => ({ type: 'group', id })),
            ...[...spacePeople].map((email) => ({ type: 'user', id: accountOf(email) })),
            { type: 'role', id: 'some-role' },
          ].map((principal, at) => () => ({
            id: String(at),
            principal,
            operation: { key: 'read', targetType: 'space' },
          })),
          request,
          true,
        ),
    ],
    [
      /^\/wiki\/api\/v2\/spaces\/7\/pages$/,
      (request) =>
        cut(
          visible().map((entry) => () => v2Page(entry)),
          request,
          true,
        ),
    ],
    [/^\/wiki\/api\/v2\/spaces\/7\/blogposts$/, (request) => cut([], request, true)],
    [
      /^\/wiki\/api\/v2\/pages\/(\d+)$/,
      (_, id) => {
        const row = withdrawn.has(id) ? undefined : pages.get(id);
        const entry: [string, Row] | undefined = row && [id, row];
        return (
          entry && { body: { ...v2Page(entry), body: { view: { value: entry[1].html, representation: 'view' } } } }
        );
      },
    ],
    [
      /^\/wiki\/api\/v2\/folders\/(\d+)$/,
      (_, id) => {
        const folder = folders.get(id);
        if (!folder || withdrawn.has(id)) return undefined;
        return {
          body: { id, type: 'folder', status: 'current', title: folder.title, parentId: folder.parent ?? null },
        };
      },
    ],
    [
      /^\/wiki\/rest\/api\/content\/search$/,
      (request) => cut(searchable(request.url.searchParams.get('cql') ?? ''), request, false),
    ],
    [
      /^\/wiki\/rest\/api\/content\/(\d+)\/restriction\/byOperation\/read$/,
      ({ url }, id) => {
        const row = pages.get(id) ?? folders.get(id);
        const [start, limit] = [Number(url.searchParams.get('start')), Number(url.searchParams.get('limit') ?? 100)];
        return row && !withdrawn.has(id) ? { body: restriction(row, start, limit) } : undefined;
      },
    ],
    [
      /^\/wiki\/rest\/api\/content\/\d+\/child\/attachment\/(att\d+)\/download$/,
      (_, id) => ({ status: 302, headers: { location: `${api.base.replace('127.0.0.1', 'localhost')}/files/${id}` } }),
    ],
    [
      /^\/files\/(att\d+)$/,
      (_, id) => {
        const file = [...pages.values()].flatMap(({ files }) => files).find((one) => one.id === id);
        return file && { body: file.text, headers: { 'content-type': 'text/plain' } };
      },
    ],
    [
      /^\/wiki\/rest\/api\/group\/([^/]+)\/membersByGroupId$/,
      (request, id) => {
        const members = groups.get(decodeURIComponent(id));
        return members && cutMembers(members, request);
      },
    ],
    [
      /^\/wiki\/rest\/api\/user\/bulk$/,
      ({ url }) => ({
        body: {
          results: url.searchParams.getAll('accountId').map((id) => user(id.slice(4))),
          start: 0,
          limit: 100,
          size: 1,
          _links: {},
        },
      }),
    ],
  ];
  /** Members come in larger parts than other lists, so that a group of 50,000 is listed in 250 requests. */
  const cutMembers = (members: readonly string[], request: ApiRequest): ApiReply => {
    const start = Number(request.url.searchParams.get('start') ?? 0);
    const limit = Math.min(200, Number(request.url.searchParams.get('limit') ?? 200));
    const results = members.slice(start, start + limit).map(user);
    const more = start + limit < members.length;
    const next = { next: `/rest/api/group/x/membersByGroupId?limit=${limit}&start=${start + limit}` };
    return { body: { results, start, limit, size: results.length, _links: more ? next : {} } };
  };

  const api = await startApi((request) => {
    const isFile = request.url.pathname.startsWith('/files/');
    if (!isFile && request.headers.authorization !== fake.token) return { status: 401, body: {} };
    // Storage is another host: what signs in to Confluence must not reach it.
    if (isFile && request.headers.authorization !== undefined) return { status: 400, body: {} };
    for (const [route, answer] of routes) {
      const match = route.exec(request.url.pathname);
      if (match) return answer(request, match[1] ?? '');
    }
    return undefined;
  });

  const putRow = (id: string, page: WorldPage) => {
    const before = pages.get(id);
    const isText = before === undefined || before.html !== page.html || before.title !== page.title;
    const version = (before?.version ?? 0) + (isText ? 1 : 0);
    pages.set(id, { ...page, version, comments: before?.comments ?? [], files: before?.files ?? [] });
  };
  const fake: FakeConfluence = {
    api,
    connector,
    token: TOKEN,
    input: `confluence:${api.base}/wiki/spaces/ENG`,
    credentials: { [api.base]: { basic: { user: 'parley@example.com', password: 'secret' } } },
    idOf: (id) => `confluence/${new URL(api.base).host}/${id}`,
    urlOf: (id) => `${api.base}/wiki/spaces/ENG/pages/${id}/${encodeURIComponent(pages.get(id)?.title ?? '')}`,
    isText: (path) => /body-format=view/.test(path),
    permissions: 'page',
    unindexed,
    putPage: putRow,
    deletePage: (id) => void pages.delete(id),
    putGroup: (id, members) => void groups.set(id, members),
    deleteGroup: (id) => void groups.delete(id),
    openTo: ({ groups: some = [], people: named = [] }) => {
      spaceGroups.clear();
      spacePeople.clear();
      for (const id of some) spaceGroups.add(id);
      for (const email of named) spacePeople.add(email);
    },
    withdraw: (id) => void withdrawn.add(id),
    comment(id, text) {
      pages.get(id)?.comments.push({ id: String(next++), text, version: 1 });
    },
    attach(id, name, text) {
      pages.get(id)?.files.push({ id: `att${next++}`, name, text, version: 1 });
    },
    putFolder: (id, rights = {}) => void folders.set(id, { title: `Folder ${id}`, html: '', ...rights }),
    close: api.close,
  };
  return fake;
};

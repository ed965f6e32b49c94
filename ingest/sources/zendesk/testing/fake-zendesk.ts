import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, type FakeApi, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * Zendesk in small, from developer.zendesk.com/api-reference/help_center/help-center-api/articles and /user_segments, from
 * /api-reference/ticketing/users/users, from /documentation/help_center/help-center-api/understanding-incremental-article-exports
 * (up to 1,000 articles, drafts too, archived ones not; the last part names itself as the next) and from
 * /api-reference/introduction/pagination: `page[size]` gives cursors in `links.next`, `per_page` page numbers with a `count`.
 * Who is in a segment is as support.zendesk.com says ("Creating user segments"). node-zendesk works against it unchanged.
 *
 * A group of the world is an organization with a segment of its own; people who are named get a segment that holds them by name.
 * An article has no place in a tree: whom it is for stands in the article.
 */
export interface FakeZendesk extends FakeConnector {
  api: FakeApi;
  /** Strangers may open the help center. */
  isPublic: boolean;
  /** Fields of an article beside those of the world. */
  putArticle(
    id: string,
    fields: { draft?: boolean; user_segment_ids?: number[]; user_segment_id?: number | null },
  ): void;
  putSegment(id: number, fields: object): void;
  putUser(email: string, fields: object): number;
}

const TOKEN = `Basic ${Buffer.from('parley@example.com/token:secret').toString('base64')}`;
const AGENT = 'agent@example.com';

interface Row extends WorldPage {
  id: number;
  edited: number;
  updated: number;
  fields: object;
}

/** @param rows how many rows a list with cursors gives at most: a small number makes tests follow them */
export const startZendesk = async (rows = 3): Promise<FakeZendesk> => {
  const articles = new Map<string, Row>();
  const organizations = new Map<string, { id: number; members: readonly string[] }>();
  const users = new Map<string, { id: number; fields: object }>();
  const byName = new Map<string, number>();
  const segments = new Map<number, object>();
  const withdrawn = new Set<string>();
  const place: { groups: readonly string[]; people: readonly string[] } = { groups: [], people: [] };
  let next = 1000;
  /** Each change is a millisecond after the one before. */
  let clock = Date.now();

  const userOf = (email: string) => {
    const known = users.get(email) ?? { id: next++, fields: {} };
    users.set(email, known);
    return known;
  };
  const user = (email: string) => ({
    id: userOf(email).id,
    name: email,
    email,
    role: 'end-user',
    verified: !email.startsWith('hidden'),
    active: true,
    suspended: false,
    tags: [],
    ...userOf(email).fields,
  });
  const segment = (id: number, fields: object) => ({
    id,
    name: `Segment ${id}`,
    user_type: 'signed_in_users',
    built_in: false,
    tags: [],
    or_tags: [],
    group_ids: [],
    organization_ids: [],
    added_user_ids: [],
    ...fields,
  });
  const segmentOf = (group: string): number => {
    const known = organizations.get(group) ?? { id: next++, members: [] };
    organizations.set(group, known);
    return known.id;
  };
  const segmentFor = (people: readonly string[]): number => {
    const key = [...people].sort().join();
    const id = byName.get(key) ?? next++;
    byName.set(key, id);
    segments.set(id, segment(id, { tags: ['by-name'], added_user_ids: people.map((email) => userOf(email).id) }));
    return id;
  };
  /** What the world says of a page, or of what it lies in, as segments of the article. */
  const segmentsOf = (page: WorldPage | undefined): number[] => {
    const { groups = [], people = [] } = page ?? place;
    if (page && groups.length + people.length === 0)
      return segmentsOf(page.parent === undefined ? undefined : articles.get(page.parent));
    return [...groups.map(segmentOf), ...(people.length > 0 ? [segmentFor(people)] : [])];
  };
  const iso = (at: number) => new Date(at).toISOString();
  const article = (row: Row) => {
    const ids = segmentsOf(row);
    return {
      id: row.id,
      title: row.title,
      body: row.html,
      html_url: `${api.base}/hc/en-us/articles/${row.id}`,
      draft: false,
      locale: 'en-us',
      permission_group_id: 1,
      // No segment at all would be for everyone.
      user_segment_id: ids[0] ?? 1,
      user_segment_ids: ids.length > 0 ? ids : [1],
      edited_at: iso(row.edited),
      updated_at: iso(row.updated),
      ...row.fields,
    };
  };
  const visible = () =>
    [...articles.values()].filter(({ id }) => !withdrawn.has(String(id))).sort((a, b) => a.id - b.id);
  const definitions = () => {
    for (const row of visible()) segmentsOf(row);
    return [
      segment(1, { name: 'Nobody', tags: ['nobody'] }),
      ...[...organizations].map(([name, { id }]) => segment(id, { name, organization_ids: [id] })),
      ...segments.values(),
    ];
  };

  /** A part of a list: by cursor where `page[size]` is asked for, else by page number. */
  const cut = <Item>(
    key: string,
    all: readonly Item[],
    row: (item: Item) => object,
    { url }: ApiRequest,
    most = rows,
  ) => {
    const query = new URLSearchParams(url.searchParams);
    const size = query.get('page[size]');
    const link = () => `${api.base}${url.pathname}?${query}`;
    if (size !== null) {
      const start = Number(query.get('page[after]') ?? 0);
      const end = start + Math.min(most, Number(size));
      query.set('page[after]', String(end));
      const more = end < all.length;
      return {
        body: { [key]: all.slice(start, end).map(row), meta: { has_more: more }, links: more ? { next: link() } : {} },
      };
    }
    const per = Math.min(100, Number(query.get('per_page') ?? 30));
    const page = Number(query.get('page') ?? 1);
    query.set('page', String(page + 1));
    const next_page = page * per < all.length ? link() : null;
    return { body: { [key]: all.slice((page - 1) * per, page * per).map(row), count: all.length, next_page, page } };
  };
  const exported = ({ url }: ApiRequest): ApiReply => {
    const since = Number(url.searchParams.get('start_time')) * 1000;
    const all = visible()
      .filter(({ updated }) => updated >= since)
      .sort((a, b) => a.updated - b.updated);
    const some = all.slice(0, 1000);
    const end_time = Math.floor((some.at(-1)?.updated ?? since) / 1000);
    const next_page = `${api.base}${url.pathname}?start_time=${end_time}`;
    return { body: { articles: some.map(article), count: some.length, end_time, next_page } };
  };
  const role = ({ url }: ApiRequest) => url.searchParams.getAll('role[]');
  const everybody = (request: ApiRequest) => {
    const wanted = role(request);
    return [...users.keys()].filter((email) => wanted.length === 0 || wanted.includes(user(email).role));
  };
  const routes: [RegExp, (request: ApiRequest, id: string) => ApiReply | undefined][] = [
    [/^\/help_center\/articles$/, (request) => cut('articles', visible(), article, request)],
    [
      /^\/help_center\/articles\/(\d+)$/,
      (_, id) => {
        const row = articles.get(id);
        return row && !withdrawn.has(id) ? { body: { article: article(row) } } : undefined;
      },
    ],
    [/^\/help_center\/incremental\/articles$/, exported],
    [/^\/help_center\/user_segments$/, (request) => cut('user_segments', definitions(), (one) => one, request)],
    [/^\/users$/, (request) => cut('users', everybody(request), user, request, Math.max(rows, 100))],
    [
      /^\/users\/show_many$/,
      ({ url }) => {
        const ids = (url.searchParams.get('ids') ?? '').split(',').map(Number);
        const named = new Map([...users].map(([email, { id }]) => [id, email]));
        return { body: { users: ids.flatMap((id) => named.get(id) ?? []).map(user) } };
      },
    ],
    [
      /^\/organizations\/(\d+)\/users$/,
      (request, id) => {
        const found = [...organizations.values()].find((one) => one.id === Number(id));
        return found && cut('users', found.members, user, request, Math.max(rows, 100));
      },
    ],
  ];

  const api = await startApi((request) => {
    const path = request.url.pathname.replace(/^\/api\/v2/, '').replace(/\.json$/, '');
    const { authorization } = request.headers;
    const isStranger = authorization === undefined && fake.isPublic && path.startsWith('/help_center/articles');
    if (authorization !== fake.token && !isStranger)
      return { status: 401, body: { error: "Couldn't authenticate you" } };
    for (const [route, answer] of routes) {
      const match = route.exec(path);
      if (match) return answer(request, match[1] ?? '');
    }
    return undefined;
  });
  users.set(AGENT, { id: 1, fields: { role: 'admin' } });
  /** Whatever changes who may see an article is a change of it. */
  const touchAll = () => {
    for (const row of articles.values()) row.updated = clock;
    clock++;
  };
  const fake: FakeZendesk = {
    api,
    connector,
    token: TOKEN,
    isPublic: true,
    input: `zendesk:${api.base}`,
    credentials: { [api.base]: { basic: { user: 'parley@example.com/token', password: 'secret' } } },
    idOf: (id) => `zendesk/${new URL(api.base).host}/${id}`,
    urlOf: (id) => `${api.base}/hc/en-us/articles/${id}`,
    isText: () => false,
    textsInLists: true,
    permissions: 'own',
    putPage(id, page) {
      const before = articles.get(id);
      const isText = before === undefined || before.html !== page.html || before.title !== page.title;
      const edited = isText ? clock : before.edited;
      articles.set(id, { ...page, id: Number(id), edited, updated: clock++, fields: before?.fields ?? {} });
      // Below it others may lie.
      if (before && !isText) touchAll();
    },
    deletePage(id) {
      articles.delete(id);
    },
    putGroup(name, members) {
      organizations.set(name, { id: segmentOf(name), members });
      for (const email of members) userOf(email);
    },
    deleteGroup: (name) => void organizations.delete(name),
    openTo({ groups = [], people = [] }) {
      Object.assign(place, { groups, people });
      touchAll();
    },
    withdraw: (id) => void withdrawn.add(id),
    passTime(milliseconds) {
      // When the text was edited stays: it tells one text from another.
      for (const row of articles.values()) row.updated -= milliseconds;
    },
    putArticle(id, fields) {
      const row = articles.get(id);
      if (row) Object.assign(row, { fields: { ...row.fields, ...fields }, updated: clock++ });
    },
    putSegment: (id, fields) => void segments.set(id, segment(id, fields)),
    putUser(email, fields) {
      const known = userOf(email);
      known.fields = { ...known.fields, ...fields };
      return known.id;
    },
    close: api.close,
  };
  return fake;
};

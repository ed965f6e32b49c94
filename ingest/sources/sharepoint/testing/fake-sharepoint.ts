import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * Microsoft Graph in small, from its reference and the scan guidance for SharePoint: learn.microsoft.com/graph/api/ (sites,
 * drives, driveitem-delta, permissions, sitepage, transitiveMembers) and learn.microsoft.com/onedrive/developer/rest-api/concepts/scan-guidance
 * (`Prefer` headers, sharing facets, sharedChanged). A page of the world is a text file; what is below it lies in a folder that
 * has the page's permissions. A delta names an item whose sharing changed, and not what inherits from it. Microsoft's own
 * client works against it unchanged (sharepoint.test.ts).
 */
export interface FakeSharePoint extends FakeConnector {
  /** Replaces a page's own permissions by any that Graph can tell. */
  putPermissions(id: string, permissions: readonly object[]): void;
  putSitePage(title: string, innerHtml: string): void;
  /** Tokens of deltas are no longer known. */
  forgetsTokens: boolean;
  /** The app may see permissions. */
  maySeePermissions: boolean;
}

interface Row extends WorldPage {
  changed: number;
  raw?: readonly object[];
}

const LIBRARY = 'b-documents';
const PAGES = 'b-pages';
const SITE = 'acme.example,1,2';

/** @param rows how many rows a list gives at most, whatever is asked for */
export const startSharePoint = async (rows = 3): Promise<FakeSharePoint> => {
  const pages = new Map<string, Row>();
  const sitePages = new Map<string, string>();
  const groups = new Map<string, readonly string[]>();
  const withdrawn = new Set<string>();
  const log: { id: string; shared: boolean }[] = [];
  let place: { groups?: readonly string[]; people?: readonly string[] } = {};
  let clock = 0;
  const tick = () => {
    clock += 1;
    return clock;
  };

  const grants = ({ people = [], groups: some = [] }: Pick<Row, 'people' | 'groups'>) => [
    ...people.map((email) => ({
      id: `u-${email}`,
      roles: ['read'],
      grantedToV2: {
        user: { id: `id-${email}`, displayName: email, email },
        siteUser: { id: '9', displayName: email, loginName: `i:0#.f|membership|${email}` },
      },
    })),
    ...some.map((id) => ({
      id: `g-${id}`,
      roles: ['read'],
      grantedToV2: { group: { id, displayName: id, email: `${id}@groups.example` } },
    })),
  ];
  const hasOwn = (row: Row) => row.raw !== undefined || Boolean(row.people?.length || row.groups?.length);
  const permissionsOf = (row: Row | undefined): readonly object[] => {
    if (row === undefined) return grants(place);
    if (hasOwn(row)) return row.raw ?? grants(row);
    return permissionsOf(row.parent === undefined ? undefined : pages.get(row.parent));
  };
  const isFolder = (id: string) => [...pages.values()].some(({ parent }) => parent === id);
  const parentOf = (row: Row) => ({ driveId: LIBRARY, id: row.parent === undefined ? 'root0' : `d${row.parent}` });
  const fileItem = (id: string, row: Row) => ({
    id: `f${id}`,
    name: `${row.title}.txt`,
    webUrl: fake.urlOf(id),
    cTag: `"c:{${id}},${row.changed}"`,
    size: row.html.length,
    lastModifiedDateTime: '2026-01-01T00:00:00Z',
    parentReference: parentOf(row),
    file: { mimeType: 'text/plain' },
    ...(hasOwn(row) && { shared: {} }),
  });
  const folderItem = (id: string, row: Row) => ({
    id: `d${id}`,
    name: `${row.title} and more`,
    webUrl: `${api.base}/folders/${id}`,
    parentReference: parentOf(row),
    folder: { childCount: 1 },
    ...(hasOwn(row) && { shared: {} }),
  });
  const rootItem = {
    id: 'root0',
    name: 'root',
    webUrl: '',
    parentReference: { driveId: LIBRARY },
    root: {},
    folder: {},
    shared: {},
  };
  const itemById = (id: string): object | undefined => {
    if (id === 'root0' || id === 'root') return rootItem;
    const row = withdrawn.has(id.slice(1)) ? undefined : pages.get(id.slice(1));
    if (!row) return undefined;
    if (id.startsWith('d')) return isFolder(id.slice(1)) ? folderItem(id.slice(1), row) : undefined;
    return fileItem(id.slice(1), row);
  };
  const sitePageItems = (): object[] => [
    { ...rootItem, id: 'pages0' },
    ...[...sitePages.keys()].map((title) => ({
      id: `p-${title}`,
      name: `${title}.aspx`,
      webUrl: `${api.base}/SitePages/${title}.aspx`,
      cTag: `"c:{${title}},${sitePages.get(title)?.length}"`,
      size: 1,
      parentReference: { driveId: PAGES, id: 'pages0' },
      file: { mimeType: 'application/octet-stream' },
      sharepointIds: { listItemUniqueId: title },
    })),
  ];

  const link = (request: ApiRequest, parameters: Record<string, string>): string => {
    const url = new URL(request.url.pathname, api.base);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };
  /** A part of a list; at its end a delta names where it goes on. */
  const cut = (
    all: readonly object[],
    request: ApiRequest,
    size = rows,
    delta?: { from: string; to: string },
  ): ApiReply => {
    const [from = '', skip = '0'] = (request.url.searchParams.get('$skiptoken') ?? `${delta?.from ?? ''}~0`).split('~');
    const start = Number(skip);
    const more = start + size < all.length;
    return {
      body: {
        '@odata.context': `${api.base}/v1.0/$metadata`,
        value: all.slice(start, start + size),
        ...(more && { '@odata.nextLink': link(request, { $skiptoken: `${from}~${start + size}` }) }),
        ...(!more && delta && { '@odata.deltaLink': link(request, { token: delta.to }) }),
      },
    };
  };
  const delta = (request: ApiRequest, library: string): ApiReply => {
    const { searchParams } = request.url;
    const token = searchParams.get('token') ?? searchParams.get('$skiptoken')?.split('~')[0] ?? '';
    if (library === PAGES) return cut(sitePageItems(), request, rows, { from: token, to: '0' });
    const to = String(log.length);
    if (token === '') {
      const files = [...pages].flatMap(([id, row]) =>
        withdrawn.has(id) ? [] : [fileItem(id, row), ...(isFolder(id) ? [folderItem(id, row)] : [])],
      );
      return cut([rootItem, ...files], request, rows, { from: token, to });
    }
    if (fake.forgetsTokens)
      return { status: 410, body: { error: { code: 'resyncRequired', message: 'Resync required.' } } };
    const last = new Map<string, boolean>();
    for (const { id, shared } of log.slice(Number(token))) last.set(id, shared || last.get(id) === true);
    const changed = [...last].map(([id, shared]) => ({
      ...(itemById(id) ?? { id, deleted: { state: 'deleted' } }),
      ...(shared && { '@microsoft.graph.sharedChanged': 'True' }),
    }));
    return cut(changed, request, rows, { from: token, to });
  };
  const drives = [{ id: LIBRARY, name: 'Documents', driveType: 'documentLibrary' }];
  const lists = [
    { id: 'l1', list: { template: 'documentLibrary' }, drive: drives[0] },
    { id: 'l2', list: { template: 'webPageLibrary' }, drive: { id: PAGES, name: 'Site Pages' } },
    { id: 'l3', list: { template: 'genericList' } },
  ];

  const routes: [RegExp, (request: ApiRequest, ...parts: string[]) => ApiReply | undefined][] = [
    [
      /^\/sites\/127\.0\.0\.1:\/sites\/Handbook$/,
      () => ({ body: { id: SITE, displayName: 'Handbook', webUrl: `${api.base}/sites/Handbook` } }),
    ],
    [/^\/sites\/[^/]+\/drives$/, (request) => cut(drives, request)],
    [/^\/sites\/[^/]+\/lists$/, (request) => cut(lists, request)],
    [
      /^\/sites\/[^/]+\/pages\/([^/]+)\/microsoft\.graph\.sitePage$/,
      (_, title = '') => {
        const innerHtml = sitePages.get(title);
        const webparts = [{ '@odata.type': '#microsoft.graph.textWebPart', id: 'w', innerHtml }];
        const horizontalSections = [{ id: '1', layout: 'oneColumn', columns: [{ id: '1', width: 12, webparts }] }];
        return innerHtml === undefined
          ? undefined
          : {
              body: {
                '@odata.type': '#microsoft.graph.sitePage',
                id: title,
                title,
                canvasLayout: { horizontalSections },
              },
            };
      },
    ],
    [/^\/drives\/([\w-]+)\/root\/delta$/, (request, library = '') => delta(request, library)],
    [
      /^\/drives\/[\w-]+\/items\/([\w-]+)\/permissions$/,
      (request, id = '') => {
        if (!fake.maySeePermissions)
          return { status: 403, body: { error: { code: 'accessDenied', message: 'Access denied' } } };
        const row = id.startsWith('f') || id.startsWith('d') ? pages.get(id.slice(1)) : undefined;
        return cut(permissionsOf(row), request);
      },
    ],
    [
      /^\/drives\/[\w-]+\/items\/(\w+)\/content$/,
      (_, id = '') =>
        itemById(id) && {
          status: 302,
          headers: { location: `${api.base.replace('127.0.0.1', 'localhost')}/storage/${id}` },
        },
    ],
    [
      /^\/drives\/[\w-]+\/items\/(\w+)$/,
      (_, id = '') => {
        const item = itemById(id);
        return item && { body: item };
      },
    ],
    [
      /^\/groups\/([^/]+)\/transitiveMembers\/microsoft\.graph\.user$/,
      (request, id = '') => {
        const members = groups.get(id)?.map((email) => ({
          id: `id-${email}`,
          accountEnabled: true,
          mail: email,
          userPrincipalName: email,
        }));
        return members && cut(members, request, 999);
      },
    ],
  ];
  const storage = (id: string): ApiReply | undefined => {
    const row = pages.get(id.slice(1));
    return row && { body: row.html.replace(/<[^>]+>/g, ''), headers: { 'content-type': 'text/plain' } };
  };

  const api = await startApi((request) => {
    const { pathname } = request.url;
    if (pathname.startsWith('/storage/'))
      return request.headers.authorization ? { status: 400, body: {} } : storage(pathname.slice('/storage/'.length));
    if (pathname === '/token') {
      const isKnown =
        request.form.get('client_secret') === 'app secret' && request.form.get('grant_type') === 'client_credentials';
      return isKnown
        ? { body: { token_type: 'Bearer', expires_in: 3599, access_token: 'secret' } }
        : { status: 401, body: { error: 'invalid_client' } };
    }
    if (request.headers.authorization !== `Bearer ${fake.token}`)
      return {
        status: 401,
        body: { error: { code: 'InvalidAuthenticationToken', message: 'Lifetime validation failed.' } },
      };
    for (const [route, answer] of routes) {
      const match = route.exec(decodeURIComponent(pathname).replace(/^\/v1\.0/, ''));
      if (match) return answer(request, ...match.slice(1));
    }
    return undefined;
  });
  const note = (id: string, shared: boolean) => {
    log.push({ id: `f${id}`, shared });
    if (isFolder(id)) log.push({ id: `d${id}`, shared });
  };
  const rights = ({ people = [], groups: some = [] }: Pick<Row, 'people' | 'groups'>) => JSON.stringify([people, some]);
  const fake: FakeSharePoint = {
    api,
    connector,
    token: 'secret',
    input: `sharepoint:${api.base}/sites/Handbook`,
    credentials: {
      [api.base]: {
        oauth: {
          token_url: `${api.base}/token`,
          client_id: 'parley',
          client_secret: 'app secret',
          scope: 'https://graph.microsoft.com/.default',
        },
      },
    },
    forgetsTokens: false,
    maySeePermissions: true,
    idOf: (id) => `sharepoint/${LIBRARY}/f${id}`,
    urlOf: (id) => `${api.base}/sites/Handbook/Documents/${id}.txt`,
    isText: (asked) => /\/content$/.test(asked),
    permissions: 'own',
    putPage(id, page) {
      const before = pages.get(id);
      const isText = before === undefined || before.html !== page.html || before.title !== page.title;
      pages.set(id, { ...page, changed: isText ? tick() : before.changed });
      note(id, before !== undefined && rights(before) !== rights(page));
      if (before?.parent !== page.parent && page.parent !== undefined)
        log.push({ id: `d${page.parent}`, shared: true });
    },
    deletePage(id) {
      pages.delete(id);
      log.push({ id: `f${id}`, shared: false });
    },
    putGroup: (id, members) => void groups.set(id, members),
    deleteGroup: (id) => void groups.delete(id),
    openTo(given) {
      place = given;
      log.push({ id: 'root0', shared: true });
    },
    withdraw(id) {
      withdrawn.add(id);
      log.push({ id: `f${id}`, shared: false });
    },
    putPermissions(id, raw) {
      const row = pages.get(id);
      if (row) row.raw = raw;
      note(id, true);
    },
    putSitePage: (title, innerHtml) => void sitePages.set(title, innerHtml),
    close: api.close,
  };
  return fake;
};

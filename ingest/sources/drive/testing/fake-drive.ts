import { createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/**
 * Google Drive in small, from its published discovery documents and guides: developers.google.com/workspace/drive/api/reference/rest/v3
 * (files, export, permissions, changes, drives), /guides/about-changes (a log for the user and for each shared drive),
 * /guides/enable-shareddrives (items of a shared drive come without permissions), developers.google.com/identity/protocols/oauth2/service-account
 * (signed assertions) and the Directory API's members. A page of the world is a Google Doc; what is below it lies in a folder
 * that has the page's permissions, and the log names that folder alone when they change. Google's own client works against it
 * unchanged (drive.test.ts).
 */
export interface FakeDrive extends FakeConnector {
  /** Puts any file into the folder. */
  putFile(id: string, file: { name: string; mimeType: string; bytes: Uint8Array | string }): void;
  /** The place is a shared drive from now on: its items come without permissions. */
  isShared: boolean;
  /** Pages whose folders have limited access: members of the drive do not see what is in them. */
  limited: Set<string>;
  /** Members of groups whose accounts are suspended. */
  suspended: Set<string>;
  /** Replaces a page's own permissions by any that the API can tell. */
  putPermissions(id: string, permissions: readonly object[]): void;
  /** How often the assertion of the service account was exchanged. */
  tokensGiven: number;
}

interface Row extends WorldPage {
  modified: number;
  raw?: readonly object[];
  file?: { name: string; mimeType: string; bytes: Uint8Array | string };
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const FOLDER = 'application/vnd.google-apps.folder';
const DOCUMENT = 'application/vnd.google-apps.document';
const ROOT = 'root0';
const emailOfGroup = (id: string) => `${id}@groups.example`;
const same = <T>(one: T): T => one;

/** @param rows how many rows a list gives at most, whatever is asked for */
export const startDrive = async (rows = 3): Promise<FakeDrive> => {
  const pages = new Map<string, Row>();
  const groups = new Map<string, readonly string[]>();
  const withdrawn = new Set<string>();
  const log: { fileId: string; type: 'file' | 'drive' }[] = [];
  let place: { groups?: readonly string[]; people?: readonly string[] } = {};
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const tick = () => {
    clock += 1000;
    return clock;
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-drive-'));

  const note = (fileId: string, type: 'file' | 'drive' = 'file') => void log.push({ fileId, type });
  const granted = ({ people = [], groups: some = [] }: Pick<Row, 'people' | 'groups'>) => [
    ...people.map((email) => ({ id: `u-${email}`, type: 'user', role: 'reader', emailAddress: email })),
    ...some.map((id) => ({ id: `g-${id}`, type: 'group', role: 'reader', emailAddress: emailOfGroup(id) })),
  ];
  const hasOwn = (row: Row) => row.raw !== undefined || Boolean(row.people?.length || row.groups?.length);
  /** Of a page that has permissions of its own these, else those of what it lies in. */
  const permissionsOf = (row: Row | undefined): readonly object[] => {
    if (row === undefined) return granted(place);
    if (hasOwn(row)) return row.raw ?? granted(row);
    const above = row.parent === undefined ? undefined : pages.get(row.parent);
    if (above && fake.limited.has(row.parent ?? '') && !hasOwn(above)) return [];
    return permissionsOf(row.parent === undefined ? undefined : pages.get(row.parent));
  };
  const common = (id: string, row: Row | undefined) => ({
    kind: 'drive#file',
    id,
    trashed: false,
    ...(fake.isShared
      ? {
          driveId: ROOT,
          hasAugmentedPermissions: row !== undefined && hasOwn(row),
          inheritedPermissionsDisabled: false,
        }
      : { permissions: permissionsOf(row) }),
    capabilities: { canDownload: true },
  });
  const parentsOf = (row: Row) => [row.parent === undefined ? ROOT : `d${row.parent}`];
  const isLimited = (parent: string | undefined): boolean =>
    parent !== undefined && (fake.limited.has(parent) || isLimited(pages.get(parent)?.parent));
  const fileRow = (id: string, row: Row) => ({
    ...common(`f${id}`, row),
    name: row.file?.name ?? row.title,
    mimeType: row.file?.mimeType ?? DOCUMENT,
    modifiedTime: new Date(row.modified).toISOString(),
    webViewLink: fake.urlOf(id),
    parents: parentsOf(row),
    ...(row.file && { size: String(row.file.bytes.length), md5Checksum: `md5-${row.modified}` }),
  });
  const isFolder = (id: string) => [...pages.values()].some(({ parent }) => parent === id);
  const folderRow = (id: string, row: Row) => ({
    ...common(`d${id}`, row),
    name: `${row.title} (folder)`,
    mimeType: FOLDER,
    parents: parentsOf(row),
    inheritedPermissionsDisabled: fake.limited.has(id),
  });
  const rootRow = () => ({ ...common(ROOT, undefined), name: 'Handbook', mimeType: FOLDER });
  const visible = (): object[] =>
    [...pages].flatMap(([id, row]) =>
      withdrawn.has(id) ? [] : [fileRow(id, row), ...(isFolder(id) ? [folderRow(id, row)] : [])],
    );
  const fileById = (id: string): object | undefined => {
    if (id === ROOT) return rootRow();
    const row = pages.get(id.slice(1));
    if (!row || withdrawn.has(id.slice(1))) return undefined;
    return id.startsWith('d') ? folderRow(id.slice(1), row) : fileRow(id.slice(1), row);
  };

  /** A part of a list with the token of the next one. @param row what is shown of one, made for that part alone */
  const cut = <T>(
    name: string,
    all: readonly T[],
    { url }: ApiRequest,
    { size = rows, row = same }: { size?: number; row?: (one: T) => unknown } = {},
  ): ApiReply => {
    const start = Number(url.searchParams.get('pageToken') ?? 0);
    const more = start + size < all.length;
    return {
      body: {
        kind: `drive#${name}List`,
        [name]: all.slice(start, start + size).map((one) => row(one)),
        ...(more && { nextPageToken: String(start + size) }),
      },
    };
  };
  const listed = (q: string): object[] => {
    const parents = [...q.matchAll(/'([\w-]+)' in parents/g)].map(([, id]) => id ?? '');
    if (parents.length === 0) return visible();
    return visible().filter((file) => (file as { parents: string[] }).parents.some((id) => parents.includes(id)));
  };
  const changes = (request: ApiRequest): ApiReply => {
    const start = Number(request.url.searchParams.get('pageToken'));
    const some = log.slice(start, start + rows).map(({ fileId, type }) => {
      if (type === 'drive') return { kind: 'drive#change', changeType: 'drive', driveId: ROOT };
      const file = fileById(fileId);
      return { kind: 'drive#change', changeType: 'file', fileId, removed: !file, ...(file && { file }) };
    });
    const end = start + some.length;
    const next = end < log.length ? { nextPageToken: String(end) } : { newStartPageToken: String(end) };
    return { body: { kind: 'drive#changeList', changes: some, ...next } };
  };
  const download = (id: string, exportType: string | null): ApiReply | undefined => {
    const row = withdrawn.has(id) ? undefined : pages.get(id);
    if (!row) return undefined;
    if (row.file && exportType === null)
      return { body: row.file.bytes, headers: { 'content-type': row.file.mimeType } };
    if (row.file || exportType !== 'text/markdown') return { status: 403, body: { error: { message: 'No export.' } } };
    const text = row.html.replace(/<[^>]+>/g, '');
    const picture = '[image1]: <data:image/png;base64,iVBORw0KGgo=>';
    return { body: `# ${row.title}\n\n${text} ![][image1]\n\n${picture}\n`, headers: { 'content-type': exportType } };
  };
  const token = (assertion: string | null): ApiReply => {
    const [head = '', claims = '', signature = ''] = (assertion ?? '').split('.');
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, Buffer.from(signature, 'base64url'));
    const { iss, aud, scope } = JSON.parse(Buffer.from(claims || 'e30', 'base64url').toString());
    if (!isSigned || iss !== 'parley@project.example' || aud !== `${api.base}/token` || !scope?.includes('drive'))
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
    fake.tokensGiven++;
    return { body: { access_token: 'secret', expires_in: 3599, token_type: 'Bearer' } };
  };

  const routes: [RegExp, (request: ApiRequest, id: string) => ApiReply | undefined][] = [
    [/^\/drive\/v3\/files$/, (request) => cut('files', listed(request.url.searchParams.get('q') ?? ''), request)],
    [/^\/drive\/v3\/files\/f(\w+)\/export$/, ({ url }, id) => download(id, url.searchParams.get('mimeType'))],
    [
      /^\/drive\/v3\/files\/(\w+)\/permissions$/,
      (request, id) => {
        if (!fileById(id)) return undefined;
        const row = id === ROOT ? undefined : pages.get(id.slice(1));
        const inherited = fake.isShared && !isLimited(row?.parent) ? granted(place) : [];
        const all = [...permissionsOf(row), ...inherited] as { id: string }[];
        return cut('permissions', [...new Map(all.map((one) => [one.id, one])).values()], request);
      },
    ],
    [
      /^\/drive\/v3\/files\/(\w+)$/,
      ({ url }, id) => {
        if (url.searchParams.get('alt') === 'media') return download(id.slice(1), null);
        const file = fileById(id);
        return file && { body: file };
      },
    ],
    [
      /^\/drive\/v3\/drives\/(\w+)$/,
      (_, id) => (fake.isShared && id === ROOT ? { body: { id: ROOT, name: 'Handbook' } } : undefined),
    ],
    [
      /^\/drive\/v3\/drives$/,
      (request) => cut('drives', fake.isShared ? [{ id: ROOT, name: 'Handbook' }] : [], request),
    ],
    [/^\/drive\/v3\/changes\/startPageToken$/, () => ({ body: { startPageToken: String(log.length) } })],
    [/^\/drive\/v3\/changes$/, changes],
    [
      /^\/admin\/directory\/v1\/groups\/([^/]+)\/members$/,
      (request, key) => {
        const group = decodeURIComponent(key).replace('@groups.example', '');
        const member = (email: string) => {
          const isGroup = groups.has(email);
          const status = fake.suspended.has(email) ? 'SUSPENDED' : 'ACTIVE';
          return { email: isGroup ? emailOfGroup(email) : email, type: isGroup ? 'GROUP' : 'USER', status };
        };
        const members = groups.get(group);
        return members && cut('members', members, request, { size: 200, row: member });
      },
    ],
  ];

  const api = await startApi((request) => {
    if (request.url.pathname === '/token') return token(request.form.get('assertion'));
    if (request.headers.authorization !== `Bearer ${fake.token}`)
      return { status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } };
    for (const [route, answer] of routes) {
      const match = route.exec(request.url.pathname);
      if (match) return answer(request, match[1] ?? '');
    }
    return undefined;
  });
  const keyFile = path.join(folder, 'key.json');
  const key = { client_email: 'parley@project.example', private_key: privateKey, token_uri: `${api.base}/token` };
  writeFileSync(keyFile, JSON.stringify({ type: 'service_account', private_key_id: 'k1', ...key }));

  const noteRights = (id: string) => {
    note(`f${id}`);
    if (isFolder(id)) note(`d${id}`);
  };
  const fake: FakeDrive = {
    api,
    connector,
    token: 'secret',
    input: `drive:${api.base}/drive/folders/${ROOT}`,
    credentials: {
      [api.base]: {
        service_account: { key_file: keyFile, scopes: ['https://www.googleapis.com/auth/drive.readonly'] },
      },
    },
    isShared: false,
    suspended: new Set(),
    limited: new Set(),
    tokensGiven: 0,
    idOf: (id) => `drive/f${id}`,
    urlOf: (id) => `${api.base}/document/d/f${id}/edit`,
    isText: (asked) => /\/export|alt=media/.test(asked),
    permissions: 'own',
    putPage(id, page) {
      const before = pages.get(id);
      const isText = before === undefined || before.html !== page.html || before.title !== page.title;
      pages.set(id, { ...page, modified: isText ? tick() : before.modified });
      noteRights(id);
      // A page that now lies in another folder makes that folder, or leaves it.
      if (before?.parent !== page.parent && page.parent !== undefined) note(`d${page.parent}`);
    },
    deletePage(id) {
      pages.delete(id);
      note(`f${id}`);
    },
    putGroup: (id, members) => void groups.set(id, members),
    deleteGroup: (id) => void groups.delete(id),
    openTo(rights) {
      place = rights;
      note(ROOT, fake.isShared ? 'drive' : 'file');
    },
    withdraw(id) {
      withdrawn.add(id);
      note(`f${id}`);
    },
    putFile(id, file) {
      pages.set(id, { title: file.name, html: '', file, modified: tick() });
      note(`f${id}`);
    },
    putPermissions(id, raw) {
      const row = pages.get(id);
      if (row) row.raw = raw;
      noteRights(id);
    },
    async close() {
      await api.close();
      rmSync(folder, { recursive: true });
    },
  };
  return fake;
};

/** A shared drive: a file of it adds to whom its drive lets in. */
export const startSharedDrive = async (rows?: number): Promise<FakeDrive> =>
  Object.assign(await startDrive(rows), { isShared: true, permissions: 'place' as const });

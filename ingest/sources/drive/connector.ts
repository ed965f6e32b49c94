import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { contentHash } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiContext, ApiPlace, Audience, MirroredItem, MirroredPage } from '../api-connector.ts';
import { mayGoOn } from '../read-mirrored.ts';
import { NOT_SEEN, onStatus } from '../refusals.ts';
import { FOLDER, isReadable, readText } from './files.ts';
import {
  type Corpus,
  corpusKey,
  createBelow,
  listBelow,
  listCorpus,
  listDrives,
  readChanges,
  readFile,
  startToken,
} from './listing.ts';
import {
  createAudiences,
  type DriveMembers,
  driveGroup,
  driveMembers,
  readGoogleGroup,
  readPermissions,
} from './permissions.ts';
import { type Change, type DriveFile, driveSchema, fileListSchema, LIST_FIELDS } from './shapes.ts';

const HOST = 'https://www.googleapis.com';
const DIRECTORY = 'https://admin.googleapis.com';
/** However little the feed of changes tells, all files and their permissions are listed anew after so long, in milliseconds. */
const LIST_AGAIN_MS = 24 * 3_600_000;

const memorySchema = z.object({
  /** Where each log of changes stands, by corpus. */
  tokens: z.record(z.string(), z.string()),
  /** The shared drives with whom they let in, as one hash. */
  drives: z.string(),
  listedAt: z.number(),
});

/**
 * Google Drive: the files of a folder, of a shared drive, or all that an account sees. Docs, Sheets and Slides are exported,
 * uploaded files are read by their format.
 *
 * The first reading lists everything with its permissions. A sync reads the log of changes of each drive (`changes.list` with
 * page tokens) and takes the rest as it is stored. The log does not promise an entry for every file below a folder that was
 * moved, shared or deleted, so that such a change, and one of a shared drive's members, has everything listed anew.
 */
export const connector: ApiConnector = {
  name: 'drive',
  title: 'Google Drive',
  example: 'drive:https://drive.google.com/drive/folders/1AbCdEfGhIjK, or drive:everything',
  locate(input) {
    if (input === 'everything')
      return { base: HOST, alsoAt: [DIRECTORY], location: 'drive:everything', sourceId: 'drive' };
    const [, origin, id] = /^(https?:\/\/[^/]+)\/(?:.*\/)?(?:folders|d)\/([\w-]+)(?:[/?#].*)?$/.exec(input) ?? [];
    if (origin === undefined || id === undefined) return undefined;
    const isGoogle = /(?:^|\.)google\.com$/.test(new URL(origin).hostname);
    return {
      base: isGoogle ? HOST : origin,
      ...(isGoogle && { alsoAt: [DIRECTORY] }),
      location: `drive:${isGoogle ? 'https://drive.google.com' : origin}/drive/folders/${id}`,
      sourceId: `drive-${id.slice(0, 12)}`,
    };
  },
  async *read(place, context) {
    const scope = await openScope(place, context.api);
    for (const drive of scope.drives.values())
      yield { kind: 'group', id: driveGroup(drive.id), ...driveMembers(drive) };
    const memory = memorySchema.safeParse(context.memory).data;
    const goesOn =
      memory?.drives === scope.hash && Date.now() - memory.listedAt < LIST_AGAIN_MS && mayGoOn(place, context);
    if (goesOn && (yield* readChanged(scope, memory, context))) return;
    yield* readAll(scope, context);
  },
  group: (id, { base }, { api }) => readGoogleGroup(api, base === HOST ? DIRECTORY : base, id),
  setup: {
    steps: [
      'In https://console.cloud.google.com choose a project, and enable the Google Drive API and the Admin SDK API.',
      'Under IAM and admin, Service accounts, make an account for Parley and a key of the kind JSON; keep its file beside the credentials file.',
      'Share the folder with the account’s address, or add it to the shared drive. It must see who else has access: Editor of a folder, Content manager of a shared drive.',
      'So that it can tell who is in a group: in https://admin.google.com, Security, API controls, Domain-wide delegation, let the account’s client id use both scopes below, and name as subject an admin who may read groups.',
      'Without a service account: an OAuth client with a refresh token for both scopes (oauth: token_url https://oauth2.googleapis.com/token, client_id, client_secret, refresh_token).',
    ],
    credentials: ({ base }) =>
      `${new URL(base).host}: { service_account: { key_file: ./parley-key.json, subject: admin@acme.example, scopes: [https://www.googleapis.com/auth/drive.readonly, https://www.googleapis.com/auth/admin.directory.group.member.readonly] } }`,
    rights: [
      {
        right: 'See the files (scope drive.readonly, and the folder shared with the account)',
        why: 'to list and read them',
        where: 'the Share button of the folder, or Manage members of the shared drive',
        async check(place, api) {
          const { name, corpora, root } = await openScope(place, api);
          const below = root ? `'${root.id}' in parents and ` : '';
          const address = `/drive/v3/files?pageSize=10&q=${encodeURIComponent(`${below}trashed = false`)}&includeItemsFromAllDrives=true&supportsAllDrives=true&fields=${LIST_FIELDS}`;
          const { files, nextPageToken } = (await api.get(fileListSchema, address)).value;
          const count = `${nextPageToken ? 'more than ' : ''}${files.length} files at its top`;
          return root ? `${name}, ${count}` : `${corpora.length - 1} shared drives, ${count}`;
        },
      },
      {
        right: 'See who has access',
        why: 'so that people see here what they see there',
        where: 'Editor of the folder, or Content manager of the shared drive',
        async check(place, api) {
          const { root, drives } = await openScope(place, api);
          const known = root?.permissions ?? (root ? await readPermissions(api, root.id) : undefined);
          if (known) return `${known.length} permissions`;
          return `${[...drives.values()].reduce((sum, { permissions }) => sum + permissions.length, 0)} members of shared drives`;
        },
      },
      {
        right: 'Read the members of groups (scope admin.directory.group.member.readonly)',
        why: 'to know who is in a group that a file is shared with; without it they see nothing by it',
        where: 'Domain-wide delegation in the Admin console, with an admin as subject',
        async check(place, api) {
          const { root, drives } = await openScope(place, api);
          const shared = [
            root?.permissions ?? [],
            ...[...drives.values()].map(({ permissions }) => permissions),
          ].flat();
          const group = shared.find(({ type, emailAddress }) => type === 'group' && emailAddress)?.emailAddress;
          if (!group) return 'no group is named at its top';
          const told = await readGoogleGroup(api, place.base === HOST ? DIRECTORY : place.base, group);
          return `${group}: ${told?.people.length ?? 0} members`;
        },
      },
    ],
  },
};

/** What a place covers. */
interface DriveScope {
  name: string;
  /** The folder or file that the place begins at; undefined for everything. */
  root?: DriveFile;
  corpora: Corpus[];
  /** The shared drives among them, with their members. */
  drives: Map<string, DriveMembers>;
  /** Changes when a drive or a member of one does. */
  hash: string;
}

const rootOf = ({ location }: ApiPlace): string | undefined =>
  location === 'drive:everything' ? undefined : location.split('/').at(-1);

const openScope = async ({ location, ...place }: ApiPlace, api: Api): Promise<DriveScope> => {
  const id = rootOf({ location, ...place });
  const root = id === undefined ? undefined : await readFile(api, id);
  if (id !== undefined && (root === undefined || root.trashed))
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no folder ${id} that the account of the credentials may see.`,
      remedy: 'Share it with the account; nothing was deleted.',
    });
  const found = root ? (root.driveId ? [await readDrive(api, root.driveId)] : []) : await listDrives(api);
  const drives = new Map<string, DriveMembers>();
  for (const drive of found) drives.set(drive.id, { ...drive, permissions: await membersOf(api, drive.id) });
  const ofDrives = found.map((drive): Corpus => ({ drive: drive.id }));
  return {
    name: root?.name ?? 'everything',
    ...(root && { root }),
    corpora: root ? (root.driveId ? ofDrives : ['user']) : ['user', ...ofDrives],
    drives,
    hash: contentHash(JSON.stringify([...drives.values()])),
  };
};

/** A file of a drive that the account is no member of is shared by itself. */
const readDrive = async (api: Api, id: string) => {
  const found = api.get(driveSchema, `/drive/v3/drives/${id}?fields=id,name`);
  return (await found.catch(onStatus(NOT_SEEN, { value: { id, name: id } }))).value;
};

/** Members that may not be listed are none: then each file is asked for its own permissions. */
const membersOf = (api: Api, id: string) => readPermissions(api, id).catch(onStatus(NOT_SEEN, []));

const idOf = (id: string): string => `drive/${id}`;
const fileIdOf = (id: string): string => id.slice('drive/'.length);

const pageOf = (file: DriveFile, audience: Audience, api: Api): MirroredPage => {
  const url = file.webViewLink ?? `https://drive.google.com/open?id=${file.id}`;
  return {
    kind: 'page',
    input: url,
    id: idOf(file.id),
    url,
    hash: contentHash(file.id, file.name, file.mimeType, file.md5Checksum ?? file.modifiedTime ?? ''),
    audience,
    extract: () => readText(file, url, api),
  };
};

/** Lists everything, and keeps where the logs of changes stood before that. */
async function* readAll(scope: DriveScope, { api, known, remember, signal }: ApiContext): AsyncGenerator<MirroredItem> {
  const { root, drives, corpora } = scope;
  const tokens: Record<string, string> = {};
  for (const corpus of corpora) tokens[corpusKey(corpus)] = await startToken(api, corpus);
  const folders = new Map<string, DriveFile>();
  const files = new Map<string, DriveFile>();
  if (root) for (const above of await foldersAbove(root, api)) folders.set(above.id, above);
  for (const corpus of corpora) {
    const isWhole = root === undefined || root.id === root.driveId;
    const listed = isWhole ? listCorpus(api, corpus) : listBelow(api, corpus, root.id);
    for await (const file of listed) {
      signal?.throwIfAborted();
      if (file.mimeType === FOLDER) folders.set(file.id, file);
      else if (isReadable(file)) files.set(file.id, file);
    }
  }
  if (root && root.mimeType !== FOLDER && isReadable(root)) files.set(root.id, root);
  const audienceOf = createAudiences(api, drives, folders);
  for (const file of files.values()) {
    signal?.throwIfAborted();
    yield pageOf(file, await audienceOf(file), api);
  }
  const isBelow = createBelow(api, root?.id);
  for (const id of known.keys()) {
    if (!id.startsWith(idOf('')) || files.has(fileIdOf(id))) continue;
    // A file that is moved while the lists are read can be missing from them.
    const file = await readFile(api, fileIdOf(id));
    const isHere = file && !file.trashed && isReadable(file) && (await isBelow(file));
    yield isHere ? pageOf(file, await audienceOf(file), api) : { kind: 'deleted', input: id };
  }
  remember({ tokens, drives: scope.hash, listedAt: Date.now() }, { despiteUnreadable: true });
}

/** The folders above a root in a shared drive: what they say counts below it. */
const foldersAbove = async (root: DriveFile, api: Api): Promise<DriveFile[]> => {
  if (root.driveId === undefined || root.id === root.driveId) return [];
  const above = [root];
  for (let [parent] = root.parents ?? []; parent && parent !== root.driveId && above.length < 100; ) {
    const folder = await readFile(api, parent);
    if (!folder) break;
    above.push(folder);
    [parent] = folder.parents ?? [];
  }
  return above;
};

/** Reads what the logs tell. @returns false when they tell too little, before anything was yielded */
async function* readChanged(
  { root, drives, corpora, hash }: DriveScope,
  memory: z.infer<typeof memorySchema>,
  { api, known, remember, signal }: ApiContext,
): AsyncGenerator<MirroredItem, boolean> {
  const tokens: Record<string, string> = {};
  /** By file: a file that left one drive for another one is in both logs. */
  const changes = new Map<string, Change>();
  for (const corpus of corpora) {
    const before = memory.tokens[corpusKey(corpus)];
    if (before === undefined) return false;
    const read = await readChanges(api, corpus, before);
    tokens[corpusKey(corpus)] = read.token;
    for (const change of read.changes) {
      if (mayReachFurther(change, known)) return false;
      const { fileId = '' } = change;
      if (change.file || !changes.get(fileId)?.file) changes.set(fileId, change);
    }
  }
  const isBelow = createBelow(api, root?.id);
  const audienceOf = createAudiences(api, drives, new Map());
  for (const [fileId, { file }] of changes) {
    signal?.throwIfAborted();
    const id = idOf(fileId);
    if (file && !file.trashed && isReadable(file) && (await isBelow(file)))
      yield pageOf(file, await audienceOf(file), api);
    else if (known.has(id)) yield { kind: 'deleted', input: id };
  }
  yield {
    kind: 'rest-unchanged',
    async extract(id) {
      const file = await readFile(api, fileIdOf(id));
      if (file) return readText(file, file.webViewLink ?? '', api);
      throw new ParleyError('FETCH_FAILED', {
        message: 'The file is gone.',
        remedy: 'The next sync removes it.',
        details: { status: 404 },
      });
    },
  };
  remember({ tokens, drives: hash, listedAt: memory.listedAt }, { despiteUnreadable: true });
  return true;
}

/** A change of a shared drive or a folder, or of something that is gone and may have been one. */
const mayReachFurther = ({ changeType, file, fileId = '' }: Change, known: ApiContext['known']): boolean =>
  changeType === 'drive' || file?.mimeType === FOLDER || (file === undefined && !known.has(idOf(fileId)));

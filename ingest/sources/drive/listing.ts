import { ParleyError } from '../../../core/errors.ts';
import type { Api } from '../api.ts';
import { eachPage, withQuery } from '../paging.ts';
import { onStatus } from '../refusals.ts';
import { FOLDER } from './files.ts';
import {
  CHANGE_FIELDS,
  type Change,
  changeListSchema,
  type DriveFile,
  driveListSchema,
  FILE_FIELDS,
  fileListSchema,
  fileSchema,
  LIST_FIELDS,
  type SharedDrive,
  startTokenSchema,
} from './shapes.ts';

const FILES_PER_PAGE = 1000;
/** Folders of one question "what is in any of these"; the query stays far below the longest address. */
const FOLDERS_PER_QUERY = 40;
const MAX_ABOVE = 100;

/** Whose files are listed, and whose log of changes is read: one shared drive, or all else that the account sees. */
export type Corpus = { drive: string } | 'user';

/** One name for a corpus. */
export const corpusKey = (corpus: Corpus): string => (corpus === 'user' ? 'user' : corpus.drive);

const ofCorpus = (corpus: Corpus) => ({
  supportsAllDrives: true,
  includeItemsFromAllDrives: true,
  ...(corpus !== 'user' && { driveId: corpus.drive }),
});

/** Every shared drive that the account is a member of. */
export const listDrives = async (api: Api): Promise<SharedDrive[]> => {
  const address = '/drive/v3/drives?pageSize=100&fields=nextPageToken,drives(id,name)';
  const drives: SharedDrive[] = [];
  const pages = eachPage(
    api,
    driveListSchema,
    address,
    ({ value }) => value.nextPageToken && withQuery(address, { pageToken: value.nextPageToken }),
  );
  for await (const page of pages) drives.push(...page.drives);
  return drives;
};

/** One file or folder; undefined for one that is gone, or that the account does not see. */
export const readFile = async (api: Api, id: string): Promise<DriveFile | undefined> => {
  const address = withQuery(`/drive/v3/files/${encodeURIComponent(id)}`, {
    supportsAllDrives: true,
    fields: FILE_FIELDS,
  });
  return (await api.get(fileSchema, address).catch(onStatus([404], undefined)))?.value;
};

/** All files and folders of a corpus that are not in the bin. */
export const listCorpus = (api: Api, corpus: Corpus) => listFiles(api, corpus, 'trashed = false');

/** All files and folders below a folder, level by level; a folder that is met twice is listed once. */
export async function* listBelow(api: Api, corpus: Corpus, root: string): AsyncGenerator<DriveFile> {
  const seen = new Set([root]);
  for (let level = [root]; level.length > 0; ) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += FOLDERS_PER_QUERY) {
      const parents = level.slice(at, at + FOLDERS_PER_QUERY).map((id) => `'${id}' in parents`);
      for await (const file of listFiles(api, corpus, `trashed = false and (${parents.join(' or ')})`)) {
        if (file.mimeType === FOLDER && !seen.has(file.id)) next.push(file.id);
        seen.add(file.id);
        yield file;
      }
    }
    level = next;
  }
}

async function* listFiles(api: Api, corpus: Corpus, q: string): AsyncGenerator<DriveFile> {
  const corpora = corpus === 'user' ? 'user' : 'drive';
  const parameters = { q, corpora, pageSize: FILES_PER_PAGE, fields: LIST_FIELDS, ...ofCorpus(corpus) };
  const address = withQuery('/drive/v3/files', parameters);
  const pages = eachPage(
    api,
    fileListSchema,
    address,
    ({ value }) => value.nextPageToken && withQuery(address, { pageToken: value.nextPageToken }),
  );
  for await (const { files, incompleteSearch } of pages) {
    if (incompleteSearch)
      throw new ParleyError('FETCH_FAILED', {
        message: 'Google Drive searched a part of the files alone.',
        remedy: 'The next sync tries again; nothing was deleted.',
      });
    yield* files;
  }
}

/** Where the log of changes of a corpus stands now. */
export const startToken = async (api: Api, corpus: Corpus): Promise<string> => {
  const address = withQuery('/drive/v3/changes/startPageToken', {
    supportsAllDrives: true,
    ...(corpus !== 'user' && { driveId: corpus.drive }),
  });
  return (await api.get(startTokenSchema, address)).value.startPageToken;
};

/** What changed in a corpus since a token, the last change of each file; and the token for the next time. */
export const readChanges = async (
  api: Api,
  corpus: Corpus,
  token: string,
): Promise<{ changes: Change[]; token: string }> => {
  const parameters = { pageSize: FILES_PER_PAGE, includeRemoved: true, fields: CHANGE_FIELDS, ...ofCorpus(corpus) };
  const address = (pageToken: string) => withQuery('/drive/v3/changes', { ...parameters, pageToken });
  const changes = new Map<string, Change>();
  let next = token;
  const pages = eachPage(
    api,
    changeListSchema,
    address(token),
    ({ value }) => value.nextPageToken && address(value.nextPageToken),
  );
  for await (const page of pages) {
    for (const change of page.changes) changes.set(`${change.changeType} ${change.fileId}`, change);
    next = page.newStartPageToken ?? next;
  }
  return { changes: [...changes.values()], token: next };
};

/** Tells whether a file is the root or below it; each folder on the way is asked for once. */
export const createBelow = (api: Api, root: string | undefined) => {
  const parents = new Map<string, Promise<string | undefined>>();
  const parentOf = (id: string): Promise<string | undefined> => {
    const asked = parents.get(id) ?? readFile(api, id).then((folder) => folder?.parents?.[0]);
    parents.set(id, asked);
    return asked;
  };
  return async (file: DriveFile): Promise<boolean> => {
    if (root === undefined || file.id === root || file.driveId === root) return true;
    let above = file.parents?.[0];
    for (let steps = 0; above !== undefined && steps < MAX_ABOVE; steps++) {
      if (above === root) return true;
      above = await parentOf(above);
    }
    return false;
  };
};

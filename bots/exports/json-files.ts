import { opendir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { headOf } from '../../ingest/inputs/export-parts.ts';
import { MAX_FILE_BYTES } from '../../ingest/inputs/file-bounds.ts';
import { holdsManyPages } from '../../ingest/inputs/files.ts';
import { type FailedItem, failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import { readerFor } from '../../ingest/sandbox/index.ts';

/** The files and folders right inside of a folder, in the order of their names, without hidden ones. */
export const entriesOf = async (folder: string): Promise<{ name: string; isFolder: boolean }[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * What lies in the folder of an export and is not read.
 *
 * @param what the export's own files, as people call them: "the messages"
 */
export async function* leftInFolder(
  folder: string,
  platform: string,
  what: string,
  isPart: (file: string) => boolean,
): AsyncGenerator<SkippedItem> {
  for (const { name, isFolder } of await entriesOf(folder)) {
    const input = path.join(folder, name);
    if (isFolder) yield { kind: 'skipped', input, reason: `attached files of a ${platform} export` };
    else if (!isPart(input)) yield { kind: 'skipped', input, reason: `not ${what} of the ${platform} export` };
  }
}

/** Maximum other files beside those of an export: its lists, its attached files. */
const MAX_OTHERS = 1000;

/**
 * The files of an export: the given file itself, or those right inside of the given folder. None for a folder that also holds
 * pages, since it is read as a folder of files.
 *
 * @param isPart by a file's beginning and its path
 */
export const filesOfExport = async (
  location: string,
  endings: RegExp,
  isPart: (head: string, file: string) => boolean,
): Promise<string[]> => {
  const found = await stat(location).catch(() => undefined);
  const matches = async (file: string) => endings.test(file) && isPart(await headOf(file), file);
  if (!found?.isDirectory()) return found?.isFile() && (await matches(location)) ? [location] : [];
  const files: string[] = [];
  let others = 0;
  // Ends at the first page, since most folders are of pages and some hold a million.
  for await (const entry of await opendir(location)) {
    // A pipe would never be read to its end.
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = path.join(location, entry.name);
    if (await matches(file)) files.push(file);
    else if (isPage(entry.name) || ++others > MAX_OTHERS) return [];
  }
  return files.sort();
};

/** True for the name of a file that is read as a page. */
export const isPage = (name: string): boolean => readerFor({ name }) !== undefined || holdsManyPages(name);

/** Reads a file as text, or says that it is too large. */
export const readBounded = async (file: string, tooLarge: string): Promise<{ text: string } | FailedItem> => {
  const { size } = await stat(file);
  if (size <= MAX_FILE_BYTES) return { text: await readFile(file, 'utf8') };
  const message = `The file has ${Math.round(size / 1e6)} MB; a file of an export may have ${MAX_FILE_BYTES / 1e6}.`;
  return failure(undefined, file, 'INPUT_TOO_LARGE', message, tooLarge);
};

/** Reads a JSON file, or says why it cannot be read. */
export const readJson = async (file: string, tooLarge: string): Promise<{ json: unknown } | FailedItem> => {
  try {
    const found = await readBounded(file, tooLarge);
    return 'kind' in found ? found : { json: JSON.parse(found.text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    const message = `The file is damaged (${(error as Error).message}).`;
    return failure(undefined, file, 'INPUT_UNREADABLE', message, 'Export it again.');
  }
};

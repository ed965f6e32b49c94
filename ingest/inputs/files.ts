import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { READABLE_ENDINGS, readerFor } from '../formats/index.ts';
import { contentHash, type FailedItem, type Item } from './item.ts';
import { isJsonl, readJsonl } from './jsonl.ts';

/** A single page larger than this is refused: a JSONL file, which is streamed, may be of any size. */
export const LARGEST_FILE = 50_000_000;

const ending = (name: string): string => path.extname(name).slice(1).toLowerCase();

/** True for a file that a folder's walk takes in; others are passed over, as a folder holds many things. */
export const isReadable = (name: string): boolean => readerFor({ name }) !== undefined || isJsonl(name);

/** Where a file's documents belong. */
export interface Place {
  sourceId: string;
  /** What paths are relative to, and what stands before them in ids. */
  root: string;
  prefix: string;
}

/** `source/path/to/page.md`, with forward slashes on every system. */
const documentId = (file: string, { sourceId, root, prefix }: Place): string =>
  `${sourceId}/${prefix}${path.relative(root, file).split(path.sep).join('/')}`;

/** Walks a folder in name order and yields its pages. */
export async function* readFolder(folder: string, place: Place): AsyncGenerator<Item> {
  for await (const found of listFolder(folder)) {
    if (typeof found === 'string') yield* readOneFile(found, place);
    else yield found;
  }
}

/**
 * The files of a folder that can be read, in name order, and what stands in the way of others. Hidden files and
 * `node_modules` are passed over; a link is followed only while it stays inside the folder, and never in a circle.
 */
export async function* listFolder(folder: string): AsyncGenerator<string | FailedItem> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) {
    yield failure(
      undefined,
      folder,
      'INPUT_NOT_FOUND',
      'The folder is not there.',
      'Bring it back, or forget the source.',
    );
    return;
  }
  const seen = new Set<string>();
  const leadsOut = (target: string) => path.relative(root, target).startsWith('..');
  async function* walk(at: string): AsyncGenerator<string | FailedItem> {
    const real = await realpath(at);
    if (seen.has(real)) return;
    seen.add(real);
    for (const entry of await sortedEntries(at)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const file = path.join(at, entry.name);
      let directory = entry.isDirectory();
      if (entry.isSymbolicLink()) {
        const target = await realpath(file).catch(() => undefined);
        if (target === undefined) {
          yield unreadable(file, 'The link leads nowhere.', 'Mend or remove it.');
          continue;
        }
        if (leadsOut(target)) {
          yield unreadable(
            file,
            'The link leads out of the folder.',
            'Ingest what it points to by itself if it is wanted.',
          );
          continue;
        }
        directory = (await stat(target)).isDirectory();
      }
      if (directory) yield* walk(file);
      else if (isReadable(entry.name)) yield file;
    }
  }
  yield* walk(folder);
}

const sortedEntries = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));

/** One file: a page, or the rows of a JSONL. */
export async function* readOneFile(file: string, place: Place): AsyncGenerator<Item> {
  if (isJsonl(file)) {
    yield* readJsonl(file, place.sourceId);
    return;
  }
  const id = documentId(file, place);
  const read = readerFor({ name: file });
  if (!read) {
    yield unreadable(
      file,
      `Parley does not read .${ending(file)} files.`,
      `It reads ${READABLE_ENDINGS.join(', ')}, jsonl and jsonl.gz.`,
    );
    return;
  }
  try {
    const { size } = await stat(file);
    if (size > LARGEST_FILE) {
      const message = `The file has ${Math.round(size / 1e6)} MB; a page may have ${LARGEST_FILE / 1e6}.`;
      yield failure(id, file, 'INPUT_TOO_LARGE', message, 'Split it, or turn it into JSONL, which is streamed.');
      return;
    }
    const bytes = await readFile(file);
    if (TEXT.has(ending(file)) && bytes.subarray(0, 8192).includes(0) && !isUtf16(bytes)) {
      yield failure(id, file, 'INPUT_UNREADABLE', 'The file holds bytes that are not text.', 'Check what it is.');
      return;
    }
    yield { kind: 'page', input: file, id, hash: contentHash(id, bytes), extract: () => read(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && existsSync(path.dirname(file))) {
      yield { kind: 'gone', input: file };
      return;
    }
    const denied = code === 'EACCES';
    const message = denied ? 'The file may not be read.' : `The file could not be read (${(error as Error).message}).`;
    yield failure(id, file, 'INPUT_UNREADABLE', message, 'Check it and ingest again.');
  }
}

/** Formats whose bytes are text; a NUL in one tells a wrong name. */
const TEXT = new Set(['md', 'markdown', 'mdx', 'txt', 'text', 'html', 'htm', 'xhtml', 'csv', 'tsv']);

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

const failure = (id: string | undefined, input: string, code: string, message: string, remedy: string): FailedItem => ({
  kind: 'failure',
  id,
  failure: { input, code, message, remedy },
});

/** What was never a document, so that nothing of it can be kept. */
const unreadable = (input: string, message: string, remedy: string): FailedItem =>
  failure(input, input, 'INPUT_UNREADABLE', message, remedy);

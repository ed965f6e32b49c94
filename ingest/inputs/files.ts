import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { asParleyError, isParleyError } from '../../core/errors.ts';
import { READABLE_ENDINGS } from '../formats/detect.ts';
import { readerFor } from '../sandbox/index.ts';
import { type Checkout, openCheckout } from '../sources/git/checkout.ts';
import { MAX_FILE_BYTES, mustBeText } from './file-bounds.ts';
import { contentHash, type FailedItem, type Item } from './item.ts';
import { isJsonl, readJsonl } from './jsonl.ts';

const ending = (name: string): string => path.extname(name).slice(1).toLowerCase();

/** True for a file that a folder's walk ingests; others are passed over. */
export const isReadable = (name: string): boolean => readerFor({ name }) !== undefined || isJsonl(name);

/** Where a file's documents belong. */
export interface Place {
  sourceId: string;
  /** What paths are relative to, and what stands before them in ids. */
  root: string;
  prefix: string;
  /** Set when the root is a git checkout. */
  checkout?: Checkout;
}

/** `source/path/to/page.md`, with forward slashes on every system. */
const documentId = (file: string, { sourceId, root, prefix }: Place): string =>
  `${sourceId}/${prefix}${path.relative(root, file).split(path.sep).join('/')}`;

/** Walks a folder in name order and yields its pages; of a git checkout with what git knows of them. */
export async function* readFolder(folder: string, place: Place): AsyncGenerator<Item> {
  let checkout: Checkout | undefined;
  try {
    checkout = await openCheckout(folder);
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, folder, code, message, remedy);
    return;
  }
  for await (const found of listFolder(folder, checkout)) {
    if (typeof found === 'string') yield* readOneFile(found, { ...place, checkout });
    else yield found;
  }
}

/**
 * The files of a folder that can be read, in name order, and what stands in the way of others. Hidden files,
 * `node_modules` and what a checkout's .gitignore names are passed over; a link is followed only while it stays inside the
 * folder, and never in a circle.
 */
export async function* listFolder(folder: string, checkout?: Checkout): AsyncGenerator<string | FailedItem> {
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
      if (checkout?.holds(path.relative(folder, file).split(path.sep).join('/')) === false) continue;
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
      ending(file) === ''
        ? 'The file’s name has no ending to tell its format by.'
        : `Parley does not read .${ending(file)} files.`,
      `Parley reads ${READABLE_ENDINGS.join(', ')}, jsonl and jsonl.gz.`,
    );
    return;
  }
  try {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) {
      const message = `The file has ${Math.round(size / 1e6)} MB; a page may have ${MAX_FILE_BYTES / 1e6}.`;
      yield failure(id, file, 'INPUT_TOO_LARGE', message, 'Split it, or turn it into JSONL, which is streamed.');
      return;
    }
    const bytes = await readFile(file);
    mustBeText(file, bytes);
    const url = place.checkout?.linkTo(path.relative(place.root, file).split(path.sep).join('/'), bytes);
    const hash = contentHash(id, bytes, ...(url === undefined ? [] : ['linked']));
    yield { kind: 'page', input: file, id, url, hash, extract: () => read(bytes) };
  } catch (error) {
    if (isParleyError(error)) {
      yield failure(id, file, error.code, error.message, error.remedy);
      return;
    }
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

const failure = (id: string | undefined, input: string, code: string, message: string, remedy: string): FailedItem => ({
  kind: 'failure',
  id,
  failure: { input, code, message, remedy },
});

/** What was never a document, so that nothing of it can be kept. */
const unreadable = (input: string, message: string, remedy: string): FailedItem =>
  failure(input, input, 'INPUT_UNREADABLE', message, remedy);

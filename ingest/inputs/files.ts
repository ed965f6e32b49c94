import { createHash } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { asParleyError, isParleyError } from '../../core/errors.ts';
import { isOpenFormat } from '../formats/content-format.ts';
import { READABLE_ENDINGS } from '../formats/detect.ts';
import { unpackedName } from '../formats/packed.ts';
import { isUnnamed } from '../formats/text/plain-text.ts';
import { readerFor, readerOf, recognitionHash } from '../sandbox/index.ts';
import type { OcrOptions } from '../sandbox/read-in-pieces.ts';
import { createSeenIds, type SeenIds } from '../seen-ids.ts';
import type { PathRules } from '../sources/connector.ts';
import { type Checkout, openCheckout } from '../sources/git/checkout.ts';
import { type VariantRule, variantRule } from '../sources/page-variants.ts';
import { passedOver, unreadFormat } from '../sources/passed-over.ts';
import { diskTree } from './disk-tree.ts';
import { isEnex, readNotes } from './enex-notes.ts';
import { headReader, isReadByContent, whyBackup, whyBesideExport, whyExport } from './export-parts.ts';
import { mayHoldPages, pagesReader } from './exports/index.ts';
import { MAX_FILE_BYTES, mustBeText } from './file-bounds.ts';
import { fileTitle } from './file-title.ts';
import { createFolderTemplates, type FolderTemplates } from './folder-templates.ts';
import { withIncludedFiles } from './included-files.ts';
import { contentHash, type FailedItem, failure, type Item, type SkippedItem } from './item.ts';
import { isJsonl, readJsonl } from './jsonl.ts';
import { whyTrashed } from './keep-note.ts';
import { isMbox, readMbox } from './mbox.ts';
import { whyNoPage } from './no-page.ts';
import { renderedAs } from './rendered-as.ts';
import { whyView } from './table-views.ts';
import { whyUnnamed } from './unnamed.ts';

/** Where files are read from, and how. */
export interface Place {
  sourceId: string;
  /** The folder that paths are relative to; `prefix` precedes the paths in ids. */
  root: string;
  prefix: string;
  /** Set if the root is a git checkout. */
  checkout?: Checkout;
  /** Templates of the folder's HTML pages. */
  templates?: FolderTemplates;
  /** Selects the files of a folder. */
  rules?: PathRules;
  /** Set to also read text in pictures. */
  ocr?: OcrOptions;
  /** The folder's pages by their bytes. The same page under two names is ingested once. */
  copies?: SeenIds;
  /** Called with the number of pages before the first one. */
  onTotal?: (pages: number) => void;
}

/** Creates an id such as `source/path/to/page.md`, with forward slashes on every system. */
const documentId = (file: string, { sourceId, root, prefix }: Place): string =>
  `${sourceId}/${prefix}${relativePath(root, file)}`;

const relativePath = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/');

/** Yields the pages of a folder in the order of their names. Pages of a git checkout have metadata from git. */
export async function* readFolder(folder: string, place: Place): AsyncGenerator<Item> {
  let checkout: Checkout | undefined;
  try {
    checkout = await openCheckout(folder);
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, folder, code, message, remedy);
    return;
  }
  let [pages, rows] = [0, false];
  const templates = createFolderTemplates(folder);
  const listed = { ...place, isVariant: variantRule(diskTree(folder), place.rules) };
  for await (const found of listFolder(folder, checkout, listed)) {
    if (typeof found !== 'string') continue;
    pages++;
    rows ||= holdsManyPages(found) || (await pagesReader(found)) !== undefined;
    templates.add(found);
  }
  // The number of pages in such a file is known only at its end.
  if (!rows) place.onTotal?.(pages);
  const copies = createSeenIds();
  for await (const found of listFolder(folder, checkout, listed)) {
    if (typeof found === 'string') yield* readOneFile(found, { ...place, checkout, templates, copies });
    else yield found;
  }
}

/** Creates the templates of a folder, to read some of its files as `readFolder` does. */
export const folderTemplates = async (
  folder: string,
  checkout?: Checkout,
  rules?: PathRules,
): Promise<FolderTemplates> => {
  const templates = createFolderTemplates(folder);
  for await (const found of listFolder(folder, checkout, { rules }))
    if (typeof found === 'string') templates.add(found);
  return templates;
};

/** Maximum entries in a folder and all folders below. More are a mistake (a whole disk) or an attack. */
const MAX_ENTRIES = 2_000_000;

interface OpenFolder {
  path: string;
  /** Names after a letter for their type (`letterOf`), in reverse order, so the next one is last. A million take 100 MB. */
  entries: string[];
}

/**
 * Lists the readable files of a folder in the order of their names, the skipped ones with the reason, and failures. Follows
 * symbolic links inside the folder, and reads each folder once, so circular links end.
 */
export async function* listFolder(
  folder: string,
  checkout?: Checkout,
  {
    rules = {},
    ocr,
    isVariant = variantRule(diskTree(folder), rules),
  }: Pick<Place, 'rules' | 'ocr'> & { isVariant?: VariantRule } = {},
  maxEntries = MAX_ENTRIES,
): AsyncGenerator<string | FailedItem | SkippedItem> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) {
    const remedy = 'Bring it back, or forget the source.';
    yield failure(undefined, folder, 'INPUT_NOT_FOUND', 'The folder is not there.', remedy);
    return;
  }
  const isNamed = (name: string) => holdsManyPages(name) || isUnnamed(name) || readerFor({ name }, ocr) !== undefined;
  const passOver = passedOver(
    rules,
    (name) => isNamed(name) || mayHoldPages(name) || isOpenFormat(unpackedName(name) ?? name),
  );
  const seen = new Set<string>();
  const stack: OpenFolder[] = [];
  let count = 0;
  const enter = async (at: string, real: string): Promise<FailedItem | SkippedItem | undefined> => {
    if (seen.has(real)) return { kind: 'skipped', input: at, reason: 'a link to a folder that is read already' };
    seen.add(real);
    try {
      const entries: string[] = [];
      for await (const entry of await opendir(at, { bufferSize: 1024 })) {
        // One more than the maximum shows that there are too many.
        if (++count > maxEntries + 1) break;
        entries.push(letterOf(entry) + entry.name);
      }
      stack.push({ path: at, entries: entries.sort((a, b) => (a.slice(1) < b.slice(1) ? 1 : -1)) });
      return undefined;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && at !== folder) return undefined;
      const why = code === 'EACCES' ? 'The folder may not be read.' : `The folder could not be read (${message}).`;
      return failure(undefined, at, 'INPUT_UNREADABLE', why, 'Check it and ingest again.');
    }
  };
  const first = await enter(folder, root);
  if (first) yield first;
  for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
    const entry = open.entries.pop();
    if (entry === undefined) {
      stack.pop();
      continue;
    }
    if (count > maxEntries) {
      const message = `The folder has more than ${maxEntries} files; the others were left out.`;
      yield failure(undefined, folder, 'INPUT_TOO_LARGE', message, 'Ingest the folders that matter, one by one.');
      return;
    }
    const name = entry.slice(1);
    const file = path.join(open.path, name);
    const kind = await kindOf(entry[0], file, root);
    // Skips git's own files.
    if (name === '.git') continue;
    const relative = relativePath(folder, file);
    const ignored = checkout?.holds(relative) === false ? 'left out by .gitignore, or in a submodule' : undefined;
    const passed =
      typeof kind === 'string'
        ? (passOver(relative, kind) ?? ignored ?? (await isVariant(relative, kind)))
        : kind.reason;
    const head = headReader(file);
    const isUnread =
      passed === undefined &&
      kind === 'file' &&
      !isNamed(name) &&
      (await pagesReader(file, head)) === undefined &&
      !(await isReadByContent(file, head));
    const other = isUnread ? unreadFormat(name) : passed;
    const unread = other === unreadFormat(name) ? ((await whyExport(file, head)) ?? other) : other;
    const reason =
      unread ??
      (kind === 'file'
        ? ((await whyUnnamed(file)) ??
          (await renderedAs(folder, relative)) ??
          (await whyExport(file, head)) ??
          whyView(file))
        : whyBesideExport(file));
    if (reason !== undefined) yield { kind: 'skipped', input: file, reason };
    else if (kind === 'folder') {
      const problem = await enter(file, await realpath(file).catch(() => file));
      if (problem) yield problem;
    } else yield file;
  }
}

/** The type of a folder's entry as a letter, as in `find -type`. */
const letterOf = (entry: Dirent): string =>
  entry.isDirectory() ? 'd' : entry.isFile() ? 'f' : entry.isSymbolicLink() ? 'l' : 'o';

const kindOf = async (
  letter: string | undefined,
  file: string,
  root: string,
): Promise<'file' | 'folder' | { reason: string }> => {
  if (letter === 'd') return 'folder';
  if (letter === 'f') return 'file';
  if (letter !== 'l') return { reason: 'not a file (a pipe, a socket or a device)' };
  const target = await realpath(file).catch(() => undefined);
  if (target === undefined) return { reason: 'a link that leads nowhere' };
  if (path.relative(root, target).startsWith('..')) return { reason: 'a link out of the folder' };
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) return 'folder';
  return found?.isFile() ? 'file' : { reason: 'a link that leads nowhere' };
};

/** Minimum bytes of a copy. Smaller files may be equal by chance: a stub, an empty template. */
const MIN_COPY_BYTES = 400;

/** True for a file whose rows, messages or notes are pages. */
export const holdsManyPages = (name: string): boolean => isJsonl(name) || isMbox(name) || isEnex(name);

/**
 * The pages of a file that holds many; undefined for a file that is one page.
 *
 * @param id the file's own; rows of JSONL have theirs
 */
export const pagesIn = async (
  file: string,
  id: string,
  sourceId: string,
): Promise<AsyncGenerator<Item> | undefined> => {
  if (isMbox(file)) return readMbox(file, id);
  if (isEnex(file)) return readNotes(file, id);
  return isJsonl(file) ? readJsonl(file, sourceId) : (await pagesReader(file))?.(file, id);
};

/** Yields the page or pages of one file. */
export async function* readOneFile(file: string, place: Place): AsyncGenerator<Item> {
  const id = documentId(file, place);
  const pages = await pagesIn(file, id, place.sourceId);
  if (pages !== undefined) {
    yield* pages;
    return;
  }
  const named = readerFor({ name: file }, place.ocr);
  const head = headReader(file);
  const reason = isUnnamed(file)
    ? await whyUnnamed(file)
    : named || (await isReadByContent(file, head))
      ? undefined
      : ((await whyBackup(file, head)) ?? unreadFormat(file));
  if (reason !== undefined) {
    yield unreadable(
      file,
      `It is passed over: ${reason}.`,
      `Parley reads ${READABLE_ENDINGS.join(', ')}, mbox and jsonl, and these packed by gzip.`,
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
    const ownBytes = await readFile(file);
    mustBeText(file, ownBytes);
    const bytes = await withIncludedFiles(file, ownBytes, place);
    const read = readerFor({ name: file, bytes }, place.ocr) ?? named ?? readerOf({ name: 'text', packed: false });
    const noPage = whyNoPage(file, bytes) ?? (await whyTrashed(file));
    if (noPage !== undefined) {
      yield { kind: 'skipped', input: file, reason: noPage };
      return;
    }
    const digest =
      bytes.length < MIN_COPY_BYTES
        ? undefined
        : createHash('sha256')
            .update(`${path.extname(file).toLowerCase()}\0`)
            .update(bytes)
            .digest('hex');
    const original = digest && place.copies?.add(digest, file);
    if (original !== undefined) {
      yield { kind: 'copy', input: file, of: original };
      return;
    }
    const inRepository = relativePath(place.root, file);
    const url = place.checkout?.linkTo(inRepository, ownBytes);
    const changedAt = place.checkout?.changedAt(inRepository, ownBytes);
    const template = await place.templates?.of(file);
    // The same bytes with another template may give another text.
    const parts = [
      ...(url === undefined ? [] : ['linked']),
      ...(changedAt === undefined ? [] : ['dated']),
      ...(template === undefined ? [] : [template.hash]),
      ...recognitionHash({ name: file }, place.ocr),
    ];
    const hash = contentHash(id, bytes, ...parts);
    const extract = async () => {
      const page = await read(bytes, { template });
      return { ...page, title: fileTitle(page.title, id) };
    };
    yield { kind: 'page', input: file, id, url, changedAt, hash, extract };
  } catch (error) {
    if (isParleyError(error)) {
      yield failure(id, file, error.code, error.message, error.remedy);
      return;
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && file.includes('\ufffd')) {
      const remedy = 'Rename it, or ingest the folder from a system that writes names in UTF-8.';
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'The file’s name is not UTF-8.', remedy);
      return;
    }
    if (code === 'ENOENT' && existsSync(path.dirname(file))) {
      yield { kind: 'deleted', input: file };
      return;
    }
    const denied = code === 'EACCES';
    const message = denied ? 'The file may not be read.' : `The file could not be read (${(error as Error).message}).`;
    yield failure(id, file, 'INPUT_UNREADABLE', message, 'Check it and ingest again.');
  }
}

/** Creates the failure of a file that cannot be a document. */
const unreadable = (input: string, message: string, remedy: string): FailedItem =>
  failure(input, input, 'INPUT_UNREADABLE', message, remedy);

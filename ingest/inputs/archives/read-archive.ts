import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asParleyError } from '../../../core/errors.ts';
import { PARSERS } from '../../sandbox/index.ts';
import type { ConnectorContext, PathRules, SourceKind } from '../../sources/connector.ts';
import { type Place, readFolder } from '../files.ts';
import { contentHash, failure, type Item } from '../item.ts';
import { archiveName } from './names.ts';
import { unpack } from './unpack.ts';

/** Maximum folders that lie in one another, with nothing beside them, above the files of an archive. */
const MAX_DEPTH = 3;

/**
 * Reads an archive as the folder in it: the export of a chat or board as its source kind does, others as pages. It is unpacked for
 * the reading alone; the ids of its pages are those of the archive.
 *
 * @param place whose root is the archive
 * @param reading `conditions`: what its pages depend on besides its bytes. `mayStay`: it need not be unpacked if both are as before
 */
export async function* readArchive(
  file: string,
  place: Place,
  kinds: readonly SourceKind[],
  context: ConnectorContext,
  { conditions, mayStay }: { conditions: string; mayStay: boolean } = { conditions: '', mayStay: false },
): AsyncGenerator<Item> {
  const state = await stateOf(file, place, conditions);
  if (mayStay && state !== undefined && context.memory === state && context.known.size > 0) {
    for (const id of context.known.keys()) yield { kind: 'unchanged', input: file, id };
    for (const failed of context.failures ?? []) yield { kind: 'failure', failure: failed };
    return;
  }
  const found = { pages: 0, failures: 0 };
  for await (const item of unpackedItems(file, place, kinds, context)) {
    if (item.kind === 'page' || item.kind === 'triples') found.pages++;
    if (item.kind === 'failure') found.failures++;
    yield item;
  }
  if (state !== undefined && found.pages > 0 && found.failures === 0)
    context.remember(state, { despiteUnreadable: true });
}

/** Changes with the file, the rules and all that decides how pages are read; undefined if the file is not there. */
const stateOf = async (file: string, { rules = {} }: Place, conditions: string): Promise<string | undefined> => {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = found;
  return contentHash(file, JSON.stringify([size, mtimeMs, ctimeMs, ino, rules]), conditions, PARSERS);
};

async function* unpackedItems(
  file: string,
  place: Place,
  kinds: readonly SourceKind[],
  context: ConnectorContext,
): AsyncGenerator<Item> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'parley-archive-'));
  context.defer(() => rm(temporary, { recursive: true, force: true }));
  // Some exports are named after their folder.
  const folder = path.join(temporary, archiveName(file));
  try {
    await mkdir(folder);
    for (const problem of await unpack(file, folder, context.signal)) yield namedIn(problem, folder, file);
  } catch (error) {
    context.signal?.throwIfAborted();
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const { code, message, remedy } = asParleyError(error);
    yield gone
      ? failure(undefined, file, 'INPUT_NOT_FOUND', 'The archive is not there.', 'Bring it back, or forget the source.')
      : failure(undefined, file, code, message, remedy);
    return;
  }
  for await (const item of itemsIn(folder, { ...place, root: folder }, kinds, context))
    yield namedIn(item, folder, file);
}

async function* itemsIn(
  folder: string,
  place: Place,
  kinds: readonly SourceKind[],
  context: ConnectorContext,
): AsyncGenerator<Item> {
  const folders = await foldersOf(folder);
  for (const candidate of folders)
    for (const kind of kinds) {
      const found = await kind.resolve(candidate);
      if (found === undefined) continue;
      yield* kind.read(found.location, (place.rules ?? {}) satisfies PathRules, context);
      return;
    }
  // Notion puts all of it into a folder with another number each time.
  const root = folders.findLast((one, depth) => depth === 0 || NUMBERED.test(path.basename(one))) ?? folder;
  yield* readFolder(root, { ...place, root });
}

const NUMBERED = /^Export-[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The folder, and the folders that are all that lies in the one above. */
const foldersOf = async (folder: string): Promise<string[]> => {
  const folders = [folder];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const [only, ...others] = await readdir(folders.at(-1) ?? folder, { withFileTypes: true });
    if (only === undefined || others.length > 0 || !only.isDirectory()) break;
    folders.push(path.join(only.parentPath, only.name));
  }
  return folders;
};

/** An item whose inputs are named as in the archive: `export.zip/general/2026-01-02.json`. */
const namedIn = (item: Item, folder: string, file: string): Item => {
  const named = (input: string): string => (input.startsWith(folder) ? `${file}${input.slice(folder.length)}` : input);
  switch (item.kind) {
    case 'failure':
      return { ...item, failure: { ...item.failure, input: named(item.failure.input) } };
    case 'copy':
      return { ...item, input: named(item.input), of: named(item.of) };
    default:
      return { ...item, input: named(item.input) };
  }
};

import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { ParleyError } from '../../core/errors.ts';
import { damaged } from '../formats/errors.ts';
import { isBomb, MAX_RATIO } from '../formats/zip.ts';
import { type FailedItem, failure, type SkippedItem } from './item.ts';

/** Maximum bytes of an archive, and bytes and files that come out of it. Exports of chats and wikis have far fewer. */
const MAX_ARCHIVE_BYTES = 1_000_000_000;
const MAX_BYTES = 4_000_000_000;
const MAX_FILES = 200_000;
/** Maximum bytes of a file in an archive, which is unpacked as a whole. Larger ones are films. */
const MAX_ENTRY_BYTES = 500_000_000;
/** Bytes that are unpacked at a time, since the whole may not fit into the memory. */
const GROUP_BYTES = 32_000_000;
/** Maximum bytes of a file's or folder's name. Longer ones are cut, which systems would refuse. */
const MAX_NAME_BYTES = 200;

/** True for the name of an archive that is read as the folder in it. */
export const isArchive = (name: string): boolean => /\.zip$/i.test(name);

/**
 * Unpacks an archive into a folder, and the parts of it that are archives themselves if it holds nothing else, as large exports
 * of Notion do. Writes no file outside of the folder, and neither links nor more than the maximum.
 *
 * @returns what could not be unpacked
 * @throws INPUT_TOO_LARGE for a bomb, INPUT_UNREADABLE for a damaged or protected archive
 */
export const unpack = async (
  file: string,
  folder: string,
  signal?: AbortSignal,
): Promise<(FailedItem | SkippedItem)[]> => {
  const left = { bytes: MAX_BYTES, files: MAX_FILES };
  const { written, problems } = await unpackOne(file, folder, left, signal);
  if (written.length === 0 || !written.every(isArchive)) return problems;
  for (const part of written) {
    const inner = await unpackOne(part, path.dirname(part), left, signal);
    await rm(part);
    problems.push(...inner.problems);
  }
  return problems;
};

interface Entry {
  /** Its place among the archive's entries; two may have the same name. */
  index: number;
  size: number;
  file: string;
}

const unpackOne = async (
  archive: string,
  folder: string,
  left: { bytes: number; files: number },
  signal?: AbortSignal,
): Promise<{ written: string[]; problems: (FailedItem | SkippedItem)[] }> => {
  const { size } = await stat(archive);
  if (size > MAX_ARCHIVE_BYTES) throw tooLarge();
  const bytes = await readFile(archive);
  const problems: (FailedItem | SkippedItem)[] = [];
  const written: string[] = [];
  for (const group of inGroups(entriesOf(bytes, archive, folder, left, problems))) {
    signal?.throwIfAborted();
    try {
      for (const [{ file }, content] of unzipped(bytes, group)) {
        if (await isWritten(file, content)) written.push(file);
        else problems.push({ kind: 'skipped', input: file, reason: 'a name that is in the archive twice' });
      }
    } catch (error) {
      if (signal?.aborted) throw error;
      // Without an id: what was read of these files before stays.
      const message = `${group.length} files of the archive could not be unpacked (${(error as Error).message}).`;
      problems.push(failure(undefined, archive, 'INPUT_UNREADABLE', message, 'Unpack it, and ingest the folder.'));
    }
    await nextTurn();
  }
  return { written, problems };
};

/** Writes a file, over no other and through no link. @returns false where its name, or that of its folder, is taken */
const isWritten = async (file: string, content: Uint8Array): Promise<boolean> => {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/^(?:EEXIST|ENOTDIR|EISDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
};

/** The files of an archive by its directory, whose sizes are checked before anything is unpacked. */
const entriesOf = (
  bytes: Uint8Array,
  archive: string,
  folder: string,
  left: { bytes: number; files: number },
  problems: (FailedItem | SkippedItem)[],
): Entry[] => {
  const entries: Entry[] = [];
  let index = -1;
  const list = ({ name, size, originalSize }: UnzipFileInfo): boolean => {
    index++;
    left.bytes -= originalSize;
    left.files--;
    if (left.bytes < 0 || left.files < 0 || isBomb({ size, originalSize })) throw tooLarge();
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) return false;
    const relative = safePath(name);
    const skip = (reason: string) => problems.push({ kind: 'skipped', input: `${archive}/${name}`, reason });
    if (relative === undefined) skip('a name that leads out of the archive');
    else if (originalSize > MAX_ENTRY_BYTES) skip(`a file of more than ${MAX_ENTRY_BYTES / 1e6} MB in an archive`);
    else entries.push({ index, size: originalSize, file: path.join(folder, relative) });
    return false;
  };
  try {
    unzipSync(bytes, { filter: list });
  } catch (cause) {
    throw damaged('zip', cause);
  }
  return entries;
};

const unzipped = (bytes: Uint8Array, group: readonly Entry[]): [Entry, Uint8Array][] => {
  const wanted = new Map(group.map((entry) => [entry.index, entry]));
  const byName = new Map<string, Entry>();
  let index = -1;
  const files = unzipSync(bytes, {
    filter: ({ name }) => {
      const entry = wanted.get(++index);
      if (entry !== undefined) byName.set(name, entry);
      return entry !== undefined;
    },
  });
  return [...byName].flatMap(([name, entry]) => {
    const content = files[name];
    return content === undefined ? [] : [[entry, content] satisfies [Entry, Uint8Array]];
  });
};

const inGroups = (entries: readonly Entry[]): Entry[][] => {
  const groups: Entry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    if (size + entry.size > GROUP_BYTES) {
      groups.push([]);
      size = 0;
    }
    size += entry.size;
    groups.at(-1)?.push(entry);
  }
  return groups;
};

/** A relative path inside of the folder; undefined for one that leads out of it. Some programs write backslashes. */
const safePath = (name: string): string | undefined => {
  const parts = name.replaceAll('\\', '/').replaceAll('\0', '').split('/');
  if (parts.includes('..') || parts[0] === '' || /^[a-z]:$/i.test(parts[0] ?? '')) return undefined;
  const names = parts.filter((part) => part !== '' && part !== '.');
  return names.length === 0 ? undefined : path.join(...names.map(shortName));
};

const shortName = (name: string): string => {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const { ext } = path.parse(name.slice(-20));
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  let kept = name.slice(0, MAX_NAME_BYTES);
  while (Buffer.byteLength(kept) > MAX_NAME_BYTES - ext.length - 9) kept = [...kept].slice(0, -1).join('');
  return `${kept}-${hash}${ext}`;
};

const tooLarge = () =>
  new ParleyError('INPUT_TOO_LARGE', {
    message: `The archive unpacks to more than it may (${MAX_BYTES / 1e9} GB, ${MAX_FILES} files, or ${MAX_RATIO} times its size).`,
    remedy: 'If it is meant to be that large, unpack it, and ingest the folders that matter.',
  });

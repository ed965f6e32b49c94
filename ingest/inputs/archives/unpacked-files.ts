import { closeSync, createWriteStream, openSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ParleyError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/sha256.ts';
import { isBomb, MAX_RATIO } from '../../formats/office/zip.ts';
import { type FailedItem, failure, type SkippedItem } from '../item.ts';

/** Maximum bytes and files that come out of an archive. Exports of chats and wikis have far fewer. */
const MAX_BYTES = 4_000_000_000;
const MAX_FILES = 200_000;
/** Maximum bytes of a file in an archive. Larger ones are films. */
const MAX_ENTRY_BYTES = 500_000_000;
/** Maximum bytes of a file that is unpacked in memory, which takes a third of the time of a stream. Most pages are smaller. */
export const MAX_BYTES_IN_MEMORY = 1_000_000;
/** Maximum bytes of a file's or folder's name. Longer ones are cut, which systems would refuse. */
const MAX_NAME_BYTES = 200;

/** What may still come out of an archive, and of the archives in it. */
export interface Allowance {
  bytes: number;
  files: number;
}

/** The whole allowance of an archive that stands in none. */
export const newAllowance = (): Allowance => ({ bytes: MAX_BYTES, files: MAX_FILES });

/** The files that come out of one archive. */
export interface UnpackedFiles {
  written: string[];
  problems: (FailedItem | SkippedItem)[];
  /** Counts an entry by the size that the archive states. @throws INPUT_TOO_LARGE beyond the maximum, and for a bomb */
  count(entry: { size: number; packedSize?: number }): void;
  /** The file that an entry is written to; undefined for one that is skipped, which is then among the problems. */
  fileFor(name: string, size: number): string | undefined;
  skip(name: string, reason: string): void;
  /** Writes a file, over no other and through no link. A file that cannot be unpacked counts, and the others follow. */
  write(file: string, content: () => Promise<Readable | Buffer>, signal?: AbortSignal): Promise<void>;
  /** Adds the entries that could not be unpacked to the problems, as one. */
  finish(): void;
}

/** @param folder outside of which nothing is written */
export const unpackedFiles = (archive: string, folder: string, left: Allowance): UnpackedFiles => {
  const folders = new Set<string>();
  let [failed, firstError] = [0, ''];
  const files: UnpackedFiles = {
    written: [],
    problems: [],
    count({ size, packedSize = size }) {
      left.bytes -= size;
      left.files--;
      if (left.bytes < 0 || left.files < 0 || isBomb({ size: packedSize, originalSize: size })) throw tooLarge();
    },
    fileFor(name, size) {
      const relative = safePath(name);
      if (name === '') files.skip('?', 'a file without a name in an archive');
      else if (relative === undefined) files.skip(name, 'a name that leads out of the archive');
      else if (size > MAX_ENTRY_BYTES)
        files.skip(name, `a file of more than ${MAX_ENTRY_BYTES / 1e6} MB in an archive`);
      else return path.join(folder, relative);
      return undefined;
    },
    skip(name, reason) {
      files.problems.push({ kind: 'skipped', input: `${archive}/${name}`, reason });
    },
    async write(file, content, signal) {
      let created = false;
      try {
        const parent = path.dirname(file);
        if (!folders.has(parent)) await mkdir(parent, { recursive: true });
        folders.add(parent);
        // Before the content is asked for, which some streams never end without being read.
        const target = openSync(file, 'wx');
        created = true;
        await writeTo(target, content, signal);
        files.written.push(file);
      } catch (error) {
        signal?.throwIfAborted();
        if (!created && isTaken(error)) {
          files.problems.push({ kind: 'skipped', input: file, reason: 'a name that is in the archive twice' });
          return;
        }
        if (created) await rm(file, { force: true });
        if (failed++ === 0) firstError = (error as Error).message;
      }
    },
    finish() {
      if (failed === 0) return;
      // Without an id: what was read of these files before stays.
      const message = `${failed} files of the archive could not be unpacked (${firstError}).`;
      files.problems.push(
        failure(undefined, archive, 'INPUT_UNREADABLE', message, 'Unpack it, and ingest the folder.'),
      );
    },
  };
  return files;
};

/**
 * Writes the content to a file that is open, and closes it. Bytes in memory are written at once: for a small file that takes less
 * time than to wait for a thread to write it.
 */
const writeTo = async (
  target: number,
  content: () => Promise<Readable | Buffer>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  let found: Readable | Buffer;
  try {
    found = await content();
    if (Buffer.isBuffer(found)) writeFileSync(target, found);
  } catch (error) {
    closeSync(target);
    throw error;
  }
  if (Buffer.isBuffer(found)) closeSync(target);
  else await pipeline(found, createWriteStream('', { fd: target }), { signal });
};

/** True for the error of a file whose name, or that of its folder, is taken. */
const isTaken = (error: unknown): boolean =>
  /^(?:EEXIST|ENOTDIR|EISDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');

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
  const hash = sha256(name).slice(0, 8);
  let kept = name.slice(0, MAX_NAME_BYTES);
  while (Buffer.byteLength(kept) > MAX_NAME_BYTES - ext.length - 9) kept = [...kept].slice(0, -1).join('');
  return `${kept}-${hash}${ext}`;
};

/** The error for an archive that is or unpacks to more than it may. */
export const tooLarge = (): ParleyError =>
  new ParleyError('INPUT_TOO_LARGE', {
    message: `The archive unpacks to more than it may (${MAX_BYTES / 1e9} GB, ${MAX_FILES} files, or ${MAX_RATIO} times its size).`,
    remedy: 'If it is meant to be that large, unpack it, and ingest the folders that matter.',
  });

import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FailedItem, SkippedItem } from '../item.ts';
import { isArchive } from './names.ts';
import { type Allowance, newAllowance, tooLarge, type UnpackedFiles, unpackedFiles } from './unpacked-files.ts';
import { untar } from './untar.ts';
import { unzip } from './unzip.ts';

/** Maximum bytes of an archive. */
const MAX_ARCHIVE_BYTES = 1_000_000_000;

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
  const left = newAllowance();
  const { written, problems } = await unpackOne(file, folder, left, signal);
  if (written.length === 0 || !written.every(isArchive)) return problems;
  for (const part of written) {
    const inner = await unpackOne(part, path.dirname(part), left, signal);
    await rm(part);
    for (const problem of inner.problems) problems.push(problem);
  }
  return problems;
};

const unpackOne = async (
  archive: string,
  folder: string,
  left: Allowance,
  signal: AbortSignal | undefined,
): Promise<UnpackedFiles> => {
  if ((await stat(archive)).size > MAX_ARCHIVE_BYTES) throw tooLarge();
  const files = unpackedFiles(archive, folder, left);
  await (/\.zip$/i.test(archive) ? unzip : untar)(archive, files, signal);
  return files;
};

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FileTree } from '../sources/file-tree.ts';
import { headReader } from './export-parts.ts';

/** Maximum names of a folder that are looked at, and folders whose names are remembered. */
const MAX_NAMES = 10_000;
const MAX_REMEMBERED = 1000;

/** The files of a folder on disk. */
export const diskTree = (root: string): FileTree => {
  const listed = new Map<string, Promise<string[]>>();
  const at = (file: string) => path.join(root, ...file.split('/'));
  return {
    holds: (file) => existsSync(at(file)),
    folders: (folder) => {
      const found = listed.get(folder) ?? foldersIn(at(folder));
      if (listed.size >= MAX_REMEMBERED) listed.clear();
      listed.set(folder, found);
      return found;
    },
    start: (file) => headReader(at(file))(),
  };
};

/** Names of the folders in a folder, also of links to one; none if it cannot be read, which is reported where it is listed. */
const foldersIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .slice(0, MAX_NAMES)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name);
};

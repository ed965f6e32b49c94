import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never returns if the parent exists and the folder still
 * cannot be created (below `/proc`, for example), because it retries the same two folders forever.
 * @throws the file system's error, such as EACCES, ENOTDIR or ENOENT
 */
export const makeFolder = (folder: string): void => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process created it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};

import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ParleyError } from './errors.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Checks that a file can be written to the folder that the user named, before the work that makes its content begins.
 * @throws BAD_USAGE if the folder does not exist or may not be written
 */
export const assertFolderWritable = (file: string): void => {
  const folder = dirname(resolve(file));
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ParleyError('BAD_USAGE', {
      message:
        code === 'ENOENT' ? `There is no folder ${folder}.` : `The folder ${folder} cannot be written (${code}).`,
      remedy: 'Make the folder, or name a file in another one.',
      cause,
    });
  }
};

/**
 * Creates the folder that the user named for results, with its parents.
 * @throws BAD_USAGE if it cannot be created
 */
export const makeOutputFolder = (folder: string): void => {
  try {
    makeFolder(resolve(folder));
  } catch (cause) {
    throw new ParleyError('BAD_USAGE', {
      message: `The folder ${folder} cannot be created (${(cause as NodeJS.ErrnoException).code}).`,
      remedy: 'Name another folder.',
      cause,
    });
  }
};

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ParleyError } from '../core/errors.ts';

/**
 * Checks that a backup can be written to `file`, before the work begins.
 * @throws BAD_USAGE if the file exists, or its folder does not exist or may not be written
 */
export const assertNewFile = (file: string): void => {
  if (existsSync(file))
    throw new ParleyError('BAD_USAGE', {
      message: `${file} is there already.`,
      remedy: 'Give the backup another name: a backup never writes over one.',
    });
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
 * Checks that a backup to restore is a file that can be read.
 * @throws INPUT_NOT_FOUND
 */
export const assertReadableFile = (file: string): void => {
  const remedy = 'Name the file that `parley backup` wrote.';
  if (!existsSync(file)) throw new ParleyError('INPUT_NOT_FOUND', { message: `There is no file ${file}.`, remedy });
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    const message = `${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`;
    throw new ParleyError('INPUT_NOT_FOUND', { message, remedy: 'Let this user read it.', cause });
  }
  if (!statSync(file).isFile()) throw new ParleyError('INPUT_NOT_FOUND', { message: `${file} is no file.`, remedy });
};

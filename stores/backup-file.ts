import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { ParleyError } from '../core/errors.ts';
import { assertFolderWritable } from '../core/output-place.ts';

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
  assertFolderWritable(file);
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

/** The error for a backup that a newer Parley wrote. @param details of the `DATA_NEWER` that reading it gave */
export const newerBackup = (from: string, { version, known }: ParleyError['details']): ParleyError =>
  new ParleyError('DATA_NEWER', {
    message: `${from} was written by a newer Parley (${version}, this one knows ${known}).`,
    remedy: 'Restore it with a Parley that is at least as new; nothing was changed.',
    details: { version, known },
  });

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ParleyError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { holdsTheMachine, type Person } from '../people/person.ts';

/**
 * Refuses a file or folder of this machine that the person may not add as a source. Who signed in with the provider is an
 * admin of the console and not of the machine: they may add what lies in a folder of PARLEY_CONSOLE_FOLDERS, links followed.
 * Paths outside are refused in the same words whether they exist or not.
 *
 * @param location a path, or a connector's place such as `slack:#support`, which is refused only if it is a path as well
 * @throws NOT_ALLOWED
 */
export const assertMayAddFolder = async (
  person: Person,
  location: string,
  { kind, PARLEY_CONSOLE_FOLDERS }: { kind: 'folder' | 'connector' } & Pick<Settings, 'PARLEY_CONSOLE_FOLDERS'>,
): Promise<void> => {
  if (holdsTheMachine(person)) return;
  const found = await realPath(location);
  if (found === undefined && kind === 'connector') return;
  const allowed = await Promise.all(PARLEY_CONSOLE_FOLDERS.map(realPath));
  if (allowed.some((folder) => folder !== undefined && isWithin(folder, found ?? path.resolve(location)))) return;
  throw new ParleyError('NOT_ALLOWED', {
    message: `${location} is not in a folder that may be added here.`,
    remedy:
      'Whoever runs Parley can ingest it on the machine, or name its folder among those that the console may add. Files can be uploaded.',
  });
};

/** The absolute path with its links followed; undefined if nothing is there. */
const realPath = (location: string): Promise<string | undefined> =>
  realpath(path.resolve(location)).catch(() => undefined);

const isWithin = (folder: string, location: string): boolean => {
  const between = path.relative(folder, location);
  return between !== '..' && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between);
};

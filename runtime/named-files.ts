import { access, constants } from 'node:fs/promises';
import { ParleyError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { counted } from '../core/text/counted.ts';
import { readCredentials } from '../ingest/fetch/credentials.ts';
import { findConnectors } from '../ingest/sources/load-connectors.ts';
import { readAccessPolicy } from './access/policy.ts';

/**
 * Checks of `doctor` for the files and packages that a setting names. Each reads what the setting names as `start` and `ingest`
 * do, and returns what it found; undefined if the setting is not set.
 * @throws the error with which `start` or `ingest` would end
 */
export const namedFiles: Record<string, (settings: Settings) => Promise<string | undefined>> = {
  access: async ({ PARLEY_ACCESS: file }) => {
    if (!file) return undefined;
    const { problems } = await readAccessPolicy(file);
    if (problems.length === 0) return `${file} can be read`;
    throw new ParleyError('BAD_SETTING', {
      message: `${file} has ${counted(problems.length, 'rule')} that cannot be read, the first in line ${problems[0]?.line}: what they are about is closed.`,
      remedy: 'Run `parley access check`, which names each of them.',
    });
  },
  credentials: async ({ PARLEY_CREDENTIALS: file }) => {
    if (!file) return undefined;
    readCredentials(file);
    return `${file} can be read`;
  },
  connectors: async ({ PARLEY_CONNECTORS: packages }) => {
    if (!packages) return undefined;
    const own = new Set(findConnectors().names);
    const connectors = findConnectors(packages);
    const given = connectors.names.filter((name) => !own.has(name));
    for (const name of given) await connectors.load(name);
    return `${given.join(', ')} can be loaded`;
  },
  browser: async ({ PARLEY_BROWSER: file }) => {
    if (!file) return undefined;
    await access(file, constants.X_OK).catch((cause: NodeJS.ErrnoException) => {
      throw new ParleyError('BAD_SETTING', {
        message: `PARLEY_BROWSER names ${file}, which cannot be run (${cause.code}).`,
        remedy: 'Let it name a Chromium or Chrome, or leave it out: pages that scripts draw then fail.',
        cause,
      });
    });
    return `${file} can be run`;
  },
};

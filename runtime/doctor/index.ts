import { SERVER_SETTINGS } from '../../core/servers.ts';
import type { Settings } from '../../core/settings.ts';
import { namedFiles } from '../named-files.ts';
import { check, type Finding, failed, ok } from './finding.ts';
import { embeddings, modelAndTools, reranker } from './models.ts';
import { connections, contents, dataFile, dataFolder, server, serverCheck } from './stores.ts';
import { liveSources, retention, threads, traces, whereFrom } from './surroundings.ts';

export type { Finding } from './finding.ts';

/** A check of a chat platform, which the caller passes because the runtime does not depend on platforms. */
export type PlatformCheck<S extends Settings> = (settings: S) => Promise<Finding | Finding[]>;

/** Checks all settings and connections. Never throws, and writes nothing except that it creates the data folder. */
export const examine = async <S extends Settings>(
  read: () => S,
  platforms: Record<string, PlatformCheck<S>> = {},
): Promise<Finding[]> => {
  let settings: S;
  try {
    settings = read();
  } catch (error) {
    return [failed('settings', error)];
  }
  const findings = await Promise.all([
    check('node', async () => ok('node', process.version)),
    check('settings', async () => whereFrom(settings)),
    check('data', () => dataFolder(settings)),
    modelAndTools(settings),
    check('embeddings', () => embeddings(settings)),
    check('reranker', () => reranker(settings)),
    ...SERVER_SETTINGS.map((setting) => check(serverCheck(setting), () => server(setting, settings))),
    check('live sources', () => liveSources(settings)),
    check('traces', () => traces(settings)),
    check('threads', () => threads(settings)),
    check('retention', async () => retention(settings)),
    ...Object.entries(namedFiles).map(([what, look]) =>
      check(what, async () => {
        const detail = await look(settings);
        return detail === undefined ? [] : ok(what, detail);
      }),
    ),
    ...Object.entries(platforms).map(([what, look]) => check(what, () => look(settings))),
  ]);
  const file = await check('data file', () => dataFile(settings));
  // One after the other, so that the checks do not take each other's connections.
  const few = await check('connections', () => connections(settings));
  const stores = await check('stores', () => contents(settings));
  return [...findings.flat(), ...file, ...few, ...stores];
};

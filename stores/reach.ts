import { join } from 'node:path';
import type { ServerSetting } from '../core/servers.ts';
import { checkDataFile } from './embedded/database.ts';
import type { StoreSettings } from './open.ts';

/** A pooler that gives no connection within this time has none left. */
const COUNT_MS = 2000;

/** A connection that is only there to ask whether the server answers. */
interface Reachable {
  /** @returns the server's name and version. @throws STORE_UNAVAILABLE */
  reach(): Promise<string>;
  close?(): Promise<unknown>;
}

/** How each server is reached. */
const CONNECT: Readonly<Record<ServerSetting, (url: string, settings: StoreSettings) => Promise<Reachable>>> = {
  CHROMA_URL: async (url) => (await import('./chroma/client.ts')).chromaServer(url),
  NEO4J_URL: async (url, { PARLEY_NAMESPACE: namespace = 'parley', NEO4J_USER: user, NEO4J_PASSWORD: password }) =>
    (await import('./neo4j/connection.ts')).connectNeo4j(url, { user, password, namespace }),
  POSTGRES_URL: async (url, { PARLEY_NAMESPACE: namespace = 'parley' }) =>
    (await import('./postgres/connection.ts')).connectPostgres(url, namespace),
};

/**
 * Checks that the server of a setting answers, is of the right kind and accepts the credentials. Writes nothing.
 * @returns the server's name and version; undefined if the setting is not set
 * @throws STORE_UNAVAILABLE
 */
export const reachServer = async (setting: ServerSetting, settings: StoreSettings): Promise<string | undefined> => {
  const url = settings[setting];
  if (url === undefined) return undefined;
  const server = await CONNECT[setting](url, settings);
  return server.reach().finally(() => server.close?.());
};

/**
 * Opens as many connections to Postgres as a process may have, each until they are counted.
 * @returns how many it got; undefined if POSTGRES_URL is not set
 * @throws STORE_UNAVAILABLE
 */
export const countConnections = async (
  settings: StoreSettings & { PARLEY_POSTGRES_CONNECTIONS: number },
): Promise<number | undefined> => {
  const { POSTGRES_URL: url, PARLEY_NAMESPACE: namespace = 'parley', PARLEY_POSTGRES_CONNECTIONS: most } = settings;
  if (url === undefined) return undefined;
  const { connectPostgres } = await import('./postgres/connection.ts');
  const { connections, reach, close } = connectPostgres(url, namespace, { connections: most });
  const held: (() => void)[] = [];
  try {
    await reach();
    for (let more = true; more && held.length < most; ) {
      more = await connections.acquire({ waitMs: COUNT_MS }).then(
        ({ release }) => held.push(release) > 0,
        () => false,
      );
    }
    return held.length;
  } finally {
    for (const release of held) release();
    await close();
  }
};

/**
 * Checks the data file for damage.
 * @returns the findings, an empty list for a sound file, undefined if there is no file
 * @throws STORE_UNAVAILABLE if the file is empty or not a database, DATA_LOCKED
 */
export const checkData = async ({ PARLEY_DATA }: Pick<StoreSettings, 'PARLEY_DATA'>): Promise<string[] | undefined> =>
  checkDataFile(join(PARLEY_DATA, 'parley.db'));

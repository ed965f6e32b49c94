import { join } from 'node:path';
import { checkDataFile } from './embedded/database.ts';
import type { StoreSettings } from './open.ts';

/** A pooler that gives no connection within this time has none left. */
const COUNT_MS = 2000;

/** The settings that contain a server's URL. */
export type ServerSetting = 'CHROMA_URL' | 'NEO4J_URL' | 'POSTGRES_URL';

/**
 * Checks that the server of a setting answers, is of the right kind and accepts the credentials. Writes nothing.
 * @returns the server's name and version; undefined if the setting is not set
 * @throws STORE_UNAVAILABLE
 */
export const reachServer = async (setting: ServerSetting, settings: StoreSettings): Promise<string | undefined> => {
  const {
    [setting]: url,
    PARLEY_NAMESPACE: namespace = 'parley',
    NEO4J_USER: user,
    NEO4J_PASSWORD: password,
  } = settings;
  if (url === undefined) return undefined;
  if (setting === 'CHROMA_URL') return (await import('./chroma/client.ts')).chromaServer(url).reach();
  const server =
    setting === 'NEO4J_URL'
      ? (await import('./neo4j/connection.ts')).connectNeo4j(url, { user, password, namespace })
      : (await import('./postgres/connection.ts')).connectPostgres(url, namespace);
  return server.reach().finally(server.close);
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

import { join } from 'node:path';
import { checkDataFile } from './embedded/database.ts';
import type { StoreSettings } from './open.ts';

/** The settings that each name a server. */
export type ServerSetting = 'CHROMA_URL' | 'NEO4J_URL' | 'POSTGRES_URL';

/**
 * Asks the server that a setting names whether it is there, is what it should be, and lets Parley in; nothing is written.
 * @returns its name and version; undefined when the setting names none
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
 * Reads the data file through and names what is damaged in it; empty when it is sound, undefined before there is one.
 * @throws STORE_UNAVAILABLE when it is empty or no database, DATA_LOCKED
 */
export const checkData = async ({ PARLEY_DATA }: Pick<StoreSettings, 'PARLEY_DATA'>): Promise<string[] | undefined> =>
  checkDataFile(join(PARLEY_DATA, 'parley.db'));

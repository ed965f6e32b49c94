/** A server that can hold a part of the data. */
export interface ServerFacts {
  /** Its name in messages. */
  name: string;
  /** What a backup leaves on it, and how it comes back; absent if a backup holds everything that is there. */
  leftOutOfBackup?: string;
}

/**
 * The servers that can hold stores, by the setting of their URL. `stores/open.ts` is given no other URL, and the compiler asks
 * for each server's part of `reach.ts` and of the tests' stores; `parley doctor` checks each, and an eval keeps away from all.
 */
export const SERVERS = {
  CHROMA_URL: { name: 'Chroma', leftOutOfBackup: 'the vectors in Chroma (parley reindex makes them again)' },
  NEO4J_URL: {
    name: 'Neo4j',
    leftOutOfBackup: 'the facts in Neo4j (neo4j-admin database dump; or ingest again)',
  },
  POSTGRES_URL: { name: 'Postgres' },
} as const satisfies Readonly<Record<`${string}_URL`, ServerFacts>>;

/** The settings that contain a server's URL. */
export type ServerSetting = keyof typeof SERVERS;

export const SERVER_SETTINGS = Object.keys(SERVERS) as readonly ServerSetting[];

/** The servers whose URL is set. */
export const serversIn = (settings: Partial<Record<ServerSetting, string>>): ServerSetting[] =>
  SERVER_SETTINGS.filter((setting) => settings[setting]);

/** The same settings without any server: all stores are in the data file. */
export const withoutServers = <S extends Partial<Record<ServerSetting, string>>>(settings: S): S =>
  Object.fromEntries(Object.entries(settings).filter(([setting]) => !(setting in SERVERS))) as S;

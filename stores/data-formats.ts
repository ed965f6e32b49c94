import { migrations as embedded } from './embedded/migrations/index.ts';
import { migrations as neo4j } from './neo4j/migrations/index.ts';
import { migrations as postgres } from './postgres/migrations/index.ts';

/**
 * The version of each kind of data that this Parley writes: older ones it brings up to date when it opens them, newer ones
 * it refuses (DATA_NEWER).
 */
export const dataFormats: Readonly<Record<string, number>> = {
  'the data file': embedded.length,
  Postgres: postgres.length,
  Neo4j: neo4j.length,
};

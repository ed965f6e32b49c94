import { migrations as embedded } from './embedded/migrations/index.ts';
import { migrations as neo4j } from './neo4j/migrations/index.ts';
import { migrations as postgres } from './postgres/migrations/index.ts';

/**
 * The schema version of each database that this version of Parley writes. Parley migrates older data when it opens it and
 * refuses newer data (DATA_NEWER).
 */
export const dataFormats: Readonly<Record<string, number>> = {
  'the data file': embedded.length,
  Postgres: postgres.length,
  Neo4j: neo4j.length,
};

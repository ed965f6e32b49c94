import type { Scope } from '../../core/document.ts';
import { storable } from '../../core/text/storable.ts';
import type { Scored } from '../lexical.ts';
import { dimensionChanged, spaceNotOpen } from '../vector-space.ts';
import type { NextVectors, PassageVector, VectorSpace, WritableVectorStore } from '../vectors.ts';
import type { Postgres } from './connection.ts';
import { internScopes } from './scope-sets.ts';
import { isMissingTable } from './server-error.ts';
import { type Session, singleRow } from './session.ts';

/** Vectors written by one statement: about 7 MB of text at 1,536 dimensions. */
const BATCH = 400;
/** Up to this many visible vectors are compared without the index: exact, and faster if the index finds mostly hidden ones. */
const MAX_COMPARED = 2_000;
/** Additional candidates from the half-precision index, beyond k, whose exact cosine is computed. */
const EXTRA_CANDIDATES = 50;
/** The limit of pgvector's HNSW for half-precision vectors. Longer vectors are compared without an index. */
const MAX_INDEXED_DIMENSIONS = 4_000;

type Role = 'serving' | 'next';
type SpaceRow = VectorSpace & { id: number };

/**
 * Vectors on a Postgres server with pgvector 0.8 or newer. The table stores full precision. The HNSW index (Malkov and
 * Yashunin 2016) stores unit vectors in half precision, which halves its size; its candidates are sorted by exact cosine.
 * Scopes are a condition of the query, and the index scan continues until enough visible vectors are found. If few vectors
 * are visible, or the scan ends early, all visible vectors are compared.
 */
export const postgresVectors = (db: Postgres): WritableVectorStore => {
  /** The serving space, cached. Its table no longer exists after another process has swapped spaces. */
  let held: SpaceRow | undefined;

  /** Runs `work` with the serving space, again if it was swapped meanwhile. @returns undefined if there is none */
  const reading = async <T>(work: (space: SpaceRow) => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      const known = held !== undefined;
      held ??= await spaceOf(db, 'serving');
      if (!held) return undefined;
      try {
        return await work(held);
      } catch (error) {
        if (!isMissingTable(error)) throw error;
        held = undefined;
        if (!known) return undefined;
      }
    }
  };

  const vectorsIn = async (space: SpaceRow, passageIds: readonly string[]) => {
    const rows = await db.rows<{ id: string; vector: Buffer }>(
      `SELECT passage_id AS id, vector_send(vector) AS vector FROM ${tableOf(space)} WHERE passage_id = ANY ($1::text[])`,
      [passageIds],
      `parley-vectors-${space.id}`,
    );
    return new Map(rows.map(({ id, vector }) => [id, readVector(vector)]));
  };
  const stampsIn = async (space: SpaceRow, passageIds: readonly string[]) => {
    const rows = await db.rows<{ id: string; documentId: string; scopes: Scope[] }>(
      `SELECT v.passage_id AS id, v.document_id AS "documentId", s.scopes FROM ${tableOf(space)} v
       JOIN scope_sets s ON s.id = v.scope_set WHERE v.passage_id = ANY ($1::text[])`,
      [passageIds],
    );
    return new Map(rows.map(({ id, ...stamp }) => [id, stamp]));
  };
  const countIn = async (space: SpaceRow) =>
    singleRow(await db.rows<{ count: number }>(`SELECT count(*) AS count FROM ${tableOf(space)}`)).count;

  const search = async (
    space: SpaceRow,
    query: Float32Array,
    k: number,
    scopes: readonly Scope[],
    among?: readonly string[],
  ) => {
    if (query.length !== space.dimensions) throw dimensionChanged(space, { dimensions: query.length });
    const values = [asText(query), scopes];
    if (among)
      return db.rows<Scored>(amongOf(space), [...values, k, among.map(storable)], `parley-nearest-among-${space.id}`);
    const found = await db.rows<Scored & { few: boolean }>(
      nearestOf(space),
      [...values, k, k + EXTRA_CANDIDATES],
      `parley-nearest-${space.id}`,
    );
    // The index scan ended at its limit (`hnsw.max_scan_tuples`) because it found mostly hidden vectors.
    const hits =
      found.length < k && !found[0]?.few
        ? await db.rows<Scored>(everyVisibleOf(space), [...values, k], `parley-every-visible-${space.id}`)
        : found;
    return hits.map(({ id, score }) => ({ id, score }));
  };

  const next: NextVectors = {
    space: async () => publicSpace(await spaceOf(db, 'next')),
    open: (space) => db.transaction((tx) => openSpace(tx, 'next', space)),
    put: (vectors) => db.transaction((tx) => putInto(tx, 'next', vectors)),
    vectors: async (ids) => {
      const space = await spaceOf(db, 'next');
      return space ? vectorsIn(space, ids) : new Map();
    },
    async count() {
      const space = await spaceOf(db, 'next');
      return space ? countIn(space) : 0;
    },
    clear: () => db.transaction((tx) => dropSpace(tx, 'next')),
  };

  return {
    space: async () => publicSpace(await spaceOf(db, 'serving')),
    open: (space) => db.transaction((tx) => openSpace(tx, 'serving', space)),
    put: (vectors) => db.transaction((tx) => putVectors(tx, vectors)),
    deleteDocuments: (ids, { dryRun = false } = {}) => db.transaction((tx) => deleteVectors(tx, ids), { undo: dryRun }),
    async search(query, k, scopes, among) {
      if (k <= 0 || scopes.length === 0) return [];
      const hits = await reading(async (space) => {
        if (query.length === space.dimensions) return search(space, query, k, scopes, among);
        held = await spaceOf(db, 'serving'); // another process may have swapped spaces
        return held && search(held, query, k, scopes, among);
      });
      return hits ?? [];
    },
    vectors: async (ids) => (await reading((space) => vectorsIn(space, ids))) ?? new Map(),
    stampsOf: async (ids) => (await reading((space) => stampsIn(space, ids))) ?? new Map(),
    count: async () => (await reading(countIn)) ?? 0,
    clear: () => db.transaction((tx) => dropSpace(tx, 'serving')),
    next,
    swap: () =>
      db.transaction(async (tx) => {
        await lockSpaces(tx);
        if (!(await spaceOf(tx, 'next'))) throw spaceNotOpen();
        await dropSpace(tx, 'serving');
        await tx.run("UPDATE vector_spaces SET role = 'serving' WHERE role = 'next'");
      }),
  };
};

/** Writes or replaces vectors of the serving space, inside the caller's transaction. */
export const putVectors = (tx: Session, vectors: readonly PassageVector[]): Promise<void> =>
  putInto(tx, 'serving', vectors);

/**
 * Removes the vectors of documents from both spaces, inside the caller's transaction.
 * @returns the number removed from the serving space
 */
export const deleteVectors = async (tx: Session, documentIds: readonly string[]): Promise<number> => {
  let deleted = 0;
  for (const role of ['next', 'serving'] as const) {
    const space = await spaceOf(tx, role, { held: true });
    deleted = space
      ? await tx.run(`DELETE FROM ${tableOf(space)} WHERE document_id = ANY ($1::text[])`, [documentIds])
      : 0;
  }
  return deleted;
};

const tableOf = ({ id }: SpaceRow) => `vectors_${id}`;

const publicSpace = (space: SpaceRow | undefined): VectorSpace | undefined =>
  space && { encoder: space.encoder, dimensions: space.dimensions };

/** @param options `held` locks the space against swapping and dropping until the end of the transaction */
const spaceOf = async (db: Session, role: Role, { held = false } = {}): Promise<SpaceRow | undefined> =>
  (
    await db.rows<SpaceRow>(
      `SELECT id, encoder, dimensions FROM vector_spaces WHERE role = $1 ${held ? 'FOR SHARE' : ''}`,
      [role],
    )
  )[0];

const lockSpaces = (tx: Session) =>
  tx.run("SELECT pg_advisory_xact_lock(hashtextextended('parley vector spaces ' || current_schema(), 0))");

const openSpace = async (tx: Session, role: Role, { encoder, dimensions }: VectorSpace): Promise<void> => {
  await lockSpaces(tx);
  const before = await spaceOf(tx, role);
  if (before && before.encoder === encoder && before.dimensions === dimensions) return;
  if (before) throw dimensionChanged(before, { encoder, dimensions });
  const [made] = await tx.rows<SpaceRow>(
    'INSERT INTO vector_spaces (role, encoder, dimensions) VALUES ($1, $2, $3) RETURNING id, encoder, dimensions',
    [role, encoder, dimensions],
  );
  const table = tableOf(made!);
  await tx.run(
    `CREATE TABLE ${table} (
       passage_id text COLLATE "C" PRIMARY KEY,
       document_id text COLLATE "C" NOT NULL,
       scope_set integer NOT NULL REFERENCES scope_sets (id),
       vector vector(${made!.dimensions}) NOT NULL
     )`,
  );
  await tx.run(`CREATE INDEX ON ${table} (document_id)`);
  await tx.run(`CREATE INDEX ON ${table} (scope_set, passage_id)`);
  // With pgvector's default build parameters: m = 16, ef_construction = 64.
  if (dimensions <= MAX_INDEXED_DIMENSIONS)
    await tx.run(`CREATE INDEX ON ${table} USING hnsw ((${halfOf(made!, 'vector')}) halfvec_ip_ops)`);
};

const dropSpace = async (tx: Session, role: Role): Promise<void> => {
  await lockSpaces(tx);
  const [gone] = await tx.rows<SpaceRow>('DELETE FROM vector_spaces WHERE role = $1 RETURNING id', [role]);
  if (gone) await tx.run(`DROP TABLE ${tableOf(gone)}`);
};

const putInto = async (tx: Session, role: Role, vectors: readonly PassageVector[]): Promise<void> => {
  if (vectors.length === 0) return;
  const space = await spaceOf(tx, role, { held: true });
  if (!space) throw spaceNotOpen();
  const wrong = vectors.find(({ vector }) => vector.length !== space.dimensions);
  if (wrong) throw dimensionChanged(space, { dimensions: wrong.vector.length });
  // The last vector of a passage wins. All writers use the same order of ids, which avoids deadlocks.
  const latest = [...new Map(vectors.map((each) => [storable(each.passageId), each])).entries()].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const sets = await internScopes(
    tx,
    latest.map(([, { scopes }]) => scopes),
  );
  for (let at = 0; at < latest.length; at += BATCH) {
    const batch = latest.slice(at, at + BATCH);
    await tx.run(
      `INSERT INTO ${tableOf(space)} (passage_id, document_id, scope_set, vector)
       SELECT passage_id, document_id, scope_set, vector::vector
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[]) AS row (passage_id, document_id, scope_set, vector)
       ON CONFLICT (passage_id) DO UPDATE SET document_id = excluded.document_id, scope_set = excluded.scope_set,
         vector = excluded.vector`,
      [
        batch.map(([id]) => id),
        batch.map(([, { documentId }]) => documentId),
        sets.slice(at, at + BATCH),
        batch.map(([, { vector }]) => asText(vector)),
      ],
    );
  }
};

/** Normalises before rounding: half precision ends at 65,504, and the inner product of unit vectors is their cosine. */
const halfOf = ({ dimensions }: SpaceRow, vector: string) => `l2_normalize(${vector})::halfvec(${dimensions})`;

const queryOf = ({ dimensions }: SpaceRow) => `$1::vector(${dimensions})`;

/** The cosine; 0 for a zero vector, where it is undefined. */
const scoreOf = (space: SpaceRow) => `coalesce(nullif(1 - (vector <=> ${queryOf(space)}), 'NaN'), 0)::float8 AS score`;

const SETS = 'ARRAY(SELECT id FROM scope_sets WHERE scopes && $2::text[])';

/**
 * Parameters: $1 query, $2 scopes, $3 k, $4 number of candidates. Compares all visible vectors if they are few, and uses the
 * HNSW index otherwise; the server executes only one of the two branches. `IS TRUE` keeps the planner from using the
 * condition as an index condition, because it cannot estimate the number of visible rows.
 */
const nearestOf = (space: SpaceRow) => `
  WITH seen AS MATERIALIZED (SELECT ${SETS} AS sets),
  first AS MATERIALIZED (
    SELECT passage_id FROM ${tableOf(space)} WHERE scope_set = ANY ((SELECT sets FROM seen)::integer[]) LIMIT ${MAX_COMPARED + 1}
  ),
  few AS MATERIALIZED (SELECT count(*) <= ${MAX_COMPARED} AS yes FROM first),
  near AS (
    SELECT passage_id, vector FROM ${tableOf(space)} JOIN first USING (passage_id) WHERE (SELECT yes FROM few)
    UNION ALL
    (SELECT passage_id, vector FROM ${tableOf(space)}
     WHERE NOT (SELECT yes FROM few) AND (scope_set = ANY ((SELECT sets FROM seen)::integer[])) IS TRUE
     ORDER BY ${halfOf(space, 'vector')} <#> ${halfOf(space, queryOf(space))} LIMIT $4)
  )
  SELECT passage_id AS id, ${scoreOf(space)}, (SELECT yes FROM few) AS few FROM near ORDER BY score DESC, id LIMIT $3`;

/** Parameters: $1 query, $2 scopes, $3 k, $4 the ids of the passages to compare. */
const amongOf = (space: SpaceRow) => `
  SELECT passage_id AS id, ${scoreOf(space)} FROM ${tableOf(space)}
  WHERE passage_id = ANY ($4::text[]) AND scope_set = ANY (${SETS}) ORDER BY score DESC, id LIMIT $3`;

const everyVisibleOf = (space: SpaceRow) => `
  SELECT passage_id AS id, ${scoreOf(space)} FROM ${tableOf(space)} WHERE scope_set = ANY (${SETS})
  ORDER BY score DESC, id LIMIT $3`;

/** Nine significant digits identify every 32-bit float. */
const asText = (vector: Float32Array): string => `[${Array.from(vector, (x) => x.toPrecision(9)).join()}]`;

/** Reads pgvector's binary format: the number of dimensions and a reserved word (16 bits each), then big-endian floats. */
const readVector = (sent: Buffer): Float32Array => {
  const floats = Buffer.from(sent.subarray(4)).swap32();
  return floats.byteOffset % 4 === 0
    ? new Float32Array(floats.buffer, floats.byteOffset, floats.length / 4)
    : new Float32Array(Uint8Array.from(floats).buffer);
};

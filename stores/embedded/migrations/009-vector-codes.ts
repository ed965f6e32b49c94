/**
 * Vectors as rows, found by binary codes. A code has a bit a dimension (its sign); codes lie in blocks of 4,096 places of
 * one scope set, so that a search reads one blob a block and nothing that it may not see. A vector's key is its block × 4096
 * + its place. Replaces the vec0 table, whose vectors go: no release had it.
 */
export default `
DROP TABLE IF EXISTS passage_vectors;
DROP TABLE vector_passages;
DELETE FROM vector_space;
CREATE TABLE vectors (
  key INTEGER PRIMARY KEY,
  passage_id TEXT NOT NULL UNIQUE,
  document_id TEXT NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX vectors_by_document ON vectors (document_id);
CREATE TABLE vector_blocks (
  block INTEGER PRIMARY KEY,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  passages INTEGER NOT NULL,
  words INTEGER NOT NULL,
  taken BLOB NOT NULL
);
CREATE INDEX vector_blocks_by_scope ON vector_blocks (scope_set);
CREATE TABLE vector_codes (
  block INTEGER PRIMARY KEY,
  codes BLOB NOT NULL
);
`;

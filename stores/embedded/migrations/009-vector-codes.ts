/**
 * Vectors as rows, with binary codes for search. A code holds the sign of each dimension as one bit. Codes are stored in
 * blocks of 4,096 places with the same scope set, so a search reads one blob per visible block and no other codes. A
 * vector's key is block × 4096 + place. Drops the vec0 table with its vectors, which no release used.
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

/** A second set of vector tables, which `reindex` fills while searches use the first. `vector_slot` names the set in use. */
export default `
CREATE TABLE vector_slot (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  serving TEXT NOT NULL CHECK (serving IN ('', '_b'))
);
INSERT INTO vector_slot VALUES (1, '');
CREATE TABLE vector_space_b (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  encoder TEXT NOT NULL,
  dimensions INTEGER NOT NULL
);
CREATE TABLE vectors_b (
  key INTEGER PRIMARY KEY,
  passage_id TEXT NOT NULL UNIQUE,
  document_id TEXT NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX vectors_b_by_document ON vectors_b (document_id);
CREATE TABLE vector_blocks_b (
  block INTEGER PRIMARY KEY,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  passages INTEGER NOT NULL,
  words INTEGER NOT NULL,
  taken BLOB NOT NULL
);
CREATE INDEX vector_blocks_b_by_scope ON vector_blocks_b (scope_set);
CREATE TABLE vector_codes_b (
  block INTEGER PRIMARY KEY,
  codes BLOB NOT NULL
);
`;

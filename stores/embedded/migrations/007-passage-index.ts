/**
 * The passage index (stores/passage-index.ts). A passage's number is block × 4096 + place, and all passages of a block have
 * the same scope set. Inverted lists are split by block, so a change rewrites only its block's part of each list.
 */
export default `
CREATE TABLE index_blocks (
  block INTEGER PRIMARY KEY,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  passages INTEGER NOT NULL,
  words INTEGER NOT NULL,
  taken BLOB NOT NULL
);
CREATE INDEX index_blocks_by_scope ON index_blocks (scope_set);

CREATE TABLE index_passages (
  number INTEGER PRIMARY KEY,
  passage_id TEXT NOT NULL UNIQUE,
  document_id TEXT NOT NULL,
  words INTEGER NOT NULL,
  record TEXT NOT NULL,
  lists TEXT NOT NULL
);
CREATE INDEX index_passages_by_document ON index_passages (document_id);

CREATE TABLE index_lists (
  kind INTEGER NOT NULL,
  key TEXT NOT NULL,
  block INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (kind, key, block)
) WITHOUT ROWID;
`;

/**
 * Full text and vectors. The FTS5 table is contentless: it holds only postings, and the text stays in `passages`.
 * The vec0 table was created when the encoder's dimensions were known; migration 009 replaces it.
 */
export default `
CREATE TABLE lexical_passages (
  key INTEGER PRIMARY KEY,
  passage_id TEXT NOT NULL UNIQUE,
  document_id TEXT NOT NULL,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id)
);
CREATE INDEX lexical_by_document ON lexical_passages (document_id);
CREATE VIRTUAL TABLE lexical_words USING fts5 (
  title, text, scope_set,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TABLE vector_space (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  encoder TEXT NOT NULL,
  dimensions INTEGER NOT NULL
);
CREATE TABLE vector_passages (
  key INTEGER PRIMARY KEY,
  passage_id TEXT NOT NULL UNIQUE,
  document_id TEXT NOT NULL,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id)
);
CREATE INDEX vectors_by_document ON vector_passages (document_id);
`;

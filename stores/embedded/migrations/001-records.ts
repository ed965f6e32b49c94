/**
 * Scope sets, sources, documents with their passages and tables. Long texts are the last columns, because SQLite then skips
 * their overflow pages in reads that do not select them.
 */
export default `
CREATE TABLE scope_sets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scopes TEXT NOT NULL UNIQUE
);
CREATE TABLE scope_members (
  scope TEXT NOT NULL,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  PRIMARY KEY (scope, scope_set)
) WITHOUT ROWID;

CREATE TABLE sources (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  location TEXT NOT NULL,
  scopes TEXT NOT NULL,
  options TEXT,
  synced_at TEXT
) WITHOUT ROWID;

CREATE TABLE documents (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source_id TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  updated_at TEXT,
  fetched_at TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  language TEXT,
  metadata TEXT,
  passages INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX documents_by_source ON documents (source_id, id, passages);
CREATE INDEX documents_by_scope ON documents (scope_set);

CREATE TABLE passages (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  document INTEGER NOT NULL REFERENCES documents (key),
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  headings TEXT,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  table_id TEXT,
  links TEXT,
  url TEXT,
  text TEXT NOT NULL
);
CREATE INDEX passages_by_document ON passages (document, ordinal);

CREATE TABLE tables (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  document INTEGER NOT NULL REFERENCES documents (key),
  caption TEXT NOT NULL,
  headings TEXT NOT NULL,
  columns TEXT NOT NULL,
  types TEXT NOT NULL,
  rows TEXT NOT NULL
);
CREATE INDEX tables_by_document ON tables (document, key);
`;

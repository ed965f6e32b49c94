/** Scope sets, sources, documents, passages, tables. Ids have the collation "C", the order of every store's streams. */
export default `
CREATE TABLE scope_sets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scopes text[] NOT NULL UNIQUE
);
CREATE INDEX scope_sets_by_scope ON scope_sets USING gin (scopes);

CREATE TABLE sources (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL,
  location text NOT NULL,
  scopes text[] NOT NULL,
  options jsonb,
  synced_at text
);

CREATE TABLE documents (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  source_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  url text,
  scope_set integer NOT NULL REFERENCES scope_sets (id),
  updated_at text,
  fetched_at text NOT NULL,
  content_hash text NOT NULL,
  language text,
  metadata jsonb,
  passages integer NOT NULL,
  text text NOT NULL
);
CREATE INDEX documents_by_source ON documents (source_id, id) INCLUDE (passages);
CREATE INDEX documents_by_scope ON documents (scope_set);

CREATE TABLE passages (
  id text COLLATE "C" PRIMARY KEY,
  document bigint NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
  ordinal integer NOT NULL,
  kind text NOT NULL,
  headings jsonb NOT NULL,
  start integer NOT NULL,
  "end" integer NOT NULL,
  table_id text,
  links jsonb NOT NULL,
  url text,
  text text NOT NULL
);
CREATE INDEX passages_by_document ON passages (document, ordinal);

CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY,
  document bigint NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
  position integer NOT NULL,
  caption text NOT NULL,
  headings jsonb NOT NULL,
  columns jsonb NOT NULL,
  types jsonb NOT NULL,
  rows jsonb NOT NULL
);
CREATE INDEX tables_by_document ON tables (document, position);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  note bytea NOT NULL
);
`;

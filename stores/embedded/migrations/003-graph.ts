/**
 * Entities, mentions and triples as statements of documents. A reader sees entities and triples assembled from the
 * statements of visible documents. Deleting a document deletes its statements, and entities and triples without statements.
 * `entity_values` counts statements by value and scope set, so reading the name of an entity with many statements is a short
 * range scan.
 */
export default `
CREATE TABLE graph_documents (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id)
);

CREATE TABLE entities (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
);
CREATE TABLE entity_statements (
  document INTEGER NOT NULL REFERENCES graph_documents (key),
  entity INTEGER NOT NULL REFERENCES entities (key),
  name TEXT NOT NULL,
  aliases TEXT,
  description TEXT,
  PRIMARY KEY (document, entity)
) WITHOUT ROWID;
CREATE INDEX entity_statements_by_entity ON entity_statements (entity);
CREATE TABLE entity_values (
  key INTEGER PRIMARY KEY,
  entity INTEGER NOT NULL REFERENCES entities (key),
  kind TEXT NOT NULL CHECK (kind IN ('name', 'alias', 'description')),
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  value TEXT NOT NULL,
  statements INTEGER NOT NULL,
  UNIQUE (entity, kind, scope_set, value)
);
CREATE VIRTUAL TABLE entity_words USING fts5 (
  value, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE mentions (
  passage_id TEXT NOT NULL,
  entity INTEGER NOT NULL REFERENCES entities (key),
  document INTEGER NOT NULL REFERENCES graph_documents (key),
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  count INTEGER NOT NULL,
  in_title INTEGER NOT NULL,
  PRIMARY KEY (passage_id, entity)
) WITHOUT ROWID;
CREATE INDEX mentions_by_entity ON mentions (entity, in_title DESC, count DESC, passage_id, scope_set, document);
CREATE INDEX mentions_by_document ON mentions (document);

CREATE TABLE triples (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  subject INTEGER NOT NULL REFERENCES entities (key),
  predicate TEXT NOT NULL,
  object INTEGER NOT NULL REFERENCES entities (key)
);
CREATE INDEX triples_by_subject ON triples (subject, id);
CREATE INDEX triples_by_object ON triples (object, id);
CREATE TABLE triple_statements (
  triple INTEGER NOT NULL REFERENCES triples (key),
  document INTEGER NOT NULL REFERENCES graph_documents (key),
  scope_set INTEGER NOT NULL REFERENCES scope_sets (id),
  subject_name TEXT NOT NULL,
  object_name TEXT NOT NULL,
  passage_ids TEXT NOT NULL,
  PRIMARY KEY (triple, document)
) WITHOUT ROWID;
CREATE INDEX triple_statements_by_document ON triple_statements (document);
`;

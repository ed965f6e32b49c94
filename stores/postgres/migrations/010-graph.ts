/**
 * The graph: documents state entities and triples, and their passages mention entities. `entity_values` counts the documents
 * per scope set that state each name, alias and description, so reads do not count statements. Values may be longer than an
 * index entry allows, so their hash is indexed.
 */
export default `
CREATE TABLE graph_documents (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  scope_set integer NOT NULL REFERENCES scope_sets (id)
);

CREATE TABLE entities (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE entity_statements (
  document bigint NOT NULL REFERENCES graph_documents (key),
  entity bigint NOT NULL REFERENCES entities (key),
  name text NOT NULL,
  aliases text[],
  description text,
  PRIMARY KEY (document, entity)
);
CREATE INDEX entity_statements_by_entity ON entity_statements (entity);

CREATE TABLE entity_values (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity bigint NOT NULL REFERENCES entities (key),
  kind text NOT NULL CHECK (kind IN ('name', 'alias', 'description')),
  scope_set integer NOT NULL REFERENCES scope_sets (id),
  value text COLLATE "C" NOT NULL,
  words text[],
  statements integer NOT NULL
);
CREATE UNIQUE INDEX entity_values_by_entity ON entity_values (entity, kind, scope_set, md5(value));
CREATE INDEX entity_values_by_word ON entity_values USING gin (words) WHERE words IS NOT NULL;

CREATE TABLE mentions (
  passage_id text COLLATE "C" NOT NULL,
  entity bigint NOT NULL REFERENCES entities (key),
  document bigint NOT NULL REFERENCES graph_documents (key),
  scope_set integer NOT NULL,
  count integer NOT NULL,
  in_title boolean NOT NULL,
  PRIMARY KEY (passage_id, entity)
);
CREATE INDEX mentions_by_entity ON mentions (entity, in_title DESC, count DESC, passage_id);
CREATE INDEX mentions_by_document ON mentions (document);

CREATE TABLE triples (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  subject bigint NOT NULL REFERENCES entities (key),
  predicate text NOT NULL,
  object bigint NOT NULL REFERENCES entities (key)
);
CREATE INDEX triples_by_subject ON triples (subject, id);
CREATE INDEX triples_by_object ON triples (object, id);

CREATE TABLE triple_statements (
  triple bigint NOT NULL REFERENCES triples (key),
  document bigint NOT NULL REFERENCES graph_documents (key),
  scope_set integer NOT NULL,
  subject_name text NOT NULL,
  object_name text NOT NULL,
  passage_ids text[] NOT NULL,
  PRIMARY KEY (triple, document)
);
CREATE INDEX triple_statements_by_document ON triple_statements (document);
`;

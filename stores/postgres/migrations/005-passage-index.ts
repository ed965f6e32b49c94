/**
 * The passage index (stores/passage-index.ts). A passage's number is block × 4096 + place, and all passages of a block have
 * the same scope set. Inverted lists are split by block. Postings do not compress, so their compression is turned off.
 */
export default `
CREATE TABLE index_blocks (
  block integer PRIMARY KEY,
  scope_set integer NOT NULL REFERENCES scope_sets (id),
  passages integer NOT NULL,
  words bigint NOT NULL,
  taken bytea NOT NULL
);
CREATE INDEX index_blocks_by_scope ON index_blocks (scope_set);

CREATE TABLE index_passages (
  number bigint PRIMARY KEY,
  passage_id text COLLATE "C" NOT NULL UNIQUE,
  document_id text COLLATE "C" NOT NULL,
  words integer NOT NULL,
  record jsonb NOT NULL,
  lists jsonb NOT NULL
);
CREATE INDEX index_passages_by_document ON index_passages (document_id);

CREATE TABLE index_lists (
  kind smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  block integer NOT NULL,
  postings bytea NOT NULL,
  PRIMARY KEY (kind, key, block)
);
ALTER TABLE index_lists ALTER COLUMN postings SET STORAGE EXTERNAL;
`;

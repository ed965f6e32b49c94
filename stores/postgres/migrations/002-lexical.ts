/**
 * Postings for BM25, which Postgres has not: a row a word and passage, with all that scoring and scopes need, so that a
 * search reads one range of one index for each of its words. No foreign key: its check would cost more than the row.
 */
export default `
CREATE TABLE lexical_passages (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  passage_id text COLLATE "C" NOT NULL UNIQUE,
  document_id text COLLATE "C" NOT NULL,
  length integer NOT NULL
);
CREATE INDEX lexical_by_document ON lexical_passages (document_id);
CREATE TABLE postings (
  term text COLLATE "C" NOT NULL,
  passage bigint NOT NULL,
  count integer NOT NULL,
  length integer NOT NULL,
  scope_set integer NOT NULL,
  PRIMARY KEY (term, passage) INCLUDE (count, length, scope_set)
);
CREATE INDEX postings_by_passage ON postings (passage);
`;

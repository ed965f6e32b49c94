/**
 * Postings for BM25, which Postgres does not have. Each row is one word in one passage, with everything that scoring and the
 * scope filter need, so that a search reads one index range per word. There is no foreign key, because checking it would
 * cost more than the insert.
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

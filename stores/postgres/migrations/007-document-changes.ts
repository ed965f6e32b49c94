/** The time of each document's last replacement or removal, in milliseconds since 1970; one row per document. */
export default `
CREATE TABLE document_changes (
  id text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL
);
CREATE INDEX document_changes_by_time ON document_changes (at, id);
`;

/** When documents were last replaced or removed, in milliseconds: one row a document, whatever its history. */
export default `
CREATE TABLE document_changes (
  id text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL
);
CREATE INDEX document_changes_by_time ON document_changes (at, id);
`;

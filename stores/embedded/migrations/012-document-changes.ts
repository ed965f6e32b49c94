/** When documents were last replaced or removed, in milliseconds: one row a document, whatever its history. */
export default `
CREATE TABLE document_changes (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX document_changes_by_time ON document_changes (at, id);
`;

/** Counts the changes of the passage index, so that a process can tell whether what it remembers of it is still true. */
export default `
CREATE TABLE index_version (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version INTEGER NOT NULL
);
INSERT INTO index_version VALUES (1, 0);
`;

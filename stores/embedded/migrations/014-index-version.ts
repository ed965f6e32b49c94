/** Counts changes of the passage index, so that processes know when to clear their caches (list-cache.ts). */
export default `
CREATE TABLE index_version (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version INTEGER NOT NULL
);
INSERT INTO index_version VALUES (1, 0);
`;

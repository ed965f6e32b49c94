/** The job queue. Times are in milliseconds since 1970. `turn` orders the jobs of a kind (see stores/jobs.ts). */
export default `
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  served TEXT NOT NULL,
  data TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'dead')),
  turn INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  rules TEXT NOT NULL,
  enqueued_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  error TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX jobs_by_key ON jobs (kind, key) WHERE state <> 'dead';
CREATE INDEX jobs_by_turn ON jobs (kind, state, turn, enqueued_at);
`;

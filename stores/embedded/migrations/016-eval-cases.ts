/** Eval cases with links to the people and turns in them, and the right answer that a person gave with a thumbs down. */
export default `
CREATE TABLE eval_cases (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  question_key TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX eval_cases_by_time ON eval_cases (updated_at, id);
CREATE INDEX eval_cases_by_status ON eval_cases (status, updated_at, id);
CREATE INDEX eval_cases_by_key ON eval_cases (question_key, id);
CREATE TABLE eval_case_links (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  case_id TEXT NOT NULL,
  PRIMARY KEY (kind, key, case_id)
) WITHOUT ROWID;
CREATE INDEX eval_case_links_by_case ON eval_case_links (case_id);
ALTER TABLE feedback ADD COLUMN answer TEXT;
`;

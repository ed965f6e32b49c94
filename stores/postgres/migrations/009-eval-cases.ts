/** Eval cases with links to the people and turns in them, and the right answer that a person gave with a thumbs down. */
export default `
CREATE TABLE eval_cases (
  id text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL,
  status text NOT NULL,
  question_key text NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  value jsonb NOT NULL
);
CREATE INDEX eval_cases_by_time ON eval_cases (updated_at, id);
CREATE INDEX eval_cases_by_status ON eval_cases (status, updated_at, id);
CREATE INDEX eval_cases_by_key ON eval_cases (md5(question_key), id);
CREATE TABLE eval_case_links (
  kind text NOT NULL,
  key text NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, key, case_id)
);
CREATE INDEX eval_case_links_by_case ON eval_case_links (case_id);
ALTER TABLE feedback ADD COLUMN answer text;
`;

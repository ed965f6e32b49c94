/** The key-value store: JSON by kind and key. */
export default `
CREATE TABLE front_records (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  person_id TEXT,
  updated_at TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) WITHOUT ROWID;
CREATE INDEX front_records_by_person ON front_records (person_id) WHERE person_id IS NOT NULL;
`;

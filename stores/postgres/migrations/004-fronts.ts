/** The key-value store: JSON by kind and key. */
export default `
CREATE TABLE front_records (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  person_id text,
  updated_at text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (kind, key)
);
CREATE INDEX front_records_by_person ON front_records (person_id) WHERE person_id IS NOT NULL;
`;

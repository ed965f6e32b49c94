/** A running turn's inputs beside its question, and what each person and workspace spent per day. */
export default `
ALTER TABLE turns ADD COLUMN given TEXT;
CREATE TABLE spent (
  day TEXT NOT NULL,
  who TEXT NOT NULL,
  questions INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  PRIMARY KEY (day, who)
) WITHOUT ROWID;
`;

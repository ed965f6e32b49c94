/** A running turn's inputs beside its question, and what each person and workspace spent per day. */
export default `
ALTER TABLE turns ADD COLUMN given jsonb;
CREATE TABLE spent (
  day text NOT NULL,
  who text NOT NULL,
  questions bigint NOT NULL,
  tokens bigint NOT NULL,
  PRIMARY KEY (day, who)
);
`;

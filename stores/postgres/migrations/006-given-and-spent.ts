/** What a running turn was given beside its question; what each person and workspace spent on a day. */
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

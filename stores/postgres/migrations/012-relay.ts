/** Messages between processes about answers in progress. UNLOGGED, because finished answers are stored elsewhere. */
export default `
CREATE UNLOGGED TABLE relayed (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  message jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX relayed_by_channel ON relayed (channel);
CREATE INDEX relayed_by_time ON relayed (at);
`;

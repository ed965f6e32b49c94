/** What processes tell each other of answers that grow. Times are milliseconds of wall time. */
export default `
CREATE TABLE relayed (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  message TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX relayed_by_channel ON relayed (channel, n);
`;

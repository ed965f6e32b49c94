/** Messages between processes about answers in progress. Times are in milliseconds since 1970. */
export default `
CREATE TABLE relayed (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  message TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX relayed_by_channel ON relayed (channel, n);
`;

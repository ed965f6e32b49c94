/** Changes that a server must still hear of; see `stores/apply.ts`. */
export default `
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  note BLOB NOT NULL
);
`;

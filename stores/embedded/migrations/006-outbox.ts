/** Changes that are not yet applied to every server; see `stores/apply.ts`. */
export default `
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  note BLOB NOT NULL
);
`;

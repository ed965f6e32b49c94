/** Finds the turns that no page answered without reading the answers of all others, which are compressed. */
export default `CREATE INDEX turns_unanswered ON turns (asked_at, key)
  WHERE status = 'done' AND answer ->> 'verdict' = 'unknown';`;

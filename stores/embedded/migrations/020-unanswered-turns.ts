/** Finds the turns that no page answered without reading the answers of all others; a query that spells it so is served. */
export default `CREATE INDEX turns_unanswered ON turns (asked_at, key)
  WHERE status = 'done' AND json_extract(answer, '$.verdict') = 'unknown';`;

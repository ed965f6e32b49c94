/** An index for `unansweredTurns`, which would otherwise decompress and read every answer. */
export default `CREATE INDEX turns_unanswered ON turns (asked_at, key)
  WHERE status = 'done' AND answer ->> 'verdict' = 'unknown';`;

/** An index for `unansweredTurns`, which would otherwise read every answer. SQLite uses it only for this exact condition. */
export default `CREATE INDEX turns_unanswered ON turns (asked_at, key)
  WHERE status = 'done' AND json_extract(answer, '$.verdict') = 'unknown';`;

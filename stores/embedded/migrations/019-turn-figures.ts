/** The fields of an answer that are summed over turns. SQLite uses the index only for this exact expression. */
export const TURN_FIGURES = `json_extract(answer, '$.verdict', '$.strategy', '$.usage.calls', '$.usage.inputTokens',
  '$.usage.outputTokens', '$.usage.seconds')`;

/** A covering index for `turnSums`, which would otherwise read every answer of a month. */
export default `CREATE INDEX turns_by_figures ON turns (asked_at, status, ${TURN_FIGURES});`;

/** What sums over turns read of an answer; the index serves a query that spells it exactly so. */
export const TURN_FIGURES = `json_extract(answer, '$.verdict', '$.strategy', '$.usage.calls', '$.usage.inputTokens',
  '$.usage.outputTokens', '$.usage.seconds')`;

/** Sums over the turns of a month, without reading their answers. */
export default `CREATE INDEX turns_by_figures ON turns (asked_at, status, ${TURN_FIGURES});`;

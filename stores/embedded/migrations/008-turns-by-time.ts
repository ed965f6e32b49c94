/** Lets `allTurns` stream turns in the order in which they were asked, without sorting. */
export default 'CREATE INDEX turns_by_time ON turns (asked_at, key);';

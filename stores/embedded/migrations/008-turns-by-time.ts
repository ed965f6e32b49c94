/** Streams all turns in the order asked, without sorting them. */
export default 'CREATE INDEX turns_by_time ON turns (asked_at, key);';

/** Maximum cells, including the empty cells that fill short rows: one long row must not exhaust the memory. */
const MAX_CELLS = 2_000_000;

/** The number of columns of a table that are read: all, or as many as its rows leave room for. */
export const columnsRead = (columns: number, rows: number): number =>
  Math.min(columns, Math.max(1, Math.floor(MAX_CELLS / Math.max(1, rows))));

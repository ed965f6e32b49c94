import { existsSync } from 'node:fs';

/**
 * The reason for skipping a file of Notion's with what one view shows of a table, if the file with all of the table is beside it:
 * `Vendors ID.csv` and `Vendors ID_all.csv`. Undefined for any other file.
 */
export const whyView = (file: string): string | undefined =>
  / [0-9a-f]{32}\.csv$/.test(file) && existsSync(file.replace(/\.csv$/, '_all.csv'))
    ? 'a view of a table that is read as a whole'
    : undefined;

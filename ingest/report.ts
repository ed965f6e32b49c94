/** What one run of ingest or sync did, as `ingest --json` prints it. */
export interface IngestReport {
  source: string;
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: IngestFailure[];
  /** Pages of a site that say what another one says (a print version, a mirror) and were left out for it. */
  copies: { input: string; of: string }[];
  /** What was written in this run. */
  documents: number;
  passages: number;
  tables: number;
  /** Facts that the documents state: one that two of them state counts twice, and is one triple in the graph. */
  triples: number;
  seconds: number;
  /** Of a dry run: what would happen to which document, in the order in which it would. */
  plan?: PlannedChange[];
}

export interface PlannedChange {
  id: string;
  does: 'add' | 'update' | 'delete';
}

/** An input that could not be ingested; the others were. */
export interface IngestFailure {
  /** The file, URL or `file.jsonl:LINE`. */
  input: string;
  code: string;
  message: string;
  remedy: string;
  /** The location of the source's input that it is from. */
  place?: string;
  /** Of a page whose bytes could not be read: their hash with the parsers' versions. The same bytes are not tried again. */
  contentHash?: string;
  /** True when it is a page that can be read again by itself, false for a part of the place of which no page is known. */
  page?: boolean;
}

/** A report of nothing done. */
export const emptyReport = (source: string): IngestReport => ({
  source,
  added: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  failed: [],
  copies: [],
  documents: 0,
  passages: 0,
  tables: 0,
  triples: 0,
  seconds: 0,
});

/** One report of several: numbers added up, failures in order, sources named once each. */
export const mergeReports = (reports: readonly IngestReport[]): IngestReport => {
  const merged = emptyReport([...new Set(reports.map(({ source }) => source))].join(', '));
  const sums = [
    'added',
    'updated',
    'unchanged',
    'deleted',
    'documents',
    'passages',
    'tables',
    'triples',
    'seconds',
  ] as const;
  for (const report of reports) {
    for (const name of sums) merged[name] += report[name];
    merged.failed.push(...report.failed);
    if (report.plan) merged.plan = [...(merged.plan ?? []), ...report.plan];
    merged.copies.push(...report.copies);
  }
  return merged;
};

import type { DeletionReceipt } from '../stores/index.ts';

/** What one run of ingest or sync did, as `ingest --json` prints it. */
export interface IngestReport {
  source: string;
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  /** The receipt of what was deleted: how much of what, everywhere, and the first 1,000 ids. */
  removed?: DeletionReceipt & { ids: string[] };
  /** Stored pages that other people may see now, as their source says; their text was not read again. */
  rescoped?: number;
  failed: IngestFailure[];
  /** Pages of a site that say what another one says (a print version, a mirror) and were left out for it. */
  copies: { input: string; of: string }[];
  skipped: SkippedFiles;
  /** Hosts at which files say that they stand and which PARLEY_LINK_HOSTS does not name, with how many files. */
  unlinkedHosts?: Record<string, number>;
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

/** Files and folders that were passed over on purpose. */
export interface SkippedFiles {
  total: number;
  /** How many there are of each reason. */
  reasons: Record<string, number>;
  /** The first of them: of a report 10,000, of what a source remembers 1,000. */
  files: { input: string; reason: string }[];
}

/** Files that are passed over are named one by one up to here, and counted by their reason beyond. */
const MAX_SKIPPED_REPORTED = 10_000;
export const MAX_SKIPPED_REMEMBERED = 1000;

export const noneSkipped = (): SkippedFiles => ({ total: 0, reasons: {}, files: [] });

/** One file that was passed over, as a list. */
export const oneSkipped = (input: string, reason: string): SkippedFiles => ({
  total: 1,
  reasons: { [reason]: 1 },
  files: [{ input, reason }],
});

/** Adds what was passed over to a list. @param max files that the list names */
export const addSkipped = (
  skipped: SkippedFiles,
  { files, reasons, total }: SkippedFiles,
  max = MAX_SKIPPED_REPORTED,
): void => {
  skipped.total += total;
  for (const [reason, count] of Object.entries(reasons))
    skipped.reasons[reason] = (skipped.reasons[reason] ?? 0) + count;
  skipped.files.push(...files.slice(0, Math.max(0, max - skipped.files.length)));
};

/** How far a run of ingest or sync is. */
export interface IngestProgress {
  /** Pages are read, or the passages of pages that were read get their vectors. */
  phase: 'reading' | 'encoding';
  /** Pages that the phase is through with, in all of the source. */
  done: number;
  /** Pages of the source, where that is known beforehand. */
  total?: number;
  /** The page at hand. */
  input: string;
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
  /** The document's id, of a page that is known by one. */
  id?: string;
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
  skipped: noneSkipped(),
  documents: 0,
  passages: 0,
  tables: 0,
  triples: 0,
  seconds: 0,
});

const MAX_REMOVED_NAMED = 1000;

/** A receipt of nothing. */
export const nothingRemoved = (): DeletionReceipt => ({
  documents: 0,
  passages: 0,
  tables: 0,
  vectors: 0,
  triples: 0,
  entities: 0,
});

/** Adds what was deleted to a report. */
export const addRemoved = (report: IngestReport, ids: readonly string[], receipt: DeletionReceipt): void => {
  const sum: DeletionReceipt & { ids: string[] } = report.removed ?? { ...nothingRemoved(), ids: [] };
  for (const key of Object.keys(nothingRemoved()) as (keyof DeletionReceipt)[]) sum[key] += receipt[key];
  sum.ids.push(...ids.slice(0, Math.max(0, MAX_REMOVED_NAMED - sum.ids.length)));
  report.deleted += receipt.documents;
  report.removed = sum;
};

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
    if (report.removed) {
      addRemoved(merged, report.removed.ids, report.removed);
      // Counted with the others below.
      merged.deleted -= report.removed.documents;
    }
    if (report.rescoped) merged.rescoped = (merged.rescoped ?? 0) + report.rescoped;
    for (const name of sums) merged[name] += report[name];
    merged.failed.push(...report.failed);
    if (report.plan) merged.plan = [...(merged.plan ?? []), ...report.plan];
    merged.copies.push(...report.copies);
    for (const [host, files] of Object.entries(report.unlinkedHosts ?? {})) {
      merged.unlinkedHosts ??= {};
      merged.unlinkedHosts[host] = (merged.unlinkedHosts[host] ?? 0) + files;
    }
    addSkipped(merged.skipped, report.skipped);
  }
  return merged;
};

import type { DeletionReceipt } from '../stores/index.ts';

/** The result of one run of ingest or sync, which `ingest --json` prints. */
export interface IngestReport {
  source: string;
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  /** The counts of everything deleted, and the first 1,000 ids. */
  removed?: DeletionReceipt & { ids: string[] };
  /** Number of stored pages whose source shows them to other people than before. Their text was not read again. */
  rescoped?: number;
  failed: IngestFailure[];
  /** Pages of a site that were left out because another page has the same text (a print version, a mirror). */
  copies: { input: string; of: string }[];
  skipped: SkippedFiles;
  /** What was left out of pages that were read, such as formulas without a value: the first of them, and their number. */
  leftOut?: { total: number; first: { input: string; notice: string }[] };
  /** Hosts of the addresses that files state as their own, if PARLEY_LINK_HOSTS does not allow them, with numbers of files. */
  unlinkedHosts?: Record<string, number>;
  /** Number of documents written in this run. */
  documents: number;
  passages: number;
  tables: number;
  /** Number of stated facts. A fact that two documents state counts twice here, and is one triple in the graph. */
  triples: number;
  seconds: number;
  /** The changes that a dry run would make, in order. */
  plan?: PlannedChange[];
}

/** Files and folders that were skipped on purpose. */
export interface SkippedFiles {
  total: number;
  /** Their number by reason. */
  reasons: Record<string, number>;
  /** The first of them: 10,000 in a report, 1,000 in a source's memory. */
  files: { input: string; reason: string }[];
}

/** Maximum notices about pages that a report lists. All are counted. */
const MAX_NOTICES_REPORTED = 100;

/** Adds the notices about a page that was read to a report. */
export const addNotices = (report: Pick<IngestReport, 'leftOut'>, input: string, notices: readonly string[]): void => {
  if (notices.length === 0) return;
  report.leftOut ??= { total: 0, first: [] };
  const { first } = report.leftOut;
  report.leftOut.total += notices.length;
  for (const notice of notices.slice(0, MAX_NOTICES_REPORTED - first.length)) first.push({ input, notice });
};

/** Maximum skipped files that a report lists. All are counted by reason. */
const MAX_SKIPPED_REPORTED = 10_000;
export const MAX_SKIPPED_REMEMBERED = 1000;

/** A list without a skipped file. */
export const noneSkipped = (): SkippedFiles => ({ total: 0, reasons: {}, files: [] });

/** A list of one skipped file. */
export const oneSkipped = (input: string, reason: string): SkippedFiles => ({
  total: 1,
  reasons: { [reason]: 1 },
  files: [{ input, reason }],
});

/** Adds skipped files to a list. @param max number of files that the list names */
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

/** Progress of a run of ingest or sync. */
export interface IngestProgress {
  /** `reading` pages, or `encoding` the passages of pages that were read. */
  phase: 'reading' | 'encoding';
  /** Number of pages of the source that the phase has finished. */
  done: number;
  /** Number of pages of the source, if known. */
  total?: number;
  /** The current page. */
  input: string;
}

export interface PlannedChange {
  id: string;
  does: 'add' | 'update' | 'delete';
}

/** An input that could not be ingested. Other inputs are not affected. */
export interface IngestFailure {
  /** The file, URL or `file.jsonl:LINE`. */
  input: string;
  code: string;
  message: string;
  remedy: string;
  /** The location of the source's input that the page is from. */
  place?: string;
  /** Hash of unreadable bytes and of the parsers' versions. The same bytes are not read again. */
  contentHash?: string;
  /** The document's id, if known. */
  id?: string;
  /** True for a page that can be read again alone; false for a part of the place, such as a list of pages. */
  page?: boolean;
  /** How many failed, where one line stands for all pages of a place. */
  pages?: number;
}

/** How many pages failed. */
export const countFailed = (failed: readonly Pick<IngestFailure, 'pages'>[]): number =>
  failed.reduce((sum, { pages = 1 }) => sum + pages, 0);

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

/** Merges reports: adds numbers up, keeps failures in order, and names each source once. */
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
      // The other counts are added below.
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
    if (report.leftOut) {
      merged.leftOut ??= { total: 0, first: [] };
      const { total, first } = merged.leftOut;
      merged.leftOut = {
        total: total + report.leftOut.total,
        first: [...first, ...report.leftOut.first].slice(0, MAX_NOTICES_REPORTED),
      };
    }
    addSkipped(merged.skipped, report.skipped);
  }
  return merged;
};

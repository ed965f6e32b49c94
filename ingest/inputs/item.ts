import { createHash } from 'node:crypto';
import type { Scope, TripleRow } from '../../core/document.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { IngestFailure } from '../report.ts';
import { PARSERS } from '../sandbox/index.ts';

/** One page to ingest. `extract` is called only when `hash` is new. */
export interface PageItem {
  kind: 'page';
  /** The file, URL or `file.jsonl:LINE`, for reports. */
  input: string;
  id: string;
  hash: string;
  url?: string;
  /** Scopes stated by the page itself. They take precedence over `--scope`. */
  scopes?: readonly Scope[];
  metadata?: Record<string, unknown>;
  /** When the place of the page says that it last changed (ISO 8601). What the page says of itself takes precedence. */
  changedAt?: string;
  /**
   * Identifies the rules from which `scopes` were made; stored in the page's metadata as `access`. If it differs from the stored
   * one, the page gets the new scopes without being read again.
   */
  access?: PageAccess;
  /** `text` if the text contains no Markdown. */
  format?: 'markdown' | 'text';
  extract(): Promise<ExtractedPage> | ExtractedPage;
}

/** Identifies a page's access rules, which `ingest/access/` stores. */
export interface PageAccess {
  /** The location of the source's input. */
  place: string;
  /** The id of the rules there. */
  rules: string;
}

/** Triples of a file about one document, or about none. They are ingested together; a large file has several items. */
export interface TriplesItem {
  kind: 'triples';
  input: string;
  id: string;
  hash: string;
  title: string;
  /** The document of all these triples, by their `document_id`. */
  about?: string;
  rows: TripleRow[];
}

/** What an input yields, in order. */
export type Item = (PageItem | TriplesItem | UnchangedItem | FailedItem | DeletedItem | CopyItem | SkippedItem) & {
  /** The location of its input; `readInputs` sets it. */
  place?: string;
};

/** A stored page of a place that shows as a whole that nothing in it changed. */
export interface UnchangedItem {
  kind: 'unchanged';
  input: string;
  id: string;
}

/** A page that no longer exists at a place that still exists. */
export interface DeletedItem {
  kind: 'deleted';
  input: string;
}

/** A page with the same text as another page of its place. Only the other page is ingested. */
export interface CopyItem {
  kind: 'copy';
  input: string;
  of: string;
}

/** A file or folder that is skipped on purpose, with the reason shown to people: `.png files are not read`. */
export interface SkippedItem {
  kind: 'skipped';
  input: string;
  reason: string;
}

export interface FailedItem {
  kind: 'failure';
  failure: IngestFailure;
  /** The id of the document that could not be read, if known. Sync keeps its stored copy. */
  id?: string;
}

/** @param id the document that could not be read, if known */
export const failure = (
  id: string | undefined,
  input: string,
  code: string,
  message: string,
  remedy: string,
): FailedItem => ({ kind: 'failure', id, failure: { input, code, message, remedy } });

/**
 * Version of all processing between the bytes and the index (extraction, chunking, entity rules). After it is raised, the next
 * ingest processes unchanged pages again.
 */
export const PIPELINE_VERSION = '42';

/** The hash that identifies unreadable bytes: the item's hash with the parsers' versions. */
export const failureHash = (hash: string): string => contentHash(hash, PARSERS);

const UNREADABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'INPUT_UNREADABLE',
  'INPUT_TOO_LARGE',
  'OUTPUT_TOO_LARGE',
  'PARSER_TIMEOUT',
  'PARSER_MEMORY',
  'PARSER_DIED',
]);

/** True for the code of a failure that the same bytes would cause again. */
export const isUnreadable = (code: string): boolean => UNREADABLE.has(code);

/** The content hash of an item. If it is unchanged, ingesting the item again would change nothing. */
export const contentHash = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256').update(PIPELINE_VERSION);
  for (const part of parts) hash.update('\0').update(part);
  return hash.digest('hex');
};

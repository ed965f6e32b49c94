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
  /** What the page itself says; it goes before `--scope`. */
  scopes?: readonly Scope[];
  metadata?: Record<string, unknown>;
  /**
   * Names the rules that `scopes` were made from. Where it differs from what is stored, the stored page gets the new scopes
   * without being read again; it is kept in the page's metadata as `access`.
   */
  access?: PageAccess;
  /** `text`: nothing in it is Markdown. */
  format?: 'markdown' | 'text';
  extract(): Promise<ExtractedPage> | ExtractedPage;
}

/** The rules by which a page's source shows it, as `ingest/access/` keeps them. */
export interface PageAccess {
  /** The location of the source's input. */
  place: string;
  /** The id of the rules there. */
  rules: string;
}

/** Triples of a file about one document, or about none, ingested as one unit so that a large file stays incremental. */
export interface TriplesItem {
  kind: 'triples';
  input: string;
  id: string;
  hash: string;
  title: string;
  /** The document that all of these are about, as their `document_id` names it. */
  about?: string;
  rows: TripleRow[];
}

/** What an input yields, in order: pages and triples to ingest, and what could not be read. */
export type Item = (PageItem | TriplesItem | FailedItem | DeletedItem | CopyItem | SkippedItem) & {
  /** The location of the input that it is from; `readInputs` sets it. */
  place?: string;
};

/** A page of the source that no longer exists, while its place does. */
export interface DeletedItem {
  kind: 'deleted';
  input: string;
}

/** A page with the same text as another page of its place, which is ingested in its stead. */
export interface CopyItem {
  kind: 'copy';
  input: string;
  of: string;
}

/** A file or folder that is passed over on purpose, with the reason as a person reads it: `.png files are not read`. */
export interface SkippedItem {
  kind: 'skipped';
  input: string;
  reason: string;
}

export interface FailedItem {
  kind: 'failure';
  failure: IngestFailure;
  /** The document that could not be read, where that is known: sync keeps the copy it has. */
  id?: string;
}

/** @param id the document that could not be read, where that is known */
export const failure = (
  id: string | undefined,
  input: string,
  code: string,
  message: string,
  remedy: string,
): FailedItem => ({ kind: 'failure', id, failure: { input, code, message, remedy } });

/**
 * Version of everything between the bytes and the index (extraction, chunking, entity rules). Raising it makes the next
 * ingest do unchanged pages again.
 */
const PIPELINE_VERSION = '9';

/** The hash under which bytes that could not be read are remembered, of the item's own hash. */
export const failureHash = (hash: string): string => contentHash(hash, PARSERS);

const UNREADABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'INPUT_UNREADABLE',
  'INPUT_TOO_LARGE',
  'OUTPUT_TOO_LARGE',
  'PARSER_TIMEOUT',
  'PARSER_MEMORY',
  'PARSER_DIED',
]);

/** True for a failure that the same bytes would cause again. */
export const isUnreadable = (code: string): boolean => UNREADABLE.has(code);

/** The content hash of an item: equal means that ingesting it again would change nothing. */
export const contentHash = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256').update(PIPELINE_VERSION);
  for (const part of parts) hash.update('\0').update(part);
  return hash.digest('hex');
};

import { createHash } from 'node:crypto';
import type { Scope, TripleRow } from '../../core/document.ts';
import type { ExtractedPage } from '../extract/index.ts';
import type { IngestFailure } from '../report.ts';

/** One page to take in: read, but not yet understood; `extract` is called only when `hash` is new. */
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
  /** `text`: nothing in it is Markdown. */
  format?: 'markdown' | 'text';
  extract(): Promise<ExtractedPage> | ExtractedPage;
}

/** A run of stated triples, taken in as one unit so that a large file stays incremental. */
export interface TriplesItem {
  kind: 'triples';
  input: string;
  id: string;
  hash: string;
  title: string;
  rows: TripleRow[];
}

/** What an input yields: things to take in, and things that could not be read, in the order that they came. */
export type Item = (PageItem | TriplesItem | FailedItem | GoneItem | CopyItem) & {
  /** The location of the input that it is from; whoever opens inputs sets it. */
  place?: string;
};

/** A page that was named when its source was taken in and is no more, while the place where it was still is. */
export interface GoneItem {
  kind: 'gone';
  input: string;
}

/** A page that says what another page of its place says; that one is taken. */
export interface CopyItem {
  kind: 'copy';
  input: string;
  of: string;
}

export interface FailedItem {
  kind: 'failure';
  failure: IngestFailure;
  /** The document that could not be read, where that is known: sync keeps the copy it has. */
  id?: string;
}

/**
 * Version of everything between the bytes and the index (extraction, chunking, entity rules). Raising it makes the next
 * ingest do unchanged pages again.
 */
const PIPELINE = '2';

/** The content hash of an item: equal means that taking it in again would change nothing. */
export const contentHash = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256').update(PIPELINE);
  for (const part of parts) hash.update('\0').update(part);
  return hash.digest('hex');
};

import type { Scope, Source } from '../../core/document.ts';
import type { DocumentStamp } from '../../stores/index.ts';
import type { Fetcher } from '../fetch/fetch.ts';
import type { Item } from '../inputs/item.ts';
import type { IngestFailure } from '../report.ts';
import type { OcrOptions } from '../sandbox/read-in-pieces.ts';

/** What is told of a stored page; `metadata` is what the connector gave, and who may see the page. */
export type KnownPage = Pick<DocumentStamp, 'url' | 'metadata'>;

/** What a connector may use. */
export interface ConnectorContext {
  /** The failure of a page whose bytes could not be read the last time, by `contentHash(id, bytes)`; they need not be tried again. */
  knownFailure?(hash: string): IngestFailure | undefined;
  /** Fetches web addresses, safely. */
  fetcher: Fetcher;
  /** What the source held when it was last read, by document id; empty the first time. */
  known: ReadonlyMap<string, KnownPage>;
  /** What was handed to `remember` when this place was last read to the end (a commit, a date); undefined the first time. */
  memory?: unknown;
  /**
   * Keeps plain JSON for the next time. It is saved once everything that was yielded is stored without a failure, so that a
   * crash loses nothing.
   * @param options `despiteUnreadable`: also where some bytes could not be read; the connector tells their `failures` again
   */
  remember(memory: unknown, options?: { despiteUnreadable?: boolean }): void;
  /** What of this place could not be read the last time and would fail again, as far as it is remembered. */
  failures?: readonly IngestFailure[];
  /** Says how many pages the place has, where that is known before the first: progress then shows how many are left. */
  onTotal?(pages: number): void;
  /** Nothing is to be written: what a connector keeps beside its pages stays as it was. */
  dryRun?: boolean;
  /** The scopes that the person who named the source gave it; empty when none were given. */
  scopes?: readonly Scope[];
  /** Set where text in pictures and scans is to be read too. */
  ocr?: OcrOptions;
  /** Runs `work` at the end of the reading, whether it succeeded or failed: for removing a temporary folder. */
  defer(work: () => Promise<void>): void;
  signal?: AbortSignal;
}

/**
 * Where pages come from. A connector is one function: it yields what the place holds now, page by page; the pipeline finds
 * out what is new, changed or deleted.
 *
 * The rules that keep `sync` right: yield every page that is still there, a failed one with its id; yield `deleted` for one that
 * the place says no longer exists; yield a failure without an id when a part of the place could not be read, so that nothing in
 * it is deleted. Give `extract` as a function, since it runs only when `hash` is new. docs/connectors.md shows a whole one.
 */
export type Connector<Options = Record<string, never>> = (
  location: string,
  options: Options,
  context: ConnectorContext,
) => AsyncGenerator<Item>;

/** A place as an input named it. */
export interface NamedPlace {
  /** The place in one spelling, however it was typed: `slack:T024/C77`. */
  location: string;
  /** The source that it is unless `--source` names one. */
  sourceId: string;
  /** The place exists, so it is a source from now on, even if it is empty. */
  exists?: boolean;
  /** Who may see that it is a source; everyone when not set. */
  scopes?: readonly Scope[];
}

/** A kind of source that recognises its inputs by the way they are written, such as `slack:C77` or `https://host/team/pages.git`. */
export interface SourceKind {
  kind: Source['kind'];
  /**
   * The place that an input names; undefined for an input of another kind. It may ask the place for its name.
   * @throws BAD_INPUT, INPUT_NOT_FOUND when the input is of this kind and cannot be read
   */
  resolve(input: string): Promise<NamedPlace | undefined>;
  /** Reads it; `options` are the include and exclude patterns of `ingest`. */
  read: Connector<PathRules>;
}

/** Which pages of a place are wanted; `*` is anything. */
export interface PathRules {
  include?: readonly string[];
  exclude?: readonly string[];
}

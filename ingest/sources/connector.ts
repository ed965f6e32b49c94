import type { Scope, Source } from '../../core/document.ts';
import type { DocumentStamp } from '../../stores/index.ts';
import type { Fetcher } from '../fetch/fetch.ts';
import type { Item } from '../inputs/item.ts';
import type { IngestFailure } from '../report.ts';
import type { OcrOptions } from '../sandbox/read-in-pieces.ts';

/** A stored page's address, the metadata that the connector gave, and who may see the page. */
export type KnownPage = Pick<DocumentStamp, 'url' | 'metadata'>;

/** What a connector may use. */
export interface ConnectorContext {
  /**
   * The failure of a page whose bytes could not be read in an earlier run, by `contentHash(id, bytes)`. The connector need not
   * try them again.
   */
  knownFailure?(hash: string): IngestFailure | undefined;
  /** Fetches web addresses safely: no private hosts, bounded size and redirects. */
  fetcher: Fetcher;
  /** The stored pages of the source, by document id. Empty in the first run. */
  known: ReadonlyMap<string, KnownPage>;
  /**
   * The value that was passed to `remember` when this place was last read completely, such as a commit or a date. Undefined in
   * the first run.
   */
  memory?: unknown;
  /**
   * Stores plain JSON for the next run. It is saved only after everything that was yielded is stored without a failure, so that a
   * crash loses no page.
   * @param options `despiteUnreadable`: also save it if some bytes could not be read; the connector then yields these `failures`
   *   again
   */
  remember(memory: unknown, options?: { despiteUnreadable?: boolean }): void;
  /** The failures of the last run that would happen again, as far as they are stored. */
  failures?: readonly IngestFailure[];
  /** Reports the number of pages, if it is known before the first page, so that progress can show how many are left. */
  onTotal?(pages: number): void;
  /** True if nothing may be written, including what a connector stores besides its pages. */
  dryRun?: boolean;
  /** The scopes that the user named for the source. Empty if none were named. */
  scopes?: readonly Scope[];
  /** Set if text in pictures and scans is read too. */
  ocr?: OcrOptions;
  /** Runs `work` when the reading ends, also after a failure: for example to remove a temporary folder. */
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

/** A place that an input names. */
export interface NamedPlace {
  /** The normalized spelling: `slack:T024/C77`. */
  location: string;
  /** The id of its source, unless `--source` gives another one. */
  sourceId: string;
  /** True if the place exists. It is then saved as a source even if it is empty. */
  exists?: boolean;
  /** Who may see that the source exists; everyone if not set. */
  scopes?: readonly Scope[];
}

/** A kind of source with its own form of inputs, such as `slack:C77` or `https://host/team/pages.git`. */
export interface SourceKind {
  kind: Source['kind'];
  /**
   * The place that an input names, undefined for an input of another kind. May request the place's name.
   * @throws BAD_INPUT, INPUT_NOT_FOUND for an input of this kind that cannot be read
   */
  resolve(input: string): Promise<NamedPlace | undefined>;
  /** Reads the place. `options` are the include and exclude patterns of `ingest`. */
  read: Connector<PathRules>;
}

/** Which pages of a place are read. In patterns, `*` matches any characters. */
export interface PathRules {
  include?: readonly string[];
  exclude?: readonly string[];
  /** Languages besides the default one in which a page is read that is there in several; `all` for each. */
  languages?: readonly string[];
  /** Set to read the pages of each version of a site, not of the current one alone. */
  versions?: 'all';
}

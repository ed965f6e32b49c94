import type { Scope, Source } from '../../core/document.ts';
import type { DocumentStamp } from '../../stores/index.ts';
import type { Fetcher } from '../fetch/fetch.ts';
import type { Item } from '../inputs/item.ts';
import type { IngestFailure } from '../report.ts';

/** What a connector may use. */
export interface ConnectorContext {
  /** The failure of a page whose bytes could not be read the last time, by `contentHash(id, bytes)`; they need not be tried again. */
  knownFailure?(hash: string): IngestFailure | undefined;
  /** Fetches web addresses, safely. */
  fetcher: Fetcher;
  /** What the source held when it was last read, by document id; empty the first time. */
  known: ReadonlyMap<string, DocumentStamp>;
  /** What was handed to `remember` when this place was last read to the end (a commit, a date); undefined the first time. */
  memory?: unknown;
  /** Keeps plain JSON for the next time. It counts once all that was yielded is stored without a failure, so that a crash loses nothing. */
  remember(memory: unknown): void;
  /** Says how many pages the place has, where that is known before the first: progress then shows how many are left. */
  onTotal?(pages: number): void;
  /** Runs `work` once every `extract` that was yielded is done with, or reading failed: where a temporary folder goes. */
  defer(work: () => Promise<void>): void;
  signal?: AbortSignal;
}

/**
 * Where pages come from. A connector is one function: it yields what the place holds now, page by page, and leaves to the
 * pipeline what is new, changed or gone.
 *
 * The rules that keep `sync` right: yield every page that is still there, a failed one with its id; yield `gone` for one that
 * the place says is no more; yield a failure without an id when a part of the place could not be read, so that nothing in it is
 * taken for gone. Give `extract` as a function, since it runs only when `hash` is new. docs/connectors.md shows a whole one.
 */
export type Connector<Options = Record<string, never>> = (
  location: string,
  options: Options,
  context: ConnectorContext,
) => AsyncGenerator<Item>;

/** A place as an input named it. */
export interface NamedPlace {
  /** One way to write the place down, whatever way it was typed: `slack:T024/C77`. */
  location: string;
  /** The source that it is unless `--source` names one. */
  sourceId: string;
  /** The place was asked and is there: it is a source from now on, even if it holds nothing yet. */
  exists?: boolean;
  /** Who may know that it is a source, where not everybody may. */
  scopes?: readonly Scope[];
}

/** A kind of source whose inputs are told by how they are written, such as `slack:C77` or `https://host/team/pages.git`. */
export interface SourceKind {
  kind: Source['kind'];
  /**
   * The place that an input names; undefined when it is none of this kind. It may ask the place for its name.
   * @throws BAD_INPUT, INPUT_NOT_FOUND when the input is of this kind and cannot be read
   */
  resolve(input: string): Promise<NamedPlace | undefined>;
  /** Reads it; `options` are what `ingest` was given of include and exclude patterns. */
  read: Connector<PathRules>;
}

/** Which pages of a place are wanted; `*` is anything. */
export interface PathRules {
  include?: readonly string[];
  exclude?: readonly string[];
}

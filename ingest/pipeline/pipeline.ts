import type { Scope, Source } from '../../core/document.ts';
import type { DeletionReceipt, DocumentChange, DocumentStore } from '../../stores/index.ts';
import type { PageAccess } from '../inputs/item.ts';
import type { IngestFailure, IngestProgress } from '../report.ts';

/** The stored state that a run compares with, and the writes of a run. */
export interface Pipeline {
  stored: Pick<DocumentStore, 'sources' | 'stamps' | 'stampsOf'>;
  putSource(source: Source): Promise<void>;
  /** Removes a source without stored documents. */
  removeSource(id: string): Promise<void>;
  /**
   * Replaces these documents in every index. They are durable when it returns; a crash before that leaves the old ones.
   * `knowledge` of a change holds the facts of rules or of ready-made triples.
   * @throws CANCELLED after storing the documents that were ready
   */
  index(changes: readonly DocumentChange[], options: IndexOptions): Promise<void>;
  /** Gives stored documents other scopes and metadata, without reading their pages again. */
  rescope?(changes: readonly Rescoped[]): Promise<void>;
  /** Removes documents and what only they support, everywhere. @returns what was removed */
  delete(ids: readonly string[]): Promise<DeletionReceipt>;
  /** Names what else the index depends on, such as the model that extracts facts. It is a part of each content hash. */
  variant?: string;
  /** Hosts that a file may name as its own address; none by default. */
  linkHosts?: readonly string[];
  /** Documents per transaction; `MAX_BATCH_DOCUMENTS` by default. Fewer if each takes long to prepare. */
  batch?: number;
}

/** A stored document with its new scopes. */
export interface Rescoped {
  id: string;
  scopes: Scope[];
  access: PageAccess;
}

export interface IndexOptions {
  signal?: AbortSignal;
  /** If there is an encoder: called with the number of passages that have vectors. */
  onEncoded?: (passages: { done: number; total: number }) => void;
}

export interface PipelineOptions {
  /** Scopes of pages without their own. */
  scopes?: readonly Scope[];
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
  /** The number of pages of the source, if its inputs know it. */
  total?: () => number | undefined;
  /** Called with the id of each document that the source still has; with undefined for a part that could not be read. */
  onItem?: (id: string | undefined) => void;
  /** Returns the options to store with the source for its next reading; called once all of this reading is stored. */
  newOptions?: (failed: readonly IngestFailure[]) => Record<string, unknown>;
  /** Pages that could not be read the last time, by `failureHash`: they are reported again without being read. */
  knownFailures?: ReadonlyMap<string, IngestFailure>;
  /** Ids of documents that a person removed by `forget`. */
  forgotten?: ReadonlySet<string>;
  /** True if nothing may be written, neither here nor by a connector. */
  dryRun?: boolean;
  /** True if only some pages are read; the source's time of its last reading stays. */
  partial?: boolean;
}

import type { Agent } from '../agent/agent.ts';
import type { Budget } from '../core/answer.ts';
import type { Scope } from '../core/document.ts';
import type { Log } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import type { IngestReport } from '../ingest/report.ts';
import type { SiteOptions } from '../ingest/sources/index.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';
import type { Access, AccessPolicy } from './access/index.ts';

/** How one ingest is to run. */
export interface IngestOptions {
  source?: string;
  scopes?: readonly Scope[];
  /**
   * Where facts come from: `rules` (tables, property lists; at first) costs nothing, `model` also has the model read
   * every passage, within `budget` for the whole run. A source keeps to what it was last ingested with.
   */
  knowledge?: 'rules' | 'model';
  budget?: Partial<Budget>;
  /** How often the worker reads the source again, such as `15m`; PARLEY_SYNC_EVERY unless one was ever given. */
  every?: string;
  /** Crawl the site from each web address on. */
  crawl?: SiteOptions;
  signal?: AbortSignal;
  onProgress?: (progress: { done: number; total?: number; input: string }) => void;
}

/** Parley as its settings put it together: what commands, fronts and evals drive. */
export interface Parley {
  settings: Settings;
  log: Log;
  stores: Stores;
  /** Absent when PARLEY_EMBEDDINGS is not set. */
  encoder?: Encoder;
  retriever: Retriever;
  agent: Agent;
  /** Who gets which scopes on one platform (`slack`, `discord`, `web`), by the file that PARLEY_ACCESS names. */
  access(platform: string): Access;
  accessPolicy: AccessPolicy;
  /** Ingests files, folders, URLs and JSONL; failures are reported, the rest is ingested. */
  ingest(inputs: readonly string[], options?: IngestOptions): Promise<IngestReport>;
  /** Reads sources again (all of them when none is named): adds, updates, deletes. */
  sync(
    sources: readonly string[],
    options?: { dryRun?: boolean; failed?: boolean } & Omit<
      IngestOptions,
      'source' | 'scopes' | 'knowledge' | 'every' | 'crawl'
    >,
  ): Promise<IngestReport>;
  close(): Promise<void>;
}

import type { Agent, AgentEvent } from '../agent/agent.ts';
import type { Checkpoints } from '../agent/checkpoints.ts';
import type { Answer, Budget } from '../core/answer.ts';
import type { Scope } from '../core/document.ts';
import type { Log } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import type { ForgetReceipt } from '../ingest/forget.ts';
import type { IngestProgress, IngestReport } from '../ingest/report.ts';
import type { SiteOptions } from '../ingest/sources/site.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { SearchFilter } from '../retrieval/filters/filter.ts';
import type { Retriever, SearchResult } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';
import type { Access } from './access/access.ts';
import type { Callers } from './access/caller.ts';
import type { AccessPolicy } from './access/policy.ts';
import type { Tokens } from './access/tokens.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** How one ingest is to run. */
export interface IngestOptions {
  /** The source's name; made from the input by default. */
  source?: string;
  /** Who may see the pages; everyone by default. */
  scopes?: readonly Scope[];
  /**
   * Where facts come from: `rules` (tables, property lists; the default) costs nothing, `model` also has the model read
   * every passage, within `budget` for the whole run. A source keeps the choice of its last ingest.
   */
  knowledge?: 'rules' | 'model';
  budget?: Partial<Budget>;
  /** How often the worker reads the source again, such as `15m`; PARLEY_SYNC_EVERY by default. */
  every?: string;
  /**
   * Reads the text in pictures and scans too: codes of their languages, such as `eng+deu`; `off` ends it. A source keeps the
   * choice of its last ingest.
   */
  ocr?: string;
  /** Crawls the site from each web address on. */
  crawl?: SiteOptions;
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
}

/** How one question is asked; everything is optional. */
export interface AskOptions {
  /** Whose pages may be seen; the `scopes` that Parley was opened with by default. */
  scopes?: readonly Scope[];
  /** Looks only in these sources; in all by default. */
  sources?: readonly string[];
  /** `auto` by default when there is a model. Some take options: `crp:evaluation=false`. */
  strategy?: string;
  /** What the answer may cost at most. */
  budget?: Partial<Budget>;
  /** Earlier turns of the conversation, oldest first. */
  history?: readonly { question: string; answer: string }[];
  /** Text of attached files: evidence for this question alone. */
  attachments?: readonly { name: string; text: string }[];
  /** The moment as of which the question is asked; now by default. ISO 8601. */
  asOf?: string;
  signal?: AbortSignal;
}

/** What happens while a question is answered. The last event is the `answer`. */
export type AnswerEvent = AgentEvent | { type: 'answer'; answer: Answer };

/** How one search is run. */
export interface SearchOptions extends SearchFilter {
  /** How many passages; 10 by default. */
  k?: number;
  scopes?: readonly Scope[];
  sources?: readonly string[];
  signal?: AbortSignal;
}

/** An open Parley: what commands, bots, evals and programs of other people's use. */
export interface Parley extends AsyncDisposable {
  /**
   * Ingests files, folders, URLs and JSONL. An input that fails is in the report; the others are ingested.
   * @throws BAD_USAGE, CANCELLED, STORE_UNAVAILABLE, ENCODER_UNAVAILABLE
   */
  ingest(inputs: string | readonly string[], options?: IngestOptions): Promise<IngestReport>;
  /** Reads sources again (all of them when none is named): adds, updates, deletes. */
  sync(
    sources: readonly string[],
    options?: { dryRun?: boolean; failed?: boolean } & Omit<
      IngestOptions,
      'source' | 'scopes' | 'knowledge' | 'every' | 'ocr' | 'crawl'
    >,
  ): Promise<IngestReport>;
  /**
   * Answers one question.
   * @throws UNKNOWN_STRATEGY, BAD_USAGE, CANCELLED; when the provider is down Parley quotes and does not throw
   */
  ask(question: string, options?: AskOptions): Promise<Answer>;
  /**
   * Answers one question and tells what happens meanwhile: status, steps, tokens, and the answer at the end. Leaving the
   * loop stops the work.
   * @throws what `ask` throws; CANCELLED when the signal aborts
   */
  stream(question: string, options?: AskOptions): AsyncGenerator<AnswerEvent, void, undefined>;
  /** Finds passages, without a model. */
  search(text: string, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Removes a document, a source or a person (`person:ID`) everywhere.
   * @returns what was removed; with `dryRun`, what would be. @throws UNKNOWN_ID
   */
  forget(id: string, options?: { dryRun?: boolean }): Promise<ForgetReceipt>;
  /** Waits for traces that are on their way, ends MCP servers, and closes files and connections. */
  close(): Promise<void>;

  /** The scopes of a question that names none. */
  readonly scopes: readonly Scope[];
  readonly settings: Settings;
  readonly log: Log;
  readonly stores: Stores;
  /** Absent when PARLEY_EMBEDDINGS is not set. */
  readonly encoder?: Encoder;
  readonly retriever: Retriever;
  readonly agent: Agent;
  /** Who gets which scopes on one platform (`slack`, `discord`, `web`), by the file that PARLEY_ACCESS names. */
  access(platform: string): Access;
  readonly accessPolicy: AccessPolicy;
  /** Questions on their way, where they are kept (`checkpoints` of the options). */
  readonly checkpoints?: Checkpoints;
  /** What other programs ask with (`parley tokens`). */
  readonly tokens: Tokens;
  /** Programs that are told of events (`parley webhooks`). */
  readonly webhooks: Webhooks;
  /** What those who hold a token may see at this moment. */
  readonly callers: Callers;
}

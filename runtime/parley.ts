import type { Agent, AgentEvent } from '../agent/agent.ts';
import type { Checkpoints } from '../agent/checkpoints.ts';
import type { Models } from '../agent/model/open-model.ts';
import type { Answer, Budget } from '../core/answer.ts';
import type { EarlierTurn } from '../core/conversation.ts';
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

export interface IngestOptions {
  /** The source's name; derived from the input by default. */
  source?: string;
  /** Who may see the pages; everyone by default. */
  scopes?: readonly Scope[];
  /**
   * How facts are extracted. `rules`, the default, uses tables and property lists without a model. With `model`, the model also
   * reads every passage, within `budget` for the whole run. A source keeps the choice of its last ingest.
   */
  knowledge?: 'rules' | 'model';
  budget?: Partial<Budget>;
  /** How often the worker reads the source again, such as `15m`; PARLEY_SYNC_EVERY by default. */
  every?: string;
  /**
   * Reads text in images and scans with OCR: language codes such as `eng+deu`, or `off`. A source keeps the choice of its last
   * ingest.
   */
  ocr?: string;
  /** Crawls the site of each URL, starting there. */
  crawl?: SiteOptions;
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
}

export interface AskOptions {
  /** The asker's scopes; by default the `scopes` that Parley was opened with. */
  scopes?: readonly Scope[];
  /** Searches only these sources; all by default. */
  sources?: readonly string[];
  /** `auto` by default if there is a model. Some have options: `crp:evaluation=false`. */
  strategy?: string;
  /** Limits the cost of the answer. */
  budget?: Partial<Budget>;
  /** Earlier turns of the conversation, oldest first. */
  history?: readonly EarlierTurn[];
  /** Text of attached files, which is evidence for this question only. */
  attachments?: readonly { name: string; text: string }[];
  /** The time at which the question is asked, to which "today" refers; now by default. ISO 8601. */
  asOf?: string;
  signal?: AbortSignal;
}

/** An event while a question is answered. The last event is the `answer`. */
export type AnswerEvent = AgentEvent | { type: 'answer'; answer: Answer };

export interface SearchOptions extends SearchFilter {
  /** Maximum number of passages; 10 by default. */
  k?: number;
  scopes?: readonly Scope[];
  sources?: readonly string[];
  signal?: AbortSignal;
}

/** An opened installation of Parley, for commands, bots, evals and other programs. */
export interface Parley extends AsyncDisposable {
  /**
   * Ingests files, folders, URLs and JSONL. Inputs that fail are in the report; the others are ingested.
   * @throws BAD_USAGE, CANCELLED, STORE_UNAVAILABLE, ENCODER_UNAVAILABLE
   */
  ingest(inputs: string | readonly string[], options?: IngestOptions): Promise<IngestReport>;
  /** Reads sources again, all if the list is empty, and adds, updates and deletes pages. */
  sync(
    sources: readonly string[],
    options?: { dryRun?: boolean; failed?: boolean } & Omit<
      IngestOptions,
      'source' | 'scopes' | 'knowledge' | 'every' | 'ocr' | 'crawl'
    >,
  ): Promise<IngestReport>;
  /**
   * Answers one question.
   * @throws UNKNOWN_STRATEGY, BAD_USAGE, CANCELLED. If the model's provider is down, quotes pages instead of throwing
   */
  ask(question: string, options?: AskOptions): Promise<Answer>;
  /**
   * Answers one question and streams events: status, steps, tokens, and finally the answer. Leaving the loop cancels the
   * question.
   * @throws the codes of `ask`; CANCELLED if the signal aborts
   */
  stream(question: string, options?: AskOptions): AsyncGenerator<AnswerEvent, void, undefined>;
  /** Finds passages without a model. */
  search(text: string, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Removes a document, a source or a person (`person:ID`) from all stores.
   * @returns what was removed, or with `dryRun` would be @throws UNKNOWN_ID
   */
  forget(id: string, options?: { dryRun?: boolean }): Promise<ForgetReceipt>;
  /** Waits until traces are sent, stops MCP servers, and closes files and connections. */
  close(): Promise<void>;

  /** The scopes of questions without their own. */
  readonly scopes: readonly Scope[];
  readonly settings: Settings;
  readonly log: Log;
  readonly stores: Stores;
  /** Absent if PARLEY_EMBEDDINGS is not set. */
  readonly encoder?: Encoder;
  readonly retriever: Retriever;
  /** Absent if PARLEY_MODEL is not set. */
  readonly models?: Models;
  readonly agent: Agent;
  /** Decides who gets which scopes on a platform (`slack`, `discord`, `web`), by the file of PARLEY_ACCESS. */
  access(platform: string): Access;
  readonly accessPolicy: AccessPolicy;
  /** Checkpoints of questions in progress; see the option `checkpoints`. */
  readonly checkpoints?: Checkpoints;
  /** The API tokens of other programs (`parley tokens`). */
  readonly tokens: Tokens;
  /** Webhooks that receive events (`parley webhooks`). */
  readonly webhooks: Webhooks;
  /** Determines the current rights of tokens. */
  readonly callers: Callers;
}

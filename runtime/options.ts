import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { Strategy } from '../agent/index.ts';
import type { Capabilities } from '../agent/model/model.ts';
import type { Scope } from '../core/document.ts';
import type { Log } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import type { SourceKind } from '../ingest/sources/connector.ts';
import type { Stores } from '../stores/index.ts';
import type { LiveInput } from './live-tools.ts';

/** A chat model: `provider:name` as in PARLEY_MODEL, or any LangChain chat model. */
export type ModelInput = string | BaseChatModel;

/** Options of `openParley`. By default there is no model, so answers quote pages, and all data is in one SQLite file. */
export interface ParleyOptions {
  /** The data folder; `./data` by default. */
  data?: string;
  /** The model that writes answers. Without one, Parley quotes pages. */
  model?: ModelInput;
  /** A cheaper model for small tasks such as rewriting a follow-up; `model` by default. */
  fastModel?: ModelInput;
  /** Overrides the detected capabilities of the models. */
  capabilities?: Partial<Capabilities>;
  /** `provider:name` as in PARLEY_EMBEDDINGS. Without it, search uses words and links only. */
  embeddings?: string;
  /**
   * Live sources: LangChain tools, and files of MCP servers (`mcp('./mcp.json')`). The model may call them while it
   * answers; what they return is evidence, cited as `live`. `{ tool, scopes }` limits a tool to askers with these scopes.
   */
  tools?: readonly LiveInput[];
  /** The strategies that can be selected by name; all of Parley's by default. */
  strategies?: readonly Strategy[];
  /**
   * Time limit of the deep step of a search, in milliseconds; .3 s by default. A busy machine reads fewer passages in that
   * time, so evals give more: what they measure must not depend on the load.
   */
  deepReadingMs?: number;
  /** LangChain callbacks for graphs, nodes and model calls, such as tracers. */
  callbacks?: readonly BaseCallbackHandler[];
  /** The scopes of questions without their own; `['everyone']` by default. */
  scopes?: readonly Scope[];
  /**
   * All other settings, by their names in `.env.example`. The environment is only read by `readSettings()`:
   * `openParley({ settings: readSettings() })` uses the same settings as the command line.
   */
  settings?: Partial<Settings>;
  log?: Log;
  /** Additional kinds of sources, such as the channels of a chat platform. */
  sourceKinds?: (parts: { settings: Settings; stores: Stores; log: Log }) => SourceKind[];
  /** Stores checkpoints of questions with a turn if POSTGRES_URL is set, so that another process can resume them. */
  checkpoints?: boolean;
}

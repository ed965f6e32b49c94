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

/** A chat model: `provider:name` as PARLEY_MODEL takes it, or any chat model of LangChain's that the caller has made. */
export type ModelInput = string | BaseChatModel;

/** How Parley is opened. Everything has a default: no model means that answers quote, no server means one SQLite file. */
export interface ParleyOptions {
  /** The data folder; `./data` by default. */
  data?: string;
  /** Who writes answers. Without a model Parley quotes its sources. */
  model?: ModelInput;
  /** A cheaper model for small tasks such as rewriting a follow-up; `model` by default. */
  fastModel?: ModelInput;
  /** What the models can do, where that differs from what Parley finds out about them. */
  capabilities?: Partial<Capabilities>;
  /** `provider:name`, as PARLEY_EMBEDDINGS takes it; without it, search goes by words and links. */
  embeddings?: string;
  /**
   * Live sources: LangChain tools, and files of MCP servers (`mcp('./mcp.json')`). The model may call them while it
   * answers; what they return is evidence, cited as `live`. `{ tool, scopes }` limits a tool to askers with these scopes.
   */
  tools?: readonly LiveInput[];
  /** The strategies that can be asked for by name; every one of Parley's own by default. */
  strategies?: readonly Strategy[];
  /** Called for every run of a graph, node and model call: tracers, for instance. */
  callbacks?: readonly BaseCallbackHandler[];
  /** Whose pages a question may see when it names no scopes itself; `['everyone']` by default. */
  scopes?: readonly Scope[];
  /**
   * Every other setting, by its name in `.env.example`. The environment is read only by `readSettings()`:
   * `openParley({ settings: readSettings() })` opens what the command line opens.
   */
  settings?: Partial<Settings>;
  log?: Log;
  /** Kinds of sources that the caller brings, such as a chat's channels. */
  sourceKinds?: (parts: { settings: Settings; stores: Stores; log: Log }) => SourceKind[];
  /** Keeps questions that belong to a turn on their way, where POSTGRES_URL is set, so that another process goes on with them. */
  checkpoints?: boolean;
}

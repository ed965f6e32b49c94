import '../core/supported-node.ts';

import type { BaseRetriever } from '@langchain/core/retrievers';
import type { Scope } from '../core/document.ts';
import { toLangChainRetriever } from '../tools/langchain-retriever.ts';
import { openParley as open } from './open.ts';
import type { ParleyOptions } from './options.ts';
import type { Parley as OpenedParley } from './parley.ts';

export type { Capabilities } from '../agent/model/model.ts';
export type { Answer, Budget, Citation, TraceEvent, Usage, Verdict } from '../core/answer.ts';
export type { Scope } from '../core/document.ts';
export { type ErrorCode, isParleyError, ParleyError } from '../core/errors.ts';
export { readSettings, type Settings } from '../core/settings.ts';
export type { IngestFailure, IngestReport } from '../ingest/report.ts';
export type { Hit, SearchResult } from '../retrieval/retriever.ts';
export { toDocumentCompressor } from '../tools/langchain-reranker.ts';
export { type LiveInput, type McpFile, mcp } from './live-tools.ts';
export type { ModelInput, ParleyOptions } from './options.ts';
export type { AnswerEvent, AskOptions, IngestOptions, SearchOptions } from './parley.ts';

/** An opened installation of Parley. */
export interface Parley extends OpenedParley {
  /**
   * Search as a LangChain retriever, for chains and graphs. Its scopes are fixed and cannot be extended by a chain's input.
   *
   * @param options `scopes` (Parley's own by default) and `k`, how many passages (10 by default)
   */
  asRetriever(options?: { scopes?: readonly Scope[]; k?: number }): BaseRetriever;
}

/**
 * Opens Parley over a data folder. Without a model, answers quote the pages.
 *
 * @example
 * const parley = await openParley({ data: './data', model: 'openai:gpt-4.1' });
 * await parley.ingest('./pages');
 * const { text, citations } = await parley.ask('How long is parental leave?');
 * await parley.close();
 * @throws DATA_NEWER, DATA_LOCKED, STORE_UNAVAILABLE, BAD_SETTING, PACKAGE_MISSING
 */
export const openParley = async (options?: ParleyOptions): Promise<Parley> => {
  const parley = await open(options);
  return {
    ...parley,
    asRetriever: ({ scopes = parley.scopes, k } = {}) => toLangChainRetriever(parley.retriever, scopes, k),
  };
};

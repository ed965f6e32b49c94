import type { Passage, Scope } from '../../../core/document.ts';
import type { Encoder, Retriever, SearchResult } from '../../../retrieval/index.ts';
import type { Stores } from '../../../stores/index.ts';
import type { EarlierTurn } from '../reading/follow-up.ts';

/** What quoting searches. */
export interface QuoteSources {
  retriever: Retriever;
  stores: Pick<Stores, 'documents' | 'lexical' | 'passageIndex'>;
  /** If set, its cosines are features of the choice. */
  encoder?: Encoder;
}

/** A question with its asker's scopes and its time. */
export interface QuoteRequest {
  text: string;
  history?: readonly EarlierTurn[];
  scopes: readonly Scope[];
  /** Attached files as passages. They rank before all pages. */
  attached?: readonly Passage[];
  /** Passages already found for the question, best first. If set, the retriever is not called. */
  passages?: readonly Passage[];
  /** Milliseconds since 1970-01-01 (UTC). */
  askedAt: number;
  signal?: AbortSignal;
  /** Called after each search. */
  onSearch?(query: string, result: SearchResult, startedAt: number): void;
}

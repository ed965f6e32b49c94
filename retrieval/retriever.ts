import type { Passage, Scope } from '../core/document.ts';
import type { SearchFilter } from './filters/filter.ts';
import type { Correction } from './spelling.ts';

/** What to look for, and on whose behalf. */
export interface SearchQuery extends SearchFilter {
  text: string;
  /** How many passages; 10 by default. */
  k?: number;
  scopes: readonly Scope[];
  /** Only in these; in every source by default. */
  sources?: readonly string[];
  /** What earlier searches for the same question found: this search also starts from there. */
  seeds?: { entities?: readonly string[]; passageIds?: readonly string[] };
  /**
   * nearest: by the vectors alone, or the words where there are none, without links and names; what a method calls dense
   * retrieval. Everything by default.
   */
  by?: 'everything' | 'nearest';
  /** Ends with the best hits read token by token where the encoder can: sharper at the first place, a third of a second of work. */
  deep?: boolean;
  signal?: AbortSignal;
}

/** One reason for a hit, as `search --json` prints it. */
export type MatchReason =
  | { kind: 'terms'; terms: string[]; score: number }
  | { kind: 'vector'; cosine: number }
  | { kind: 'title'; title: string }
  | { kind: 'link'; from: string; through?: string }
  | { kind: 'entity'; from: string; through: string }
  /** Over several links, or over stated facts: the passages passed, the names that led on, and the facts among them. */
  | { kind: 'path'; entities: string[]; passages?: string[]; facts?: string[] }
  /** Where the question asks for what is current: when the page says that it was last changed. */
  | { kind: 'date'; updatedAt: string }
  /** How well its tokens cover the question's beside the other best hits', from 0 to 1. */
  | { kind: 'coverage'; share: number }
  /** `before`: its place in the search's own order, from 1. */
  | { kind: 'rerank'; score: number; before: number };

/** What a reranker did to one search's hits, and what that took. */
export interface Reordering {
  by: string;
  /** Passages that it was given. */
  read: number;
  /** Of the hits returned, those that the search's own order would have left out. */
  brought: number;
  ms: number;
  /** Requests or model calls. */
  calls: number;
  /** Where the reranker counts them. */
  tokens?: number;
  /** Units that the provider bills in place of tokens. */
  units?: number;
  /** True when it could not serve: the order is the search's own, and the notice says why. */
  failed?: boolean;
}

/** A passage found, with its score (comparable within one search only) and why. */
export interface Hit {
  documentId: string;
  passageId: string;
  title: string;
  text: string;
  score: number;
  via: MatchReason[];
  passage: Passage;
}

/** What a search ran with: `lexical` when no encoder is set or it is down. */
export type SearchMode = 'fused' | 'lexical';

export interface SearchResult {
  hits: Hit[];
  mode: SearchMode;
  /** Said to the user when the mode is not what the settings ask for. */
  notice?: string;
  /** Words that no page holds, each with the one searched for in its place. */
  corrections?: Correction[];
  /** True where vectors served, but not those of the sub-questions: the encoder was slow, and the order is another one. */
  partial?: true;
  /** True where the best hits were read token by token. */
  deep?: true;
  /** Where a reranker is set. */
  reordering?: Reordering;
}

/** Finds passages; never returns one outside the query's scopes. */
export interface Retriever {
  search(query: SearchQuery): Promise<SearchResult>;
}

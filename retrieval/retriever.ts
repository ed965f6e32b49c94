import type { Passage, Scope } from '../core/document.ts';
import type { SearchFilter } from './filters/filter.ts';
import type { Correction } from './spelling.ts';

export interface SearchQuery extends SearchFilter {
  text: string;
  /** Maximum number of hits; 10 by default. */
  k?: number;
  /** The asker's scopes. */
  scopes: readonly Scope[];
  /** Searches only these sources; all by default. */
  sources?: readonly string[];
  /** Results of earlier searches for the same question. Hops of this search start from them too. */
  seeds?: { entities?: readonly string[]; passageIds?: readonly string[] };
  /**
   * `nearest`: dense retrieval by vectors only, or full text without vectors. `everything`, the default: the full ranking with
   * links and names.
   */
  by?: 'everything' | 'nearest';
  /** Compares the best hits token by token if the encoder can. More precise at rank 1; takes up to .3 s. */
  deep?: boolean;
  signal?: AbortSignal;
}

/** A reason for a hit, as `search --json` prints it. */
export type MatchReason =
  | { kind: 'terms'; terms: string[]; score: number }
  | { kind: 'vector'; cosine: number }
  | { kind: 'title'; title: string }
  | { kind: 'link'; from: string; through?: string }
  | { kind: 'entity'; from: string; through: string }
  /** A path over several links or over stated facts, with its passages, names and facts. */
  | { kind: 'path'; entities: string[]; passages?: string[]; facts?: string[] }
  /** The date of the page's last change, if the question asks for the current state. */
  | { kind: 'date'; updatedAt: string }
  /** How much of the question the passage's tokens cover compared with the other best hits, from 0 to 1. */
  | { kind: 'coverage'; share: number }
  /** `before` is the rank before reranking, from 1. */
  | { kind: 'rerank'; score: number; before: number };

/** The effect and cost of reranking in one search. */
export interface Reordering {
  by: string;
  /** Number of passages that the reranker read. */
  read: number;
  /** Number of returned hits that the search's own order would have left out. */
  brought: number;
  ms: number;
  /** Requests or model calls. */
  calls: number;
  /** Absent if the reranker does not count them. */
  tokens?: number;
  /** Units that the provider bills instead of tokens. */
  units?: number;
  /** True if the reranker failed. The order is then the search's own, and `notice` has the reason. */
  failed?: boolean;
}

/** A found passage. Scores are comparable only within one search. */
export interface Hit {
  documentId: string;
  passageId: string;
  title: string;
  text: string;
  score: number;
  via: MatchReason[];
  passage: Passage;
}

/** `fused`: with vectors. `lexical`: without, because no encoder is set or it is down. */
export type SearchMode = 'fused' | 'lexical';

export interface SearchResult {
  hits: Hit[];
  mode: SearchMode;
  /** Sentences for the user, such as why vectors or a filter were not used. */
  notice?: string;
  /** Misspelt words of the question with the words that were searched for instead. */
  corrections?: Correction[];
  /** True if sub-questions could not be encoded because the encoder was slow, which changes the order. */
  partial?: true;
  /** How many of the best hits were compared token by token. On a busy machine fewer; fewer than two change nothing. */
  deep?: { read: number; of: number };
  /** Present if a reranker is set. */
  reordering?: Reordering;
}

/** Finds passages. Never returns a passage outside the query's scopes. */
export interface Retriever {
  search(query: SearchQuery): Promise<SearchResult>;
}

export { openStores, type Stores } from '../stores/index.ts';
export { circuitBreaker, type GuardedCalls, isMissing } from './circuit-breaker.ts';
export { createRetriever, type RetrieverParts } from './create-retriever.ts';
export { type Encoder, type Lacking, lackingEncoder, openEncoder, supplyEncoder } from './encoder/index.ts';
export { type IndexParts, indexDocuments } from './index-documents.ts';
export { passageText } from './passage-text.ts';
export { type NameMention, namesIn } from './ranking/mentions.ts';
export { type ReindexOptions, type ReindexReport, reindex } from './reindex.ts';
export {
  BY_MODEL,
  fromDocumentCompressor,
  openReranker,
  type RerankCost,
  type Reranker,
  reranked,
  rerankerUnavailable,
} from './reranking/index.ts';
export type { Hit, MatchReason, Reordering, Retriever, SearchMode, SearchQuery, SearchResult } from './retriever.ts';
export { searchByWords } from './search-by-words.ts';
export { whyFound } from './why-found.ts';

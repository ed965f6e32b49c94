import '../core/supported-node.ts';

export { openStores, type Stores } from '../stores/index.ts';
export { circuitBreaker, type GuardedCalls, isMissing } from './circuit-breaker.ts';
export { createRetriever, type RetrieverParts } from './create-retriever.ts';
export type { Encoder } from './encoder/encoder.ts';
export type { Lacking } from './encoder/local-supply.ts';
export { lackingEncoder, openEncoder, supplyEncoder } from './encoder/open-encoder.ts';
export { type IndexParts, indexDocuments } from './index-documents.ts';
export { passageText } from './passage-text.ts';
export { type NameMention, namesIn } from './ranking/mentions.ts';
export { type ReindexOptions, type ReindexReport, reindex } from './reindex.ts';
export { fromDocumentCompressor } from './reranking/document-compressor.ts';
export { BY_MODEL, openReranker } from './reranking/open-reranker.ts';
export { reranked } from './reranking/reranked.ts';
export { type RerankCost, type Reranker, rerankerUnavailable } from './reranking/reranker.ts';
export type { Hit, MatchReason, Reordering, Retriever, SearchMode, SearchQuery, SearchResult } from './retriever.ts';
export { searchByWords } from './search-by-words.ts';
export { whyFound } from './why-found.ts';

export { type DocumentCompressor, fromDocumentCompressor } from './document-compressor.ts';
export { BY_MODEL, openReranker } from './open-reranker.ts';
export { reranked } from './reranked.ts';
export { RERANKED, type RerankCost, type Reranker, type Reranking, rerankerUnavailable } from './reranker.ts';

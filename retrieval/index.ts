export { createRetriever, type RetrieverParts } from './create-retriever.ts';
export { type Encoder, openEncoder } from './encoder/index.ts';
export { type IndexParts, indexDocuments } from './index-documents.ts';
export { passageText } from './passage-text.ts';
export { type NameMention, namesIn } from './recipe/mentions.ts';
export { type ReindexOptions, type ReindexReport, reindex } from './reindex.ts';
export { reranked } from './reranked.ts';
export { openReranker, type Reranker } from './reranker.ts';
export type { Hit, Retriever, SearchMode, SearchQuery, SearchResult, Via } from './retriever.ts';

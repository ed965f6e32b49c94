import { Document, type DocumentInterface } from '@langchain/core/documents';
import { BaseDocumentCompressor } from '@langchain/core/retrievers/document_compressors';
import type { Reranker } from '../retrieval/index.ts';

/**
 * Wraps one of Parley's rerankers as a LangChain document compressor, for other chains and graphs. Returns every
 * document, best first, with its `relevanceScore`; documents without a score follow in their old order. Uses `title`
 * and `headings` of the metadata besides the text. Throws what the reranker throws.
 * @example
 * const compressor = toDocumentCompressor((await openReranker(settings))!);
 * const best = await compressor.compressDocuments(await retriever.invoke(question), question);
 */
export const toDocumentCompressor = (reranker: Reranker): BaseDocumentCompressor => new ParleyCompressor(reranker);

// LangChain requires a class.
class ParleyCompressor extends BaseDocumentCompressor {
  readonly #reranker: Reranker;

  constructor(reranker: Reranker) {
    super();
    this.#reranker = reranker;
  }

  override async compressDocuments(documents: DocumentInterface[], query: string): Promise<DocumentInterface[]> {
    const passages = documents.map(({ pageContent, metadata }) => ({
      title: typeof metadata.title === 'string' ? metadata.title : '',
      headings: Array.isArray(metadata.headings) ? metadata.headings.map(String) : [],
      text: pageContent,
    }));
    const { scores } = await this.#reranker.score(query, passages);
    return documents
      .map((document, at) => ({ document, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
      .sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
      .map(({ document: { id, pageContent, metadata }, score }) => {
        const relevance = Number.isFinite(score) ? { relevanceScore: score } : {};
        return new Document({ id, pageContent, metadata: { ...metadata, ...relevance } });
      });
  }
}

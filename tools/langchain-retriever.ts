import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import type { Scope } from '../core/document.ts';
import type { Retriever } from '../retrieval/index.ts';

/**
 * Wraps Parley's search as a LangChain retriever, for other chains and graphs. The scopes are fixed here, so that a
 * chain cannot widen them.
 * @example
 * const retriever = toLangChainRetriever(parley.retriever, ['everyone']);
 * const documents = await retriever.invoke('How long is parental leave?');
 */
export const toLangChainRetriever = (retriever: Retriever, scopes: readonly Scope[], k = 10): BaseRetriever =>
  new ParleyRetriever(retriever, scopes, k);

// LangChain requires a class.
class ParleyRetriever extends BaseRetriever {
  lc_namespace = ['parley', 'retrievers'];
  readonly #retriever: Retriever;
  readonly #scopes: readonly Scope[];
  readonly #k: number;

  constructor(retriever: Retriever, scopes: readonly Scope[], k: number) {
    super();
    this.#retriever = retriever;
    this.#scopes = scopes;
    this.#k = k;
  }

  override async _getRelevantDocuments(text: string, _run?: CallbackManagerForRetrieverRun): Promise<Document[]> {
    const { hits } = await this.#retriever.search({ text, k: this.#k, scopes: this.#scopes });
    return hits.map(
      ({ passage, score, via }) =>
        new Document({
          id: passage.id,
          pageContent: passage.text,
          metadata: {
            documentId: passage.documentId,
            title: passage.title,
            headings: passage.headings,
            url: passage.url,
            updatedAt: passage.updatedAt,
            score,
            via,
          },
        }),
    );
  }
}

import type { BaseDocumentCompressor } from '@langchain/core/retrievers/document_compressors';
import { ParleyError } from '../../core/errors.ts';
import { passageText } from '../passage-text.ts';
import { type Reranker, rerankerUnavailable } from './reranker.ts';

/** The used part of LangChain's BaseDocumentCompressor. */
export type DocumentCompressor = Pick<BaseDocumentCompressor, 'compressDocuments'>;

/** Metadata key of a document's original index. Needed because compressors may copy, split and drop documents. */
const PLACE = 'parleyPlace';

/**
 * Adapts a LangChain reranker (Cohere, Voyage, Jina, Bedrock …). Scores are its `relevanceScore`s if every returned document
 * has one, otherwise 1 / rank. Documents that it drops have no score.
 *
 * @example
 * fromDocumentCompressor('cohere', new CohereRerank({ model: 'rerank-v3.5', topN: 30 }))
 */
export const fromDocumentCompressor = (name: string, compressor: DocumentCompressor): Reranker => ({
  name,
  async score(question, passages) {
    if (passages.length === 0) return { scores: [], cost: { calls: 0 } };
    const documents = passages.map((passage, place) => ({
      pageContent: passageText(passage),
      metadata: { title: passage.title, [PLACE]: place } as Record<string, unknown>,
    }));
    const details = { calls: 1 };
    const kept = await compressor.compressDocuments(documents, question).catch((cause: unknown) => {
      throw rerankerUnavailable(name, cause instanceof Error ? firstLine(cause.message) : String(cause), {
        cause,
        details,
      });
    });
    const scores = new Array<number | undefined>(passages.length).fill(undefined);
    const given = kept.map(({ metadata }) => metadata.relevanceScore ?? metadata.relevance_score);
    const scored = given.every((score) => Number.isFinite(score));
    for (const [at, { metadata }] of kept.entries()) {
      const place: unknown = metadata[PLACE];
      if (typeof place !== 'number' || !(place in documents))
        throw rerankerUnavailable(name, 'it gave back a document that it was not given', { details });
      // A compressor that splits documents returns several pieces of one. The first, which is the best, counts.
      scores[place] ??= scored ? given[at] : 1 / (at + 1);
    }
    if (kept.length === 0) throw rerankerUnavailable(name, 'it gave no passage back', { details });
    return { scores, cost: { calls: 1 } };
  },
});

const firstLine = (message: string): string => message.split('\n', 1)[0]!.replace(/\.$/, '').slice(0, 200);

/**
 * Loads the compressor that is the default export of a module.
 * @param path relative to the working directory
 * @throws BAD_SETTING if the module cannot be loaded or its default export is not a compressor
 */
export const loadDocumentCompressor = async (path: string): Promise<DocumentCompressor> => {
  const [{ resolve }, { pathToFileURL }] = await Promise.all([import('node:path'), import('node:url')]);
  const wrong = (why: string, cause?: unknown) =>
    new ParleyError('BAD_SETTING', {
      message: `PARLEY_RERANKER=langchain:${path}: ${why}.`,
      remedy: 'Name a module whose default export is a LangChain document compressor (docs/search.md shows one).',
      cause,
    });
  const module: { default?: Partial<DocumentCompressor> } = await import(pathToFileURL(resolve(path)).href).catch(
    (cause: unknown) => {
      throw wrong(`the module cannot be loaded (${cause instanceof Error ? firstLine(cause.message) : cause})`, cause);
    },
  );
  if (typeof module.default?.compressDocuments !== 'function')
    throw wrong('its default export has no compressDocuments');
  return module.default as DocumentCompressor;
};

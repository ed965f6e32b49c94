import type { BaseDocumentCompressor } from '@langchain/core/retrievers/document_compressors';
import { ParleyError } from '../../core/errors.ts';
import { passageText } from '../passage-text.ts';
import { type Reranker, rerankerUnavailable } from './reranker.ts';

/** The one method of LangChain's BaseDocumentCompressor. */
export type DocumentCompressor = Pick<BaseDocumentCompressor, 'compressDocuments'>;

/** Where a document stood, in its metadata: a compressor may copy documents, cut them, and leave some out. */
const PLACE = 'parleyPlace';

/**
 * Any reranker of LangChain's (Cohere, Voyage, Jina, Bedrock …) as ours. Scores are its `relevanceScore`s where every
 * document that it gives back has one, or else 1 over the place in its order; what it leaves out has none.
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
      // One that cuts a document up gives it back more than once: its best piece counts.
      scores[place] ??= scored ? given[at] : 1 / (at + 1);
    }
    if (kept.length === 0) throw rerankerUnavailable(name, 'it gave no passage back', { details });
    return { scores, cost: { calls: 1 } };
  },
});

const firstLine = (message: string): string => message.split('\n', 1)[0]!.replace(/\.$/, '').slice(0, 200);

/**
 * The compressor that a module exports as its default.
 * @param path from the working folder
 * @throws BAD_SETTING when there is no such module, or when it exports something else
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

import { isParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { RERANKED, type Reranker } from './reranker.ts';
import type { Retriever } from './retriever.ts';

/**
 * A retriever whose best hits a reranker puts in order. One that is down costs nothing but its word: the search's own order
 * stands, and the result says so.
 */
export const reranked = (retriever: Retriever, reranker: Reranker, log: Log): Retriever => ({
  async search(query) {
    const k = query.k ?? 10;
    const found = await retriever.search({ ...query, k: Math.max(k, RERANKED) });
    const [first, rest] = [found.hits.slice(0, RERANKED), found.hits.slice(RERANKED)];
    try {
      const scores = await reranker.score(
        query.text,
        first.map(({ passage }) => passage),
        query.signal,
      );
      const ordered = first
        .map((hit, at) => ({
          ...hit,
          via: [...hit.via, { kind: 'rerank' as const, score: scores[at]! }],
          order: scores[at]!,
        }))
        .sort((a, b) => b.order - a.order)
        .map(({ order: _, ...hit }) => hit);
      return { ...found, hits: [...ordered, ...rest].slice(0, k) };
    } catch (error) {
      if (!isParleyError(error, 'ENCODER_UNAVAILABLE')) throw error;
      log.warn({ code: error.code }, error.oneLine);
      const notice = [found.notice, error.message].filter(Boolean).join(' ');
      return { ...found, hits: found.hits.slice(0, k), notice };
    }
  },
});

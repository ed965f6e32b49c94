import { isParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { createFailureLog } from '../failure-log.ts';
import type { Hit, Reordering, Retriever } from '../retriever.ts';
import { RERANKED, type RerankCost, type Reranker } from './reranker.ts';

/**
 * Adds reranking of the best hits to a retriever, and reports its effect and cost in `reordering`. If the reranker is down,
 * the search's order stays, and the result has a notice.
 */
export const reranked = (retriever: Retriever, reranker: Reranker, log: Log): Retriever => {
  const failures = createFailureLog(log, 'Searches keep their own order meanwhile.');
  return {
    async search(query) {
      const k = query.k ?? 10;
      const found = await retriever.search({ ...query, k: Math.max(k, RERANKED) });
      if (k < 1 || found.hits.length === 0) return found;
      const [first, rest] = [found.hits.slice(0, RERANKED), found.hits.slice(RERANKED)];
      const startedAt = performance.now();
      const report = (cost: RerankCost, brought: number, read = first.length): Reordering => {
        const ms = Math.round(performance.now() - startedAt);
        const reordering = { by: reranker.name, read, brought, ms, ...cost };
        log.info({ reordering }, 'what was found was put in order by the reranker');
        return reordering;
      };
      try {
        const passages = first.map(({ passage }) => passage);
        const { scores, cost, read } = await reranker.score(query.text, passages, query.signal);
        failures.served();
        const ordered = inOrder(first, scores);
        // Hits from rank k on would not have been returned without the reranker.
        const brought = ordered.slice(0, k).filter(({ place }) => place >= k).length;
        const hits = [...ordered.map(({ hit }) => hit), ...rest].slice(0, k);
        return { ...found, hits, reordering: report(cost, brought, read) };
      } catch (error) {
        if (!isParleyError(error, 'RERANKER_UNAVAILABLE')) throw error;
        failures.failed(error, error.message);
        const notice = [found.notice, error.message].filter(Boolean).join(' ');
        const { calls = 0, tokens } = error.details as Partial<RerankCost>;
        const cost = tokens === undefined ? { calls } : { calls, tokens };
        return { ...found, hits: found.hits.slice(0, k), notice, reordering: { ...report(cost, 0), failed: true } };
      }
    },
  };
};

/** Sorts hits by score, followed by those without a score in the search's order. */
const inOrder = (hits: readonly Hit[], scores: readonly (number | undefined)[]): { hit: Hit; place: number }[] => {
  const placed = hits.map((hit, place) => ({ hit, place, score: scores[place] }));
  const scored = placed.flatMap((one) => (one.score === undefined ? [] : [{ ...one, score: one.score }]));
  const reread = scored
    .sort((a, b) => b.score - a.score)
    .map(({ hit, place, score }) => ({
      hit: { ...hit, via: [...hit.via, { kind: 'rerank' as const, score, before: place + 1 }] },
      place,
    }));
  return [...reread, ...placed.filter(({ score }) => score === undefined)];
};

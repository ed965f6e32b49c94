import { type Hit, whyFound } from '../retrieval/index.ts';

/** What a trace keeps of the passages found: ids, titles, scores, and why each was found, in words. */
export const tracedHits = (hits: readonly Hit[]) =>
  hits.map(({ passageId, title, score, via }) => ({
    passageId,
    title,
    score: Math.round(score * 1e4) / 1e4,
    why: whyFound(via),
  }));

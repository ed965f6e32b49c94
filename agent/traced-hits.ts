import type { Passage } from '../core/document.ts';
import { type Hit, type SearchResult, whyFound } from '../retrieval/index.ts';

/** What a trace keeps of the passages found: ids, titles, scores, and why each was found, in words. */
const tracedHits = (hits: readonly Hit[]) =>
  hits.map(({ passageId, title, score, via }) => ({
    passageId,
    title,
    score: Math.round(score * 1e4) / 1e4,
    why: whyFound(via),
  }));

/** What a trace keeps of one search: its passages in short, and what a reranker did to them. */
export const tracedSearch = ({ mode, hits, reordering }: Pick<SearchResult, 'mode' | 'hits' | 'reordering'>) => ({
  mode,
  hits: tracedHits(hits),
  ...(reordering && { reordering }),
});

/** What a trace keeps of passages that were read. */
export const tracedPassages = (passages: readonly Passage[]) =>
  passages.map(({ id, title }) => ({ passageId: id, title }));

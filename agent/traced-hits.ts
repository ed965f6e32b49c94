import type { Passage } from '../core/document.ts';
import { type Hit, type SearchResult, whyFound } from '../retrieval/index.ts';

/** The passages found, for the trace: ids, titles, scores and match reasons. */
const tracedHits = (hits: readonly Hit[]) =>
  hits.map(({ passageId, title, score, via }) => ({
    passageId,
    title,
    score: Math.round(score * 1e4) / 1e4,
    why: whyFound(via),
  }));

/** One search, for the trace: what it went without, its passages and the reranker's changes. */
export const tracedSearch = ({
  mode,
  partial,
  deep,
  hits,
  reordering,
}: Pick<SearchResult, 'mode' | 'partial' | 'deep' | 'hits' | 'reordering'>) => ({
  mode,
  ...(partial && { partial }),
  ...(deep && { deep }),
  hits: tracedHits(hits),
  ...(reordering && { reordering }),
});

/** Passages read, for the trace. */
export const tracedPassages = (passages: readonly Passage[]) =>
  passages.map(({ id, title }) => ({ passageId: id, title }));

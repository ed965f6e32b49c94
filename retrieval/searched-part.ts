import type { PassageIndex, Stores } from '../stores/index.ts';
import { applyFilter, isFiltering, unreadNotice } from './filters/filter.ts';
import { narrowed } from './filters/narrowed.ts';
import type { SearchedVectors } from './find.ts';
import type { SearchQuery } from './retriever.ts';

/** The part of the stores that one search looks at. */
export interface SearchedPart {
  /** Absent in stores without a passage index. */
  index?: PassageIndex;
  vectors: SearchedVectors;
  /** The number of passages that a filter left; absent without a filter. */
  left?: number;
  /** What is to be said of the filter. */
  notices: string[];
}

/** Applies the filter of a search: what it leaves is searched as if there were nothing else. */
export const searchedPart = async (
  query: SearchQuery,
  index: PassageIndex | undefined,
  vectors: SearchedVectors,
  documents: Stores['documents'],
): Promise<SearchedPart> => {
  const { scopes } = query;
  const filtered = index && isFiltering(query) ? await applyFilter(query, index, documents, scopes) : undefined;
  const notices = [unreadNotice(query), filtered?.notice].filter((notice) => notice !== undefined);
  const left = filtered?.passages;
  if (!index || !left) return { index, vectors, notices };
  // Nothing is searched where nothing is left.
  if (left.length === 0) return { index, vectors, left: 0, notices };
  return { ...(await narrowed(index, vectors, scopes, left)), left: left.length, notices };
};

import type { Scope } from '../../core/document.ts';
import type { PassageIndex, PostingList } from '../../stores/index.ts';

/** Postings that one question may read: about 50 ms of work. */
const MAX_POSTINGS = 2_000_000;

/**
 * The lists of a question's stems. Where they could hold more than `most` postings together, the rarest are read as far as
 * they go, at least one, and the others come with their totals only: in a million passages that leaves out the commonest
 * words of very long questions. A stem that is left out can have added at most 2.2 · idf to a passage's BM25, and its idf is
 * below that of every stem that is read.
 */
export const readStems = async (
  index: PassageIndex,
  stems: readonly string[],
  scopes: readonly Scope[],
  passages: number,
  most = MAX_POSTINGS,
): Promise<PostingList[]> => {
  if (passages * stems.length <= most) return index.lists('stem', stems, scopes);
  const lists = await index.lists('stem', stems, scopes, 0);
  const order = Array.from(lists.keys()).sort((a, b) => lists[a]!.total - lists[b]!.total);
  let left = most;
  const read = order.filter((i, rank) => {
    left -= lists[i]!.total;
    return left >= 0 || order.slice(0, rank).every((earlier) => lists[earlier]!.total === 0);
  });
  const found = await index.lists(
    'stem',
    read.map((i) => stems[i]!),
    scopes,
  );
  for (const [at, i] of read.entries()) lists[i] = found[at]!;
  return lists;
};

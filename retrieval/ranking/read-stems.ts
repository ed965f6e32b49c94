import type { Scope } from '../../core/document.ts';
import type { PassageIndex, PostingList } from '../../stores/index.ts';
import { otherForms } from './irregular-verbs.ts';

/** Maximum number of postings read for a question: about 50 ms of work. */
const MAX_POSTINGS = 2_000_000;

/**
 * Reads the posting lists of a question's stems. An irregular verb that no passage contains ("begin") is replaced by its most
 * frequent other form ("began"). If the lists may have more than `maxPostings` postings together, the rarest are read up to
 * that sum, at least one, and of the others only the totals. In a million passages, that leaves out the most frequent words of
 * very long questions. A stem that is left out would add at most 2.2 · idf to a passage's BM25, and its idf is lower than
 * that of every stem that is read.
 */
export const readStems = async (
  index: PassageIndex,
  stems: readonly string[],
  scopes: readonly Scope[],
  passages: number,
  maxPostings = MAX_POSTINGS,
): Promise<PostingList[]> => {
  const lists = await readAsAsked(index, stems, scopes, passages, maxPostings);
  const unheld = stems.flatMap((stem, at) =>
    lists[at]!.total === 0 ? otherForms(stem).map((form) => ({ form, at })) : [],
  );
  if (unheld.length === 0) return lists;
  const counted = await index.lists(
    'stem',
    unheld.map(({ form }) => form),
    scopes,
    0,
  );
  const forms = new Map<number, { form: string; total: number }>();
  for (const [i, { form, at }] of unheld.entries()) {
    const { total } = counted[i]!;
    if (total > (forms.get(at)?.total ?? 0)) forms.set(at, { form, total });
  }
  if (forms.size === 0) return lists;
  // Reads all lists again with the replaced stems, because `maxPostings` applies to their sum.
  const askable = stems.map((stem, at) => forms.get(at)?.form ?? stem);
  return readAsAsked(index, askable, scopes, passages, maxPostings);
};

const readAsAsked = async (
  index: PassageIndex,
  stems: readonly string[],
  scopes: readonly Scope[],
  passages: number,
  maxPostings: number,
): Promise<PostingList[]> => {
  if (passages * stems.length <= maxPostings) return index.lists('stem', stems, scopes);
  const lists = await index.lists('stem', stems, scopes, 0);
  const order = Array.from(lists.keys()).sort((a, b) => lists[a]!.total - lists[b]!.total);
  let left = maxPostings;
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

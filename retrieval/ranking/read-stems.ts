import type { Scope } from '../../core/document.ts';
import type { PassageIndex, PostingList } from '../../stores/index.ts';
import { otherForms } from './irregular-verbs.ts';

/** Postings that one question may read: about 50 ms of work. */
const MAX_POSTINGS = 2_000_000;

/**
 * The lists of a question's stems. A verb that no passage holds as it is asked ("begin") is read as its form that most hold
 * ("began"). Where they could hold more than `most` postings together, the rarest are read as far as
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
  const lists = await readAsAsked(index, stems, scopes, passages, most);
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
  // The question as it can be asked of these pages; the bound holds for all of it.
  const askable = stems.map((stem, at) => forms.get(at)?.form ?? stem);
  return readAsAsked(index, askable, scopes, passages, most);
};

const readAsAsked = async (
  index: PassageIndex,
  stems: readonly string[],
  scopes: readonly Scope[],
  passages: number,
  most: number,
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

import type { Scope } from '../../core/document.ts';
import type { PassageIndex, PostingList, VectorStore } from '../../stores/index.ts';

/** Up to this many filtered passages are compared exactly. With more, the nearest of all passages are read and filtered. */
const MAX_COMPARED = 10_000;
/** Maximum number of nearest vectors to read while too few of them pass the filter. */
const MAX_NEAREST = 20_000;

/** A set of passage numbers as a bitmap, with constant lookup time. */
interface PassageSet {
  readonly size: number;
  has(passage: number): boolean;
}

const passageSet = (passages: Uint32Array): PassageSet => {
  const bits = new Uint8Array(((passages.at(-1) ?? 0) >>> 3) + 1);
  for (const passage of passages) bits[passage >>> 3] = (bits[passage >>> 3] ?? 0) | (1 << (passage & 7));
  return { size: passages.length, has: (passage) => (((bits[passage >>> 3] ?? 0) >>> (passage & 7)) & 1) === 1 };
};

/**
 * Views of the passage index and the vectors that contain only some passages, for one search. Frequencies, lengths, links
 * and nearest neighbours are those of these passages, so the ranking runs on a filtered index like on a whole one.
 *
 * @param left the passages to keep, ascending and visible with these scopes
 */
export const narrowed = async (
  index: PassageIndex,
  vectors: Pick<VectorStore, 'space' | 'search' | 'vectors'>,
  scopes: readonly Scope[],
  left: Uint32Array,
  { few = MAX_COMPARED, maxNearest = MAX_NEAREST }: { few?: number; maxNearest?: number } = {},
): Promise<{ index: PassageIndex; vectors: Pick<VectorStore, 'space' | 'search' | 'vectors'> }> => {
  const set = passageSet(left);
  const whole = await index.size(scopes);
  const share = set.size / Math.max(whole.passages, 1);
  const narrow: PassageIndex = {
    ...index,
    size: async () => ({ passages: set.size, words: whole.words * share }),
    async lists(kind, keys, asker, limit = Number.MAX_SAFE_INTEGER / 8) {
      // A list that is over the limit may be short after filtering, so requests more.
      const lists = await index.lists(kind, keys, asker, Math.ceil(limit / Math.max(share, 1e-6)));
      return lists.map((list) => narrowList(list, set, limit, share));
    },
    passages: async (numbers, asker) => index.passages(numbers.filter(set.has), asker),
    idsOf: async (numbers, asker) => index.idsOf(numbers.filter(set.has), asker),
    async numbersOf(ids, asker) {
      const numbers = await index.numbersOf(ids, asker);
      return new Map([...numbers].filter(([, number]) => set.has(number)));
    },
  };
  let among: Promise<string[]> | undefined;
  return {
    index: narrow,
    vectors: {
      space: vectors.space,
      vectors: vectors.vectors,
      async search(query, k, asker) {
        if (set.size <= few) {
          among ??= index.idsOf([...left], asker).then((ids) => [...ids.values()]);
          return vectors.search(query, k, asker, await among);
        }
        for (let depth = Math.ceil((2 * k) / share); ; depth *= 4) {
          const nearest = await vectors.search(query, Math.min(depth, maxNearest), asker);
          const inside = await narrow.numbersOf(
            nearest.map(({ id }) => id),
            asker,
          );
          const found = nearest.filter(({ id }) => inside.has(id)).slice(0, k);
          if (found.length >= k || depth >= maxNearest || nearest.length < depth) return found;
        }
      },
    },
  };
};

/** Filters a list. The length of a list without passages, which was too long to read, is estimated with `share`. */
const narrowList = (list: PostingList, set: PassageSet, limit: number, share: number): PostingList => {
  const { total, passages, postings } = list;
  if (passages.length === 0) return { ...list, total: Math.ceil(total * share) };
  const places = Array.from(passages.keys()).filter((at) => set.has(passages[at] ?? 0));
  if (places.length > limit) return { total: places.length, passages: new Uint32Array(), postings: new Uint32Array() };
  return {
    total: places.length,
    passages: Uint32Array.from(places, (at) => passages[at] ?? 0),
    postings: Uint32Array.from(places, (at) => postings[at] ?? 0),
  };
};

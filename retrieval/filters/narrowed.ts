import type { Scope } from '../../core/document.ts';
import type { PassageIndex, PostingList, VectorStore } from '../../stores/index.ts';

/** Passages that are compared one by one; where a filter leaves more, the nearest of all are read and sifted. */
const MAX_COMPARED = 10_000;
/** Nearest vectors that are read at most where a filter leaves many passages and hardly any of the nearest. */
const MAX_NEAREST = 20_000;

/** Passages by number: whether one is in costs the same whatever their count. */
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
 * The passage index and the vectors as they would be if there were these passages alone, for the search of one asker:
 * frequencies, lengths, links and neighbours are those of what a filter leaves, as they are of what scopes leave. So a
 * ranking runs on a filtered index as on a whole one.
 *
 * @param left ascending; those that these scopes see
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
      // A list that is too long as a whole may be short in what is left.
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

/** What a filter leaves of a list; a list whose passages were not read is taken to be left in the whole's share. */
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

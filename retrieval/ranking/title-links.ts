import type { IndexedPassage, NameUse, PostingList } from '../../stores/index.ts';
import { SENTENCE_BITS } from '../../stores/posting.ts';

/** A weighted link to passages (docs/search.md, ranking step 4). */
export interface Link {
  /** Shared by readers, who must not change it. May contain the linking passage, which no link leads to. */
  to: Uint32Array;
  weight: number;
  /** The name of the target in the linking passage, and the bitmap of its sentences. */
  through: Pick<NameUse, 'name' | 'sentences'>;
  /** The stated fact that makes the link; `ends` are the names of its ends in the link's direction. */
  fact?: { text: string; stems: ReadonlySet<string>; ends: string[] };
}

/** Posting lists of names and link targets, by key. */
export interface NameLists {
  titles: ReadonlyMap<string, PostingList>;
  titleParts: ReadonlyMap<string, PostingList>;
  entities: ReadonlyMap<string, PostingList>;
  places: ReadonlyMap<string, PostingList>;
}

/** Smaller corpora are treated as if they had this many passages, so that names in a few passages are not discounted much. */
const MIN_CORPUS = 500;
/** Used for hyperlinks whose text is in no sentence, so that the best sentence counts. */
const ALL_SENTENCES = 2 ** SENTENCE_BITS - 1;
/** Weights of links by a part of a title, by a title inside a longer name, and by a name's first and last word. */
const PART_WEIGHT = 0.6;
const INSIDE_WEIGHT = 0.8;
const ENDS_WEIGHT = 0.5;
/** Longer runs of capitalised words are headlines, in which titles are not searched. */
const MAX_NAME_WORDS = 6;
/** A part of a title that is shared by more passages than this is ambiguous and makes no links. */
export const MAX_PARTS = 3;
/** A title that is shared by more passages than this, such as "Overview", makes no links. */
export const MAX_TITLED = 300;

const EMPTY_LIST: PostingList = { total: 0, passages: new Uint32Array(), postings: new Uint32Array() };

/** The list of a key; empty if the key was not read. */
export const listOf = (lists: ReadonlyMap<string, PostingList>, key: string): PostingList =>
  lists.get(key) ?? EMPTY_LIST;

/** ln(N / (1 + mentions)) / ln N, at least 0. Discounts links by names that are very frequent. */
export const hubDiscount = (mentions: number, passageCount: number): number => {
  const size = Math.max(passageCount, MIN_CORPUS);
  return Math.max(0, Math.log(size / (1 + mentions)) / Math.log(size));
};

/**
 * Links to the pages that a name refers to, by the first of these rules that finds any: pages with the name as title, weight 1
 * (n^−0.5 if n > 3 passages have it); as part of the title, 0.6 · n^−0.5; pages whose title is part of the name, 0.8 · n^−0.5;
 * pages with the first and last of the name's three words as title, 0.5. All are multiplied by the name's `hubDiscount`.
 */
export const titleLinks = (
  through: NameUse,
  { titles, titleParts, entities }: NameLists,
  passageCount: number,
): Link[] => {
  const discount = hubDiscount(listOf(entities, through.key).total, passageCount);
  const links = ({ passages: to }: PostingList, weight: number): Link[] =>
    to.length > 0 ? [{ to, weight: weight * discount, through }] : [];
  /** The list of the first key that is the title of 1 to `MAX_PARTS` passages. */
  const titled = (keys: readonly string[]) =>
    keys.map((key) => listOf(titles, key)).find(({ total }) => total > 0 && total <= MAX_PARTS);

  const whole = listOf(titles, through.key);
  if (whole.total > 0) return links(whole, whole.total > 3 ? whole.total ** -0.5 : 1);
  const part = listOf(titleParts, through.key);
  if (part.passages.length > 0) return links(part, PART_WEIGHT * part.total ** -0.5);
  const inside = titled(partsOfName(through));
  if (inside) return links(inside, INSIDE_WEIGHT * inside.total ** -0.5);
  const ends = titled(withoutMiddle(through));
  return ends ? links(ends, ENDS_WEIGHT) : [];
};

/** Links to a hyperlink's target, with the weight of an exact title, which a page with over three passages divides. */
export const hyperlinks = (
  { place, name, sentences = ALL_SENTENCES }: IndexedPassage['links'][number],
  { places }: NameLists,
): Link[] => {
  const { total, passages: to } = listOf(places, place);
  return to.length > 0 ? [{ to, weight: total > 3 ? total ** -0.5 : 1, through: { name, sentences } }] : [];
};

/**
 * The contiguous parts of a name with at least two words, longest first ("Ottoman Sultan Mehmed IV" -> "mehmed iv").
 * Empty for wide and very long names.
 */
export const partsOfName = ({ key, wide }: NameUse): string[] => {
  const words = key.split(' ');
  const parts: string[] = [];
  if (wide || words.length > MAX_NAME_WORDS) return parts;
  for (let length = words.length - 1; length >= 2; length--)
    for (let from = 0; from + length <= words.length; from++) parts.push(words.slice(from, from + length).join(' '));
  return parts;
};

/** The first and last word of a name with three words: "Nathan H. Juran" -> "nathan juran". */
export const withoutMiddle = ({ key }: NameUse): string[] => {
  const words = key.split(' ');
  return words.length === 3 ? [`${words[0]} ${words[2]}`] : [];
};

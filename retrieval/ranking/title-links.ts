import type { IndexedPassage, NameUse, PostingList } from '../../stores/index.ts';
import { SENTENCE_BITS } from '../../stores/posting.ts';

/** A passage that another one links to, and how strongly (docs/search.md, ranking step 4). */
export interface Link {
  to: number;
  weight: number;
  /** The name in the linking passage that names the target, and the sentences that hold it. */
  through: Pick<NameUse, 'name' | 'sentences'>;
  /** The stated fact that the link goes over, with the names of its ends in the direction of the link. */
  fact?: { text: string; stems: ReadonlySet<string>; ends: string[] };
}

/** The lists that say what names and addresses mean, by key. */
export interface NameLists {
  titles: ReadonlyMap<string, PostingList>;
  titleParts: ReadonlyMap<string, PostingList>;
  entities: ReadonlyMap<string, PostingList>;
  places: ReadonlyMap<string, PostingList>;
}

/** A corpus of fewer passages than this has no hubs yet: a name in a few of them links as it would in a larger corpus. */
const MIN_CORPUS = 500;
/** The sentences of a hyperlink whose words stand in no sentence: all of them, of which the best counts. */
const ALL_SENTENCES = 2 ** SENTENCE_BITS - 1;
/** Weights of a link by a part of a title, by a title inside a longer name, and by a name's first and last word. */
const PART_WEIGHT = 0.6;
const INSIDE_WEIGHT = 0.8;
const ENDS_WEIGHT = 0.5;
/** Longer runs of capitals are headlines: no title is looked for inside them. */
const MAX_NAME_WORDS = 6;
/** A part of a title that more pages share than this names none of them. */
export const MAX_PARTS = 3;
/** A title that more pages share than this (10,000 pages named "Overview") links to none of them. */
export const MAX_TITLED = 300;

const EMPTY_LIST: PostingList = { total: 0, passages: new Uint32Array(), postings: new Uint32Array() };

/** The list of a key; empty where the key was not read. */
export const listOf = (lists: ReadonlyMap<string, PostingList>, key: string): PostingList =>
  lists.get(key) ?? EMPTY_LIST;

/** ln(N / (1 + in-degree)) / ln N, at least 0: a link to what everything mentions says little. */
export const hubDiscount = (mentions: number, passageCount: number): number => {
  const size = Math.max(passageCount, MIN_CORPUS);
  return Math.max(0, Math.log(size / (1 + mentions)) / Math.log(size));
};

/**
 * Links to the pages that a name means, by the first of these that finds any: pages with this title, weight 1 (n^−.5 where
 * n > 3 passages share it); with this part of a title, .6 · n^−.5; with a title inside the name, .8 · n^−.5; with the first
 * and last word of a name of three words as title, .5. All times the name's hub discount.
 */
export const titleLinks = (
  through: NameUse,
  { titles, titleParts, entities }: NameLists,
  passageCount: number,
): Link[] => {
  const discount = hubDiscount(listOf(entities, through.key).total, passageCount);
  const links = (list: PostingList, weight: number): Link[] =>
    Array.from(list.passages, (to) => ({ to, weight: weight * discount, through }));
  /** The first of these keys that some, but few, pages have as their title. */
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

/** Links to a hyperlink's target, as strong as an exact title; the passages of one page share it. */
export const hyperlinks = (
  { place, name, sentences = ALL_SENTENCES }: IndexedPassage['links'][number],
  { places }: NameLists,
): Link[] => {
  const { total, passages } = listOf(places, place);
  const weight = total > 3 ? total ** -0.5 : 1;
  return Array.from(passages, (to) => ({ to, weight, through: { name, sentences } }));
};

/**
 * The contiguous parts of a name, of two words and more, longest first
 * ("Ottoman Sultan Mehmed IV" -> "mehmed iv").
 */
export const partsOfName = ({ key, wide }: NameUse): string[] => {
  const words = key.split(' ');
  const parts: string[] = [];
  if (wide || words.length > MAX_NAME_WORDS) return parts;
  for (let length = words.length - 1; length >= 2; length--)
    for (let from = 0; from + length <= words.length; from++) parts.push(words.slice(from, from + length).join(' '));
  return parts;
};

/** First and last word of three: "Nathan H. Juran" -> "nathan juran". */
export const withoutMiddle = ({ key }: NameUse): string[] => {
  const words = key.split(' ');
  return words.length === 3 ? [`${words[0]} ${words[2]}`] : [];
};

import type { Scope } from '../../core/document.ts';
import type { IndexedPassage, ListKind, NameUse, PassageIndex, PostingList } from '../../stores/passage-index.ts';
import { SENTENCE_BITS } from '../../stores/posting.ts';
import { type ReadFacts, statedLinks } from './stated-links.ts';

/** A passage that another one links to, and how strongly (retrieval.md, step 4). */
export interface Link {
  to: number;
  weight: number;
  /** The name in the linking passage that names the target, and the sentences that hold it. */
  through: Pick<NameUse, 'name' | 'sentences'>;
  /** The stated fact that the link goes over, with the names of its ends in the direction of the link. */
  fact?: { text: string; stems: ReadonlySet<string>; ends: string[] };
}

/** An entity of a passage with the passages that share it (step 7). */
export interface Shared {
  entity: NameUse;
  passages: Uint32Array;
  /** ln(N/df)/ln N, in [0, 1]: rare entities say more. */
  rarity: number;
}

/** A passage with where it leads. */
export interface Hops {
  passage: IndexedPassage;
  links: Link[];
  shared: Shared[];
}

/** The best passages of a ranking, from which the next one starts. */
export interface HopOrigins {
  hops: Hops[];
  /** Their scores in the ranking, in [0, 1]. */
  base: ReadonlyMap<number, number>;
  /** σ of each one's sentences. */
  sigma: Float64Array[];
}

/** In a corpus of fewer passages than this, a name in a few of them is no hub yet. */
const SMALL = 500;
/** Of a hyperlink whose words stand in no sentence of their own, the page's best sentence counts. */
const ALL_SENTENCES = 2 ** SENTENCE_BITS - 1;
/** Weights of a link by a part of a title, by a title inside a longer name, and by a name's two ends. */
const PART = 0.6;
const INSIDE = 0.8;
const ENDS = 0.5;
/** Longer runs of capitals are headlines: no title is looked for inside them. */
const LONGEST_NAME = 6;
/** Entities in more passages than this connect nothing. */
export const MAX_SHARED = 300;
/** A part of a title that more pages share than this names none of them. */
const MAX_PARTS = 3;
/** A title that more pages share than this (10,000 pages named "Overview") links to none of them. */
export const MAX_TITLED = 300;

/**
 * Reads where passages lead: the pages that they name or link to, the passages that share their entities, and what stated
 * facts connect them with. Three rounds of batched reads, bounded by the lists' limits, whatever the size of the corpus.
 */
export const readHops = async (
  index: PassageIndex,
  numbers: readonly number[],
  scopes: readonly Scope[],
  passageCount: number,
  readFacts?: ReadFacts,
): Promise<Hops[]> => {
  const passages = await index.passages(numbers, scopes);
  const [lists, stated] = await Promise.all([
    readNeighbours(index, passages, scopes),
    readFacts ? statedLinks(index, passages, scopes, readFacts, passageCount) : [],
  ]);
  return passages.map((passage, i) => ({
    passage,
    links: [
      ...passage.names.filter(({ inTitle }) => !inTitle).flatMap((name) => titleLinks(name, lists, passageCount)),
      ...passage.links.flatMap((link) => hyperlinks(link, lists)),
      ...(stated[i] ?? []),
    ].filter(({ to }) => to !== passage.number),
    shared: passage.names.flatMap((name) => sharedEntity(name, lists, passageCount)),
  }));
};

/** ln(N / (1 + in-degree)) / ln N, at least 0: what everything mentions is a hub, and a link over it says little (step 4). */
export const hubDiscount = (mentions: number, passageCount: number): number => {
  const size = Math.max(passageCount, SMALL);
  return Math.max(0, Math.log(size / (1 + mentions)) / Math.log(size));
};

/** The lists that lead away from some passages, by key. */
interface Neighbours {
  titles: ReadonlyMap<string, PostingList>;
  titleParts: ReadonlyMap<string, PostingList>;
  entities: ReadonlyMap<string, PostingList>;
  places: ReadonlyMap<string, PostingList>;
}

const readNeighbours = async (
  index: PassageIndex,
  passages: readonly IndexedPassage[],
  scopes: readonly Scope[],
): Promise<Neighbours> => {
  const names = passages.flatMap((passage) => passage.names);
  const read = async (kind: ListKind, keys: readonly string[], limit: number) => {
    const distinct = [...new Set(keys)];
    const lists = await index.lists(kind, distinct, scopes, limit);
    return new Map(distinct.map((key, i) => [key, lists[i]!]));
  };
  const keys = names.map(({ key }) => key);
  const shorter = names.flatMap((name) => [...partsOfName(name), ...withoutMiddle(name)]);
  const [titles, titleParts, entities, places] = await Promise.all([
    read('title', [...keys, ...shorter], MAX_TITLED),
    read(
      'title-part',
      keys.filter((key) => key.includes(' ')),
      MAX_PARTS,
    ),
    read('entity', keys, MAX_SHARED),
    read(
      'place',
      passages.flatMap(({ links }) => links.map(({ place }) => place)),
      MAX_TITLED,
    ),
  ]);
  return { titles, titleParts, entities, places };
};

/**
 * The pages that a name means, by the first that holds: its title 1 (n^−.5 where n > 3 passages share it); a part of its
 * title .6 · n^−.5; a title inside the name .8 · n^−.5; the title of a name of three words without the middle one .5. Times
 * the hub discount of the name.
 */
const titleLinks = (through: NameUse, { titles, titleParts, entities }: Neighbours, passageCount: number): Link[] => {
  const discount = hubDiscount(entities.get(through.key)!.total, passageCount);
  const links = (list: PostingList, weight: number): Link[] =>
    Array.from(list.passages, (to) => ({ to, weight: weight * discount, through }));
  /** The first of these keys that some, but few, pages have as their title. */
  const titled = (keys: readonly string[]) =>
    keys.map((key) => titles.get(key)!).find(({ total }) => total > 0 && total <= MAX_PARTS);

  const whole = titles.get(through.key)!;
  if (whole.total > 0) return links(whole, whole.total > 3 ? whole.total ** -0.5 : 1);
  const part = titleParts.get(through.key);
  if (part && part.passages.length > 0) return links(part, PART * part.total ** -0.5);
  const inside = titled(partsOfName(through));
  if (inside) return links(inside, INSIDE * inside.total ** -0.5);
  const ends = titled(withoutMiddle(through));
  return ends ? links(ends, ENDS) : [];
};

/** A hyperlink counts as an exact title; a page of many passages shares it among them. */
const hyperlinks = (
  { place, name, sentences = ALL_SENTENCES }: IndexedPassage['links'][number],
  { places }: Neighbours,
): Link[] => {
  const { total, passages } = places.get(place)!;
  const weight = total > 3 ? total ** -0.5 : 1;
  return Array.from(passages, (to) => ({ to, weight, through: { name, sentences } }));
};

/** An entity that at least one other passage has, and not too many. */
const sharedEntity = (entity: NameUse, { entities }: Neighbours, passageCount: number): Shared[] => {
  const { total, passages } = entities.get(entity.key)!;
  if (entity.wide || passages.length < 2) return [];
  return [{ entity, passages, rarity: Math.log(passageCount / total) / Math.log(Math.max(passageCount, 3)) }];
};

/**
 * Shorter names that a name of three words and more may hold, longest first: its contiguous parts of two words and more
 * ("Ottoman Sultan Mehmed IV" -> "mehmed iv").
 */
const partsOfName = ({ key, wide }: NameUse): string[] => {
  const words = key.split(' ');
  const parts: string[] = [];
  if (wide || words.length > LONGEST_NAME) return parts;
  for (let length = words.length - 1; length >= 2; length--)
    for (let from = 0; from + length <= words.length; from++) parts.push(words.slice(from, from + length).join(' '));
  return parts;
};

/** First and last word of three: "Nathan H. Juran" -> "nathan juran". */
const withoutMiddle = ({ key }: NameUse): string[] => {
  const words = key.split(' ');
  return words.length === 3 ? [`${words[0]} ${words[2]}`] : [];
};

import type { Scope } from '../../core/document.ts';
import type { IndexedPassage, NameUse, PassageIndex, PostingList } from '../../stores/passage-index.ts';
import { SENTENCE_BITS } from '../../stores/posting.ts';

/** A passage that another one links to, and how strongly (retrieval.md, step 4). */
export interface Link {
  to: number;
  weight: number;
  /** The name in the linking passage that names the target, and the sentences that hold it. */
  through: Pick<NameUse, 'name' | 'sentences'>;
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

/** In a corpus of fewer passages than this, a name in a few of them is no hub yet. */
const SMALL = 500;
/** A hyperlink's sentence is not kept: its best one counts. */
const ALL_SENTENCES = 2 ** SENTENCE_BITS - 1;
/** Weight of a link by a title inside a longer name. */
const INSIDE = 0.8;
/** Entities in more passages than this connect nothing. */
export const MOST_SHARED = 300;
/** A part of a title that more pages share than this names none of them. */
const MOST_PARTS = 3;
/** A title that more pages share than this (10,000 pages named "Overview") links to none of them. */
export const MOST_TITLED = 300;

/**
 * Reads where passages lead: the pages that they name or link to, and the passages that share their entities. Three batched
 * reads, bounded by the lists' limits, whatever the size of the corpus.
 */
export const readHops = async (
  index: PassageIndex,
  numbers: readonly number[],
  scopes: readonly Scope[],
  passageCount: number,
): Promise<Hops[]> => {
  const passages = await index.passages(numbers, scopes);
  const keys = [...new Set(passages.flatMap(({ names }) => names.map(({ key }) => key)))];
  const within = [...new Set(keys.flatMap((key) => [...partsOfName(key), ...withoutMiddle(key)]))];
  const places = [...new Set(passages.flatMap(({ links }) => links.map(({ place }) => place)))];
  const [titles, parts, entities, titlesWithin, linked] = await Promise.all([
    index.lists('title', keys, scopes, MOST_TITLED),
    index.lists('title-part', keys, scopes, MOST_PARTS),
    index.lists('entity', keys, scopes, MOST_SHARED),
    index.lists('title', within, scopes, MOST_PARTS),
    index.lists('place', places, scopes, MOST_TITLED),
  ]);
  const at = new Map(keys.map((key, i) => [key, i]));
  const titledWithin = new Map(within.map((key, i) => [key, titlesWithin[i]!]));
  const lnN = Math.log(Math.max(passageCount, 3));

  const linksThrough = (name: NameUse): Link[] => {
    const i = at.get(name.key)!;
    const mentions = entities[i]!.total;
    // A page that everything mentions is a hub: the discount of its in-degree, ln(N / (1 + in-degree)) / ln N.
    const size = Math.max(passageCount, SMALL);
    const discount = Math.max(0, Math.log(size / (1 + mentions)) / Math.log(size));
    const to = (list: PostingList, weight: number) =>
      Array.from(list.passages, (target) => ({ to: target, weight: weight * discount, through: name }));
    const exact = titles[i]!;
    if (exact.total > 0) return to(exact, exact.total > 3 ? exact.total ** -0.5 : 1);
    const part = parts[i]!;
    if (part.passages.length > 0) return to(part, 0.6 * part.total ** -0.5);
    const inside = partsOfName(name.key)
      .map((key) => titledWithin.get(key)!)
      .find(({ passages }) => passages.length > 0);
    if (inside) return to(inside, INSIDE * inside.total ** -0.5);
    return withoutMiddle(name.key).flatMap((key) => to(titledWithin.get(key)!, 0.5));
  };

  const placeAt = new Map(places.map((place, i) => [place, linked[i]!]));
  /** A hyperlink counts as an exact title; a page of many passages shares it among them. */
  const hyperlink = ({ place, name }: { place: string; name: string }): Link[] => {
    const { total, passages } = placeAt.get(place)!;
    const weight = total > 3 ? total ** -0.5 : 1;
    return Array.from(passages, (to) => ({ to, weight, through: { name, sentences: ALL_SENTENCES } }));
  };

  return passages.map((passage) => ({
    passage,
    links: [
      ...passage.names.filter(({ inTitle }) => !inTitle).flatMap(linksThrough),
      ...passage.links.flatMap(hyperlink),
    ].filter(({ to }) => to !== passage.number),
    shared: passage.names.flatMap((entity) => {
      const list = entities[at.get(entity.key)!]!;
      if (entity.wide || list.passages.length < 2) return [];
      return { entity, passages: list.passages, rarity: Math.log(passageCount / list.total) / lnN };
    }),
  }));
};

/**
 * Shorter names that a name of three words and more may hold, longest first: its contiguous parts of two words and more
 * ("Ottoman Sultan Mehmed IV" -> "mehmed iv").
 */
const partsOfName = (key: string): string[] => {
  const words = key.split(' ').slice(0, 8);
  const parts: string[] = [];
  for (let length = words.length - 1; length >= 2; length--)
    for (let from = 0; from + length <= words.length; from++) parts.push(words.slice(from, from + length).join(' '));
  return parts;
};

/** First and last word of three: "Nathan H. Juran" -> "nathan juran". */
const withoutMiddle = (key: string): string[] => {
  const words = key.split(' ');
  return words.length === 3 ? [`${words[0]} ${words[2]}`] : [];
};

import type { Scope } from '../../core/document.ts';
import type { IndexedPassage, ListKind, NameUse, PassageIndex } from '../../stores/index.ts';
import { type ReadFacts, statedLinks } from './stated-links.ts';
import {
  hyperlinks,
  type Link,
  listOf,
  MAX_PARTS,
  MAX_TITLED,
  type NameLists,
  partsOfName,
  titleLinks,
  withoutMiddle,
} from './title-links.ts';

/** An entity of a passage and the passages that contain it too (docs/search.md, ranking step 6). */
export interface Shared {
  entity: NameUse;
  passages: Uint32Array;
  /** ln(N/df)/ln N, in [0, 1]. Rare entities are a stronger connection. */
  rarity: number;
}

/** A passage with its connections to other passages. */
export interface Hops {
  passage: IndexedPassage;
  links: Link[];
  shared: Shared[];
}

/** The best passages of a ranking, from which the next hop starts. */
export interface HopOrigins {
  hops: Hops[];
  /** The passages' scores in the ranking, in [0, 1]. */
  base: ReadonlyMap<number, number>;
  /** For each of `hops`, the scores of its sentences, in [0, 1]. */
  sentences: Float64Array[];
}

/** Entities in more passages than this are not used as connections. */
const MAX_SHARED = 300;

/**
 * Reads the connections of passages: pages that they name or link to, passages with the same entities, and passages that
 * stated facts connect. Makes three rounds of batched reads, whose size is bounded by the limits of lists, not by the corpus.
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
    readNameLists(index, passages, scopes),
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

/** Reads the lists of all names and hyperlinks in these passages. */
const readNameLists = async (
  index: PassageIndex,
  passages: readonly IndexedPassage[],
  scopes: readonly Scope[],
): Promise<NameLists> => {
  const names = passages.flatMap((passage) => passage.names);
  const read = async (kind: ListKind, keys: readonly string[], limit: number) => {
    const distinct = [...new Set(keys)];
    const lists = await index.lists(kind, distinct, scopes, limit);
    return new Map(lists.map((list, i) => [distinct[i] ?? '', list]));
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

/** An entity if 2 to `MAX_SHARED` passages contain it; otherwise an empty list. */
const sharedEntity = (entity: NameUse, { entities }: NameLists, passageCount: number): Shared[] => {
  const { total, passages } = listOf(entities, entity.key);
  if (entity.wide || passages.length < 2) return [];
  return [{ entity, passages, rarity: Math.log(passageCount / total) / Math.log(Math.max(passageCount, 3)) }];
};

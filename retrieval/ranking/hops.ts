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

/** An entity of a passage with the passages that share it (docs/search.md, ranking step 6). */
export interface Shared {
  entity: NameUse;
  passages: Uint32Array;
  /** ln(N/df)/ln N, in [0, 1]: a rare entity connects more closely. */
  rarity: number;
}

/** A passage with where it leads. */
export interface Hops {
  passage: IndexedPassage;
  links: Link[];
  shared: Shared[];
}

/** The best passages of a ranking, from which the next hop starts. */
export interface HopOrigins {
  hops: Hops[];
  /** Their scores in the ranking, in [0, 1]. */
  base: ReadonlyMap<number, number>;
  /** Scores of each one's sentences, in [0, 1]. */
  sentences: Float64Array[];
}

/** Entities in more passages than this connect nothing. */
const MAX_SHARED = 300;

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

/** Reads the lists of these passages' names and hyperlinks, each key once. */
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

/** An entity that at least one other passage has, and not more than `MAX_SHARED`. */
const sharedEntity = (entity: NameUse, { entities }: NameLists, passageCount: number): Shared[] => {
  const { total, passages } = listOf(entities, entity.key);
  if (entity.wide || passages.length < 2) return [];
  return [{ entity, passages, rarity: Math.log(passageCount / total) / Math.log(Math.max(passageCount, 3)) }];
};

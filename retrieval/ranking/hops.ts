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
 * The connections of passages that were read before with the same scopes, without stated facts. They depend on the index
 * alone, so they are valid until it changes.
 */
export interface KnownHops {
  get(passage: number): Hops | undefined;
  set(hops: Hops): void;
}

/** What connections are read with, besides the index and the passages. */
export interface HopOptions {
  passageCount: number;
  /** Reads stated facts, which are followed like names and hyperlinks. If absent, none are. */
  readFacts?: ReadFacts;
  /** Connections that were read before. Those that are not are added to it. */
  known?: KnownHops;
}

/**
 * Reads the connections of passages: pages that they name or link to, passages with the same entities, and passages that
 * stated facts connect. Makes three rounds of batched reads, whose size is bounded by the limits of lists, not by the corpus.
 */
export const readHops = async (
  index: PassageIndex,
  numbers: readonly number[],
  scopes: readonly Scope[],
  { passageCount, readFacts, known }: HopOptions,
): Promise<Hops[]> => {
  const found = new Map(numbers.map((number) => [number, known?.get(number)]));
  const unknown = numbers.filter((number) => !found.get(number));
  for (const hops of await readUnknown(index, unknown, scopes, passageCount)) {
    found.set(hops.passage.number, hops);
    known?.set(hops);
  }
  const hops = [...found.values()].filter((one) => one !== undefined);
  if (!readFacts) return hops;
  const passages = hops.map(({ passage }) => passage);
  const stated = await statedLinks(index, passages, scopes, readFacts, passageCount);
  return hops.map((one, i) => {
    const more = stated[i] ?? [];
    return more.length > 0 ? { ...one, links: [...one.links, ...more] } : one;
  });
};

/** Reads the connections that the index alone states. */
const readUnknown = async (
  index: PassageIndex,
  numbers: readonly number[],
  scopes: readonly Scope[],
  passageCount: number,
): Promise<Hops[]> => {
  if (numbers.length === 0) return [];
  const passages = await index.passages(numbers, scopes);
  const lists = await readNameLists(index, passages, scopes);
  return passages.map((passage) => ({
    passage,
    links: [
      ...passage.names.filter(({ inTitle }) => !inTitle).flatMap((name) => titleLinks(name, lists, passageCount)),
      ...passage.links.flatMap((link) => hyperlinks(link, lists)),
    ],
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

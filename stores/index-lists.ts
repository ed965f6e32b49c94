import type { ListKind, PassageAnalysis } from './passage-index.ts';
import { BLOCK_SIZE, packPosting, placeOf } from './posting.ts';

/** Numbers of the kinds in the stores; never reused. */
export const LIST_KINDS: Record<ListKind, number> = { stem: 1, entity: 2, title: 3, 'title-part': 4, place: 5 };

/** Which lists hold a passage, for taking it out of them. */
export type ListKeys = Partial<Record<ListKind, string[]>>;

/** What happens to the part of one list in one block: the posting at a place, or undefined to take it out. */
export type PlaceChanges = Map<number, number | undefined>;

/** The lists that a passage belongs to. */
export const listKeysOf = ({ stems, names, titles, titleParts, places }: PassageAnalysis): ListKeys => ({
  stem: stems.map(({ key }) => key),
  entity: names.filter(({ wide }) => !wide).map(({ key }) => key),
  title: titles,
  'title-part': titleParts,
  place: places,
});

/**
 * Collects what one change does to the lists of the passage index, so that each touched part of a list is read and
 * written once, in key order, however many passages of the change it holds.
 */
export const listChanges = () => {
  const kinds = new Map<number, Map<string, Map<number, PlaceChanges>>>();

  const changesOf = (kind: number, key: string, block: number): PlaceChanges =>
    entry(
      entry(
        entry(kinds, kind, () => new Map()),
        key,
        () => new Map(),
      ),
      block,
      () => new Map(),
    );
  const set = (kind: number, key: string, number: number, posting: number | undefined) =>
    void changesOf(kind, key, Math.floor(number / BLOCK_SIZE)).set(number % BLOCK_SIZE, posting);

  return {
    /** Puts a passage into its lists. */
    put(analysis: PassageAnalysis, number: number): void {
      const put = (kind: ListKind, key: string, use = { count: 1, inTitle: false, sentences: 0 }) =>
        set(
          LIST_KINDS[kind],
          key,
          number,
          packPosting({
            place: number % BLOCK_SIZE,
            length: analysis.length,
            count: use.count,
            inTitle: use.inTitle,
            sentences: use.sentences,
          }),
        );
      for (const use of analysis.stems) put('stem', use.key, use);
      for (const use of analysis.names) if (!use.wide) put('entity', use.key, use);
      for (const key of analysis.titles) put('title', key);
      for (const key of analysis.titleParts) put('title-part', key);
      for (const key of analysis.places) put('place', key);
    },
    /** Takes a passage out of its lists. */
    take(lists: ListKeys, number: number): void {
      for (const [kind, keys] of Object.entries(lists))
        for (const key of keys) set(LIST_KINDS[kind as ListKind], key, number, undefined);
    },
    *touched(): Generator<{ kind: number; key: string; block: number; changes: PlaceChanges }> {
      for (const [kind, keys] of kinds)
        for (const key of [...keys.keys()].sort())
          for (const [block, changes] of keys.get(key)!) yield { kind, key, block, changes };
    },
  };
};

/** The part of a list after its changes. */
export const mergedPostings = (before: Uint8Array | undefined, changes: PlaceChanges): Uint32Array => {
  const kept = before ? asPostings(before).filter((posting) => !changes.has(placeOf(posting))) : [];
  const added: number[] = [];
  for (const posting of changes.values()) if (posting !== undefined) added.push(posting);
  const all = new Uint32Array(kept.length + added.length);
  all.set(kept);
  all.set(added, kept.length);
  // A posting's highest bits are its place, so that the order of numbers is the order of places.
  return all.sort();
};

/** Postings of a blob; a copy where the blob does not begin at a multiple of four. */
export const asPostings = (blob: Uint8Array): Uint32Array =>
  blob.byteOffset % 4 === 0
    ? new Uint32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4)
    : new Uint32Array(Uint8Array.from(blob).buffer);

const entry = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
};

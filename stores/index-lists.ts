import type { ListKind, PassageAnalysis } from './passage-index.ts';
import { BLOCK_SIZE, packPassage, packUse, placeOf } from './posting.ts';

/** The kinds' numbers in the databases. Never reuse a number. */
export const LIST_KINDS: Record<ListKind, number> = {
  stem: 1,
  entity: 2,
  title: 3,
  'title-part': 4,
  place: 5,
  field: 6,
};

/** The keys of the lists that contain a passage. */
export type ListKeys = Partial<Record<ListKind, string[]>>;

/** Changes to one block's part of a list: the places in `taken` are removed, then the postings in `put` are added. */
export interface PartChanges {
  kind: number;
  key: string;
  block: number;
  taken: readonly number[];
  put: readonly number[];
}

/**
 * Collects a change's updates to the lists of the passage index, so that each touched part of a list is read and written
 * once, in key order, even if several passages of the change are in it.
 */
export const listChanges = () => {
  const blocks = new Map<number, Map<string, Part>[]>();

  const kindsOf = (block: number): Map<string, Part>[] => {
    let kinds = blocks.get(block);
    if (!kinds) {
      kinds = Object.values(LIST_KINDS).map(() => new Map());
      blocks.set(block, kinds);
    }
    return kinds;
  };

  return {
    /** Adds a passage to its lists. */
    put({ length, stems, names, titles, titleParts, places, fields }: PassageAnalysis, number: number): void {
      const kinds = kindsOf(Math.floor(number / BLOCK_SIZE));
      const passage = packPassage(number % BLOCK_SIZE, length);
      const inList = (kind: ListKind) => kinds[LIST_KINDS[kind] - 1]!;
      const stemLists = inList('stem');
      for (const use of stems) putInto(stemLists, use.key, packUse(passage, use));
      const entityLists = inList('entity');
      for (const use of names) if (!use.wide) putInto(entityLists, use.key, packUse(passage, use));
      const named = packUse(passage, { count: 1, inTitle: false, sentences: 0 });
      for (const key of titles) putInto(inList('title'), key, named);
      for (const key of titleParts) putInto(inList('title-part'), key, named);
      for (const key of places) putInto(inList('place'), key, named);
      for (const key of fields) putInto(inList('field'), key, named);
    },
    /** Removes a passage from its lists. */
    take(lists: ListKeys, number: number): void {
      const kinds = kindsOf(Math.floor(number / BLOCK_SIZE));
      for (const [kind, keys] of Object.entries(lists)) {
        const parts = kinds[LIST_KINDS[kind as ListKind] - 1]!;
        for (const key of keys) takeFrom(parts, key, number % BLOCK_SIZE);
      }
    },
    *touched(): Generator<PartChanges> {
      for (const [block, kinds] of blocks)
        for (const [i, parts] of kinds.entries())
          for (const key of [...parts.keys()].sort()) {
            const { taken, put } = parts.get(key)!;
            yield { kind: i + 1, key, block, taken, put };
          }
    },
  };
};

/** Most parts get one posting and lose none, so an empty list is the shared `NONE` until it is written to. */
interface Part {
  taken: number[];
  put: number[];
}
const NONE: number[] = [];

const putInto = (parts: Map<string, Part>, key: string, posting: number): void => {
  const part = parts.get(key);
  if (!part) parts.set(key, { taken: NONE, put: [posting] });
  else if (part.put === NONE) part.put = [posting];
  else part.put.push(posting);
};

const takeFrom = (parts: Map<string, Part>, key: string, place: number): void => {
  const part = parts.get(key);
  if (!part) parts.set(key, { taken: [place], put: NONE });
  else if (part.taken === NONE) part.taken = [place];
  else part.taken.push(place);
};

/** Applies changes to a part of a list. If a place gets several postings, the last one wins. */
export const mergedPostings = (before: Uint8Array | undefined, { taken, put }: PartChanges): Uint32Array => {
  if (!before && isAscending(put)) return new Uint32Array(put);
  const places = new Map<number, number>();
  if (before) for (const posting of asPostings(before)) places.set(placeOf(posting), posting);
  for (const place of taken) places.delete(place);
  for (const posting of put) places.set(placeOf(posting), posting);
  // The highest bits of a posting are its place, so sorting the numbers sorts by place.
  return Uint32Array.from(places.values()).sort();
};

/** Whether the postings are sorted by place, without duplicates. True for changes that only add passages. */
const isAscending = (postings: readonly number[]): boolean =>
  postings.every((posting, i) => i === 0 || placeOf(postings[i - 1]!) < placeOf(posting));

/** The postings in a blob; copies it only if it is not aligned to four bytes. */
export const asPostings = (blob: Uint8Array): Uint32Array =>
  blob.byteOffset % 4 === 0
    ? new Uint32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4)
    : new Uint32Array(Uint8Array.from(blob).buffer);

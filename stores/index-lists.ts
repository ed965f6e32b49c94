import type { ListKind, PassageAnalysis, Use } from './passage-index.ts';
import { BLOCK_SIZE, packPosting, placeOf } from './posting.ts';

/** Numbers of the kinds in the stores; never reused. */
export const LIST_KINDS: Record<ListKind, number> = { stem: 1, entity: 2, title: 3, 'title-part': 4, place: 5 };

/** Which lists hold a passage, for taking it out of them. */
export type ListKeys = Partial<Record<ListKind, string[]>>;

/** What happens to the part of one list in one block: places are taken out, then postings put in. */
export interface PartChanges {
  kind: number;
  key: string;
  block: number;
  taken: number[];
  put: number[];
}

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
  const blocks = new Map<number, Map<string, PartChanges>[]>();

  const partOf = (kind: number, key: string, block: number): PartChanges => {
    let kinds = blocks.get(block);
    if (!kinds) {
      kinds = Object.values(LIST_KINDS).map(() => new Map<string, PartChanges>());
      blocks.set(block, kinds);
    }
    const parts = kinds[kind - 1]!;
    let part = parts.get(key);
    if (!part) {
      part = { kind, key, block, taken: [], put: [] };
      parts.set(key, part);
    }
    return part;
  };

  return {
    /** Puts a passage into its lists. */
    put(analysis: PassageAnalysis, number: number): void {
      const block = Math.floor(number / BLOCK_SIZE);
      const place = number % BLOCK_SIZE;
      const { length } = analysis;
      const put = (kind: ListKind, { key, count, inTitle, sentences }: Use) =>
        void partOf(LIST_KINDS[kind], key, block).put.push(packPosting({ place, length, count, inTitle, sentences }));
      const putKey = (kind: ListKind, key: string) => put(kind, { key, count: 1, inTitle: false, sentences: 0 });
      for (const use of analysis.stems) put('stem', use);
      for (const use of analysis.names) if (!use.wide) put('entity', use);
      for (const key of analysis.titles) putKey('title', key);
      for (const key of analysis.titleParts) putKey('title-part', key);
      for (const key of analysis.places) putKey('place', key);
    },
    /** Takes a passage out of its lists. */
    take(lists: ListKeys, number: number): void {
      const block = Math.floor(number / BLOCK_SIZE);
      for (const [kind, keys] of Object.entries(lists))
        for (const key of keys) partOf(LIST_KINDS[kind as ListKind], key, block).taken.push(number % BLOCK_SIZE);
    },
    *touched(): Generator<PartChanges> {
      for (const kinds of blocks.values())
        for (const parts of kinds) for (const key of [...parts.keys()].sort()) yield parts.get(key)!;
    },
  };
};

/** The part of a list after its changes; a place holds one posting, the last that was put there. */
export const mergedPostings = (before: Uint8Array | undefined, { taken, put }: PartChanges): Uint32Array => {
  if (!before && isAscending(put)) return Uint32Array.from(put);
  const places = new Map<number, number>();
  if (before) for (const posting of asPostings(before)) places.set(placeOf(posting), posting);
  for (const place of taken) places.delete(place);
  for (const posting of put) places.set(placeOf(posting), posting);
  // A posting's highest bits are its place, so that the order of numbers is the order of places.
  return Uint32Array.from(places.values()).sort();
};

/** True for postings of ascending places, as a change that only adds passages gives them. */
const isAscending = (postings: readonly number[]): boolean =>
  postings.every((posting, i) => i === 0 || placeOf(postings[i - 1]!) < placeOf(posting));

/** Postings of a blob; a copy where the blob does not begin at a multiple of four. */
export const asPostings = (blob: Uint8Array): Uint32Array =>
  blob.byteOffset % 4 === 0
    ? new Uint32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4)
    : new Uint32Array(Uint8Array.from(blob).buffer);

import { PHRASE_NAMES, PHRASES, phraseBits } from '../phrases.ts';
import type { PageView } from '../view.ts';
import { type FeatureGroup, share } from './feature-group.ts';
import { headingLevel } from './text.ts';

/** The block's position in the page, and its distances from the title and the first and last running text. */
export const position: FeatureGroup = {
  names: [
    'block_share',
    'character_share',
    'from_title',
    'from_title_characters',
    'from_first_good',
    'to_last_good',
    'good_before',
    'good_after',
  ],
  prepare(view) {
    const { blocks, length, good, clean, totals } = view;
    const title = titleBlock(view);
    const marks = totals.clean > 0 ? clean : good;
    const first = marks.indexOf(1);
    const last = marks.lastIndexOf(1);
    const before = new Float64Array(blocks.length + 1);
    const goodBefore = new Float64Array(blocks.length + 1);
    for (let i = 0; i < blocks.length; i++) {
      before[i + 1] = before[i]! + length[i]!;
      goodBefore[i + 1] = goodBefore[i]! + good[i]! * length[i]!;
    }
    const bound = (blocks: number) => Math.max(-100, Math.min(100, blocks));
    return (i, row, at) => {
      row[at++] = i / blocks.length;
      row[at++] = share(before[i]!, totals.length);
      row[at++] = title === -1 ? -101 : bound(i - title);
      row[at++] = title === -1 ? 0 : Math.sign(i - title) * Math.log1p(Math.abs(before[i]! - before[title]!));
      row[at++] = first === -1 ? -101 : bound(i - first);
      row[at++] = last === -1 ? -101 : bound(last - i);
      row[at++] = share(goodBefore[i]!, totals.good);
      row[at++] = Math.log1p(totals.good - goodBefore[i + 1]!);
    };
  },
};

/** The block with the page's title: the first h1 that shares words with it, otherwise the first block that equals it. */
export const titleBlock = ({ blocks, title }: PageView): number => {
  const folded = title.toLowerCase();
  let h1 = -1;
  for (const [i, { text, element }] of blocks.entries()) {
    if (text.length > 300) continue;
    const level = headingLevel(element);
    if (level > 2 || (level === 0 && (text.length < 12 || text.toLowerCase() !== folded))) continue;
    if (level !== 2 && (folded === '' || text.length < 8 ? level === 1 : folded.includes(text.toLowerCase()))) return i;
    if (level === 1 && h1 === -1) h1 = i;
  }
  return h1;
};

const KINDS = ['comments', 'related', 'share'] as const;

/** The kind of the last heading, and the distance from the start of comments, related pages or share links. */
export const section: FeatureGroup = {
  names: [
    'since_heading',
    'heading_level',
    'heading_phrases',
    ...KINDS.map((kind) => `since_${kind}`),
    'good_since_heading',
  ],
  prepare({ blocks, good, clean, totals, length }) {
    const sinceHeading = new Int32Array(blocks.length).fill(-1);
    const level = new Int8Array(blocks.length);
    const kind = new Int32Array(blocks.length);
    const since = KINDS.map(() => new Int32Array(blocks.length).fill(-1));
    const goodSince = new Float64Array(blocks.length);
    let heading = -1;
    let running = 0;
    const begun = KINDS.map(() => -1);
    const firstGood = (totals.clean > 0 ? clean : good).indexOf(1);
    for (const [i, block] of blocks.entries()) {
      const own = headingLevel(block.element);
      const announces = block.text.length <= 80 ? phraseBits(block.text) : 0;
      if (own > 0) {
        heading = i;
        running = 0;
      }
      for (const [k, name] of KINDS.entries())
        if (
          (announces >> PHRASE_NAMES.indexOf(name)) & 1 &&
          i > firstGood &&
          firstGood !== -1 &&
          (own > 0 || PHRASES[name].exec(block.text)?.index === 0)
        )
          begun[k] = i;
      sinceHeading[i] = heading === -1 ? -1 : Math.min(60, i - heading);
      level[i] = heading === -1 ? 0 : headingLevel(blocks[heading]!.element);
      kind[i] = heading === -1 ? 0 : sectionKind(blocks[heading]!.text);
      for (const [k, column] of since.entries()) column[i] = begun[k] === -1 ? -1 : Math.min(100, i - begun[k]!);
      goodSince[i] = running;
      running += good[i]! * length[i]!;
    }
    return (i, row, at) => {
      row[at++] = sinceHeading[i]!;
      row[at++] = level[i]!;
      row[at++] = kind[i]!;
      for (const column of since) row[at++] = column[i]!;
      row[at++] = Math.log1p(goodSince[i]!);
    };
  },
};

/** 0 for none, otherwise 1 + the index of the first phrase in the heading. */
const sectionKind = (heading: string): number => {
  const bits = phraseBits(heading);
  return bits === 0 ? 0 : 32 - Math.clz32(bits & -bits);
};

/** Blocks whose element and parent have the same names and classes: rows of a listing, posts of a thread. */
export const siblings: FeatureGroup = {
  names: ['alike', 'alike_length', 'alike_density', 'alike_good', 'alike_parents'],
  prepare({ blocks, nodes, leaf, length, density, good }) {
    const kinds = new Map<
      string,
      { count: number; length: number; density: number; good: number; parents: Set<number> }
    >();
    const keys = blocks.map((block, i) => {
      const node = nodes[leaf[i]!];
      const parent = node === undefined ? undefined : nodes[node.parent]?.element;
      const key = `${block.element?.name}.${block.element?.attribs.class ?? ''}<${parent?.name}.${parent?.attribs.class ?? ''}`;
      const kind = kinds.get(key) ?? { count: 0, length: 0, density: 0, good: 0, parents: new Set() };
      kind.count++;
      kind.length += length[i]!;
      kind.density += density[i]!;
      kind.good += good[i]!;
      kind.parents.add(node?.parent ?? -1);
      kinds.set(key, kind);
      return key;
    });
    return (i, row, at) => {
      const kind = kinds.get(keys[i]!)!;
      row[at++] = Math.log1p(kind.count);
      row[at++] = Math.log1p(kind.length / kind.count);
      row[at++] = kind.density / kind.count;
      row[at++] = kind.good / kind.count;
      row[at++] = Math.log1p(kind.parents.size);
    };
  },
};

import { type Element, isTag } from '../dom.ts';
import { groupMask } from './groups.ts';
import { PHRASES } from './phrases.ts';
import type { PageView } from './view.ts';

/** Minimum siblings of one shape in a listing. Fewer are the columns of a page. */
const MIN_RECORDS = 6;
/** Minimum mean characters of a record. Shorter ones are menus and filters. */
const MIN_RECORD_LENGTH = 40;
/** Minimum share of the page's text in the records. */
const MIN_SHARE = 0.4;
/** Maximum share of running text outside the records. With more, the page is an article with a list beside it. */
const MAX_RUNNING_OUTSIDE = 0.06;
/** Minimum mean probability of a part over all records, for the part to be kept. */
const MIN_SLOT = 0.08;
/** The same, relative to the mean probability of the whole records. */
const MIN_SLOT_SHARE = 0.6;
/** If the model keeps at least this share of the records, its choice stands. */
const MAX_KEPT = 0.85;
/** Minimum share of the records' text in parts that many of them have. The columns of a page have different parts. */
const MIN_ALIKE = 0.6;
const COMMON_PART = 0.4;
/** Maximum characters of a line with a date. */
const MAX_DATE = 60;
/** A text in the same part of this share of the records is a button. */
const BUTTON_SHARE = 0.5;

/** Groups inside which repeated elements are boilerplate. */
const FRAME = groupMask('nav', 'footer', 'side', 'related', 'cookie', 'bread', 'hidden', 'ad', 'comment', 'search');

interface Records {
  /** Nodes, in reading order. */
  nodes: number[];
  length: number;
}

/** A part of records, such as their titles or prices. */
interface Slot {
  blocks: number[];
  /** The records that have it. */
  records: Set<number>;
  /** Sum of probability times length, and of length. */
  sum: number;
  length: number;
  /** Number of occurrences of each text. */
  texts: Map<string, number>;
}

/**
 * Chooses the blocks of a listing's records. On such a page the repeated parts are the main text, but the model, which sees one
 * block at a time, takes them for teasers. A part (the title, the price, the summary) is kept or dropped in all records.
 *
 * @param kept the blocks that would be kept otherwise
 * @returns block indices; empty if the page is not a listing
 */
export const recordBlocks = (
  view: PageView,
  probability: ArrayLike<number>,
  kept: (block: number) => boolean,
): Set<number> => {
  const found = new Set<number>();
  const records = findRecords(view);
  if (records === undefined) return found;
  const slots = new Map<string, Slot>();
  const inside = new Set<number>();
  for (const record of records.nodes) {
    const { element, first, last } = view.nodes[record]!;
    for (let i = first; i <= last; i++) {
      inside.add(i);
      const key = slotOf(view.blocks[i]!.element, element);
      const slot: Slot = slots.get(key) ?? { blocks: [], records: new Set(), sum: 0, length: 0, texts: new Map() };
      const { text } = view.blocks[i]!;
      slot.blocks.push(i);
      slot.records.add(record);
      slot.sum += probability[i]! * text.length;
      slot.length += text.length;
      slot.texts.set(text, (slot.texts.get(text) ?? 0) + 1);
      slots.set(key, slot);
    }
  }
  let outside = 0;
  for (let i = 0; i < view.blocks.length; i++)
    if (!inside.has(i) && view.good[i] === 1 && kept(i)) outside += view.length[i]!;
  if (outside > MAX_RUNNING_OUTSIDE * view.totals.length || !areAlike(slots.values(), records)) return found;
  let known = 0;
  for (const i of inside) if (kept(i)) known += view.length[i]!;
  if (known > MAX_KEPT * records.length) return found;
  const mean = [...slots.values()].reduce((total, { sum }) => total + sum, 0) / records.length;
  // Without a sentence in them they are events, trains, prices: then the date is what people come for.
  const terse = [...inside].every((i) => view.good[i] === 0);
  for (const { blocks, sum, length, texts } of slots.values()) {
    const isSure = sum / length >= Math.max(MIN_SLOT, MIN_SLOT_SHARE * mean);
    for (const i of blocks) {
      const { text } = view.blocks[i]!;
      if (!isSure && !(terse && text.length <= MAX_DATE && PHRASES.date.test(text))) continue;
      const isButton = texts.get(text)! > Math.max(2, BUTTON_SHARE * records.nodes.length);
      if (!isButton && !(text.length <= 40 && (PHRASES.share.test(text) || PHRASES.shop.test(text)))) found.add(i);
    }
  }
  return found;
};

const areAlike = (slots: Iterable<Slot>, { nodes, length }: Records): boolean => {
  let common = 0;
  for (const slot of slots) if (slot.records.size >= COMMON_PART * nodes.length) common += slot.length;
  return common >= MIN_ALIKE * length;
};

/** The elements of one shape with most of the page's text; undefined if they have too little. */
const findRecords = (view: PageView): Records | undefined => {
  if (view.kind === 'forum') return undefined;
  const { nodes, totals } = view;
  const framed = new Uint8Array(nodes.length);
  const groups = new Map<string, Records>();
  for (const [n, node] of nodes.entries()) {
    framed[n] = Number((node.groups & FRAME) !== 0 || (node.parent !== -1 && framed[node.parent] === 1));
    if (framed[n] === 1 || node.parent === -1 || node.blocks < 2 || node.length < MIN_RECORD_LENGTH / 2) continue;
    const shape = shapeOf(node.element);
    if (shape === undefined) continue;
    const parent = nodes[node.parent]!;
    const key = `${shape}<${classShape(parent.element)}`;
    const group = groups.get(key) ?? { nodes: [], length: 0 };
    // A record inside another record of the same shape is a part of it.
    const last = group.nodes.at(-1);
    if (last !== undefined && node.first <= nodes[last]!.last) continue;
    group.nodes.push(n);
    group.length += node.length;
    groups.set(key, group);
  }
  let best: Records | undefined;
  for (const group of groups.values()) {
    const enough =
      group.nodes.length >= MIN_RECORDS &&
      group.length >= MIN_SHARE * totals.length &&
      group.length >= MIN_RECORD_LENGTH * group.nodes.length &&
      isEven(group, view);
    if (enough && (best === undefined || group.length > best.length)) best = group;
  }
  return best;
};

/** True if no record has half of the records' text. Such a record would be the main text itself. */
const isEven = ({ nodes: members, length }: Records, { nodes }: PageView): boolean =>
  members.every((n) => nodes[n]!.length < 0.5 * length);

const RECORD_TAGS: ReadonlySet<string> = new Set(['li', 'article', 'div', 'section', 'a', 'tr', 'dl', 'details']);

/** Name and classes of an element that can be a record. Without a class, it must be a list item or an article. */
const shapeOf = (element: Element): string | undefined => {
  if (!RECORD_TAGS.has(element.name)) return undefined;
  const shape = classShape(element);
  return shape.endsWith('.') && element.name !== 'li' && element.name !== 'article' ? undefined : shape;
};

/** Leaves out classes with digits, which name a single record: `post-1234`. */
const classShape = ({ name, attribs }: Element): string =>
  `${name}.${(attribs.class ?? '')
    .split(/\s+/)
    .filter((word) => word !== '' && !/\d/.test(word))
    .slice(0, 2)
    .join('.')}`;

/** The path of shapes from the record to a block's element. */
const slotOf = (element: Element | undefined, record: Element): string => {
  const steps: string[] = [];
  let at = element;
  for (let up = 0; up < 20 && at !== undefined && at !== record; up++) {
    steps.push(classShape(at));
    at = at.parent !== null && isTag(at.parent) ? at.parent : undefined;
  }
  return steps.join('<');
};

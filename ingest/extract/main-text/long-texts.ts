import { headingLevel } from './features/text.ts';
import { groupMask } from './groups.ts';
import type { PageView } from './view.ts';

/** Minimum characters of running text that stand side by side in one element. Hardly a page that the classifier saw has so much. */
const LONG = 20_000;
/** Minimum share of them that the classifier has kept, and minimum characters that it left out. Lines below a text have fewer. */
const MIN_KEPT = 0.1;
const MIN_LOST = 4_000;
/** The same for text that sections divide, and minimum share of the page's running text that their element has. */
const MIN_KEPT_OF_SECTIONS = 0.5;
const WHOLE = 0.9;
/** Maximum share of a block's letters in links. */
const MAX_LINKS = 0.5;
const FRAME = groupMask('nav', 'footer', 'side', 'cookie', 'bread', 'hidden', 'ad', 'share', 'comment', 'related');

/**
 * The blocks of very long running text of which some is kept: a book on one page. The classifier takes what stands late on a page
 * for what is below its text, wherever the text ends. Of an element with such text side by side these are all of its blocks, and of
 * one whose sections have it the running text and the headings.
 *
 * @param isKept whether the block with this index is kept
 */
export const longTexts = (view: PageView, isKept: (block: number) => boolean): Set<number> => {
  const { blocks, nodes, leaf, good, length, density } = view;
  const found = new Set<number>();
  if (view.totals.good < LONG) return found;
  const sums = new Map<number, { all: number; kept: number }>();
  let keptOfAll = 0;
  for (let i = 0; i < blocks.length; i++) {
    if (good[i] !== 1) continue;
    const parent = nodes[leaf[i]!]?.parent ?? -1;
    const sum = sums.get(parent) ?? { all: 0, kept: 0 };
    sum.all += length[i]!;
    if (isKept(i)) {
      sum.kept += length[i]!;
      keptOfAll += length[i]!;
    }
    sums.set(parent, sum);
  }
  const isLong = ({ all, kept }: { all: number; kept: number }) =>
    all >= LONG && kept >= all * MIN_KEPT && all - kept >= MIN_LOST;
  const long = new Set([...sums].flatMap(([n, sum]) => (isLong(sum) ? [n] : [])));
  const whole =
    keptOfAll >= view.totals.good * MIN_KEPT_OF_SECTIONS && view.totals.good - keptOfAll >= MIN_LOST
      ? nodes.findLastIndex(({ good }) => good >= view.totals.good * WHOLE)
      : -1;
  if (long.size === 0 && whole === -1) return found;
  // A parent comes before its children.
  const isInside = (around: (n: number) => boolean): boolean[] => {
    const inside: boolean[] = [];
    for (const [n, node] of nodes.entries())
      inside.push((node.groups & FRAME) === 0 && (around(n) || inside[node.parent] === true));
    return inside;
  };
  const isBeside = isInside((n) => long.has(n));
  const isBelow = isInside((n) => n === whole);
  // A table is added as a whole, or not.
  const parted = new Set(blocks.flatMap(({ table }, i) => (table !== undefined && !isBeside[leaf[i]!] ? [table] : [])));
  let added = 0;
  for (const [i, { element, table }] of blocks.entries()) {
    const n = leaf[i]!;
    if (table === undefined ? density[i]! > MAX_LINKS : parted.has(table)) continue;
    if (!isBeside[n] && !(isBelow[n] && (good[i] === 1 || headingLevel(element) > 0))) continue;
    found.add(i);
    if (good[i] === 1 && !isKept(i)) added += length[i]!;
  }
  // What was left out may all be comments.
  return added >= MIN_LOST ? found : new Set();
};

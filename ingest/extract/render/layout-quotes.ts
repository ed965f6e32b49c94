import type { Block } from '../blocks.ts';
import { type Element, isTag, type ParentNode } from '../dom.ts';

/** Minimum share of a page's text, and minimum blocks, in quotations that only set it in: one around all, or one a section. */
const MIN_SHARE = 0.5;
const MIN_BLOCKS = 4;
/** Maximum ancestors to check, so that deep pages do not take quadratic time. */
const MAX_LEVELS = 200;

/** Quotations in mails and those that name their source. */
const SAID_BY_OTHERS = /quote|cite|yahoo/i;

/** Quotations that quote nothing: older pages set text in by them. */
export interface LayoutQuotes {
  /** Those of a depth in which most of a page's text stands. */
  pages: ReadonlySet<Element>;
  /** Those that hold nothing but code. */
  code: ReadonlySet<Element>;
}

/** Finds the quotations that only set in their text. @param isCode true for a block that is code as a whole */
export const layoutQuotes = (blocks: readonly Block[], isCode: (block: Block) => boolean): LayoutQuotes => {
  const held = new Map<Element, { depth: number; blocks: number; code: number }>();
  const depths: { length: number; blocks: number }[] = [];
  let whole = 0;
  for (const block of blocks) {
    const { length } = block.text;
    whole += length;
    const quotes = quotesAround(block);
    const code = quotes.length > 0 && isCode(block) ? 1 : 0;
    for (const [depth, quote] of quotes.entries()) {
      const sum = held.get(quote) ?? { depth, blocks: 0, code: 0 };
      held.set(quote, { depth, blocks: sum.blocks + 1, code: sum.code + code });
      const all = depths[depth] ?? { length: 0, blocks: 0 };
      depths[depth] = { length: all.length + length, blocks: all.blocks + 1 };
    }
  }
  const layout = depths.map((sum) => sum.blocks >= MIN_BLOCKS && sum.length >= MIN_SHARE * whole);
  const [pages, code] = [new Set<Element>(), new Set<Element>()];
  for (const [quote, sum] of held) {
    if (sum.code === sum.blocks) code.add(quote);
    else if (layout[sum.depth]) pages.add(quote);
  }
  return { pages, code };
};

/** The quotations around a block, outermost first, up to one that says whom it quotes. */
const quotesAround = ({ element }: Block): Element[] => {
  let quotes: Element[] = [];
  let node: ParentNode | null = element ?? null;
  for (let up = 0; up < MAX_LEVELS && node !== null && isTag(node); up++, node = node.parent) {
    if (node.name !== 'blockquote') continue;
    if (isSaidByOthers(node)) quotes = [];
    else quotes.push(node);
  }
  return quotes.reverse();
};

const isSaidByOthers = ({ attribs: { cite, type, class: name } }: Element): boolean =>
  cite !== undefined || SAID_BY_OTHERS.test(`${type} ${name}`);

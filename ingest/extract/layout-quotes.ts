import type { Block } from './blocks.ts';
import { type Element, isTag, type ParentNode } from './dom.ts';

/** Minimum share of a page's text, and minimum blocks, in a quotation that only sets the page in. */
const MIN_SHARE = 0.5;
const MIN_BLOCKS = 4;
/** Maximum ancestors to check, so that deep pages do not take quadratic time. */
const MAX_LEVELS = 200;

/** Quotations in mails and those that name their source. */
const SAID_BY_OTHERS = /quote|cite|yahoo/i;

/** Quotations that quote nothing: older pages set text in by them. */
export interface LayoutQuotes {
  /** Those around most of a page's text. */
  pages: ReadonlySet<Element>;
  /** Those that hold nothing but code. */
  code: ReadonlySet<Element>;
}

/** Finds the quotations that only set in their text. @param isCode true for a block that is code as a whole */
export const layoutQuotes = (blocks: readonly Block[], isCode: (block: Block) => boolean): LayoutQuotes => {
  const held = new Map<Element, { length: number; blocks: number; code: number }>();
  let whole = 0;
  for (const block of blocks) {
    const { length } = block.text;
    whole += length;
    const inQuotes = quotesAround(block);
    const code = inQuotes.length > 0 && isCode(block) ? 1 : 0;
    for (const quote of inQuotes) {
      const sum = held.get(quote) ?? { length: 0, blocks: 0, code: 0 };
      held.set(quote, { length: sum.length + length, blocks: sum.blocks + 1, code: sum.code + code });
    }
  }
  const [pages, code] = [new Set<Element>(), new Set<Element>()];
  for (const [quote, sum] of held) {
    const { cite, type, class: name } = quote.attribs;
    if (cite !== undefined || SAID_BY_OTHERS.test(`${type} ${name}`)) continue;
    if (sum.blocks >= MIN_BLOCKS && sum.length >= MIN_SHARE * whole) pages.add(quote);
    else if (sum.code === sum.blocks) code.add(quote);
  }
  return { pages, code };
};

const quotesAround = ({ element }: Block): Element[] => {
  const quotes: Element[] = [];
  let node: ParentNode | null = element ?? null;
  for (let up = 0; up < MAX_LEVELS && node !== null && isTag(node); up++, node = node.parent)
    if (node.name === 'blockquote') quotes.push(node);
  return quotes;
};

import type { Block } from '../blocks.ts';
import { closest } from '../dom.ts';
import { headingLevel } from '../main-text/features/text.ts';

/** Maximum characters of a bold line that is a heading, and minimum such lines of a page. */
const MAX_CHARS = 80;
const MIN_LINES = 2;

/**
 * The bold lines that stand for headings on a page without any: alone, without a final sign, above what
 * is no such line, or in capitals as manual pages write them.
 */
export const boldHeadings = (blocks: readonly Block[]): Set<Block> => {
  if (blocks.some(({ element }) => headingLevel(element) > 0)) return new Set();
  const found = blocks.filter(
    (block, i) => isBoldLine(block) && (isCapitals(block.text) || isAbovePart(blocks[i + 1])),
  );
  return new Set(found.length < MIN_LINES ? [] : found);
};

const isBoldLine = ({ element, text, boldLength, pre, table }: Block): boolean =>
  !pre &&
  table === undefined &&
  text.length <= MAX_CHARS &&
  boldLength >= text.trim().length &&
  /[\p{L}\p{N})?]$/u.test(text) &&
  (element === undefined || closest(element, ({ name }) => /^(?:li|dt|dd|blockquote)$/.test(name)) === undefined);

const isCapitals = (text: string): boolean => /\p{Lu}{4}/u.test(text) && !/\p{Ll}/u.test(text);

const isAbovePart = (next: Block | undefined): boolean => next !== undefined && next.boldLength < next.text.length;

import { HEADING } from '../text/headings.ts';
import { isFenceLine, removeSpans } from '../text/remove-spans.ts';
import type { Span } from '../text/sentences.ts';
import { findOrders } from './find-orders.ts';

/** A paragraph with the empty lines below it. */
const PARAGRAPH = /[\s\S]+?(?:\n[^\S\n]*\n|$)/g;

/**
 * The paragraphs of a text before an order and after the next heading. The rest of the section may continue the order
 * ("From now on …") in words that no rule matches.
 * @returns undefined if no statement is left
 */
export const paragraphsWithoutOrders = (text: string): string | undefined => {
  const dropped: Span[] = [];
  let isBehindOrder = false;
  for (const { index: start, 0: paragraph } of text.matchAll(PARAGRAPH)) {
    if (HEADING.test(paragraph)) isBehindOrder = false;
    isBehindOrder ||= findOrders(paragraph).length > 0;
    if (!isBehindOrder) continue;
    const end = start + paragraph.length;
    const last = dropped.at(-1);
    if (last?.end === start) last.end = end;
    else dropped.push({ start, end });
  }
  const left = removeSpans(text, dropped).trim();
  const hasStatement = left.split('\n').some((line) => line.trim() !== '' && !HEADING.test(line) && !isFenceLine(line));
  return hasStatement && findOrders(left).length === 0 ? left : undefined;
};

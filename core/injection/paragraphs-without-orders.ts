import { findOrders } from './find-orders.ts';

const HEADING = /^\s*#{1,6}\s/;

/**
 * The paragraphs of a text before an order and after the next heading. The rest of the section may continue the order
 * ("From now on …") in words that no rule matches.
 * @returns undefined if no statement is left
 */
export const paragraphsWithoutOrders = (text: string): string | undefined => {
  const kept: string[] = [];
  let isBehindOrder = false;
  for (const paragraph of text.split(/\n[^\S\n]*\n/)) {
    const hasOrder = findOrders(paragraph).length > 0;
    if (HEADING.test(paragraph)) isBehindOrder = false;
    isBehindOrder ||= hasOrder;
    if (!isBehindOrder) kept.push(paragraph);
  }
  const left = kept.join('\n\n').trim();
  return left.split('\n').some((line) => line.trim() !== '' && !HEADING.test(line)) && findOrders(left).length === 0
    ? left
    : undefined;
};

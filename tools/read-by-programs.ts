import {
  cachedIsOrder,
  cachedMachineDuties,
  cachedNamesProgram,
  cachedOrders,
} from '../core/injection/cached-orders.ts';
import { readingUnits } from '../core/injection/reading-units.ts';
import { visibleText } from '../core/injection/visible-text.ts';
import { removeSpans } from '../core/text/remove-spans.ts';
import { shownLabel, UNTITLED } from './talk-filter.ts';

/** A page's title for a program that reads it: none that is an order, and nothing to follow, call or pay to. */
export const titleForProgram = (title: string): string => (cachedIsOrder(title) ? UNTITLED : shownLabel(title));

/**
 * A page's text for a program that reads it as its own source, such as a model behind MCP: without characters that nobody sees,
 * and without the sentences that address such a program. All else stays, as the program judges for itself.
 * @returns the text, and how many sentences or lines were left out
 */
export const textForProgram = (title: string, text: string): { text: string; leftOut: number } => {
  const withoutOrders = removeSpans(text, cachedOrders(text));
  const duties = cachedNamesProgram(title) ? [] : cachedMachineDuties(withoutOrders);
  const left = removeSpans(withoutOrders, duties);
  const leftOut = left === text ? 0 : Math.max(1, readingUnits(text).length - readingUnits(left).length);
  return { text: visibleText(left), leftOut };
};

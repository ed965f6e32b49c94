import type { Span } from '../text/sentences.ts';
import { findOrders, isOrder, type Order } from './find-orders.ts';
import { findTalk } from './find-talk.ts';

/** Characters of text whose orders are remembered: some tens of thousands of passages, about 16 MB. */
const MAX_CHARS = 8_000_000;
/** What an entry takes beside its text, in characters, so that many short ones are bounded too. */
const ENTRY_CHARS = 100;

/**
 * A pure function of a text, remembered for the texts that were asked for last. Passages come back question after question,
 * and reading one for orders costs more than finding it.
 */
export const rememberedByText = <T>(read: (text: string) => T, maxChars: number = MAX_CHARS): ((text: string) => T) => {
  // A Map keeps the order of insertion: what was asked for longest ago is first.
  const known = new Map<string, T>();
  let chars = 0;
  return (text) => {
    const size = text.length + ENTRY_CHARS;
    const found = known.get(text);
    if (found !== undefined || known.has(text)) {
      known.delete(text);
      known.set(text, found as T);
      return found as T;
    }
    const result = read(text);
    if (size > maxChars) return result;
    known.set(text, result);
    chars += size;
    for (const [oldest] of known) {
      if (chars <= maxChars) break;
      known.delete(oldest);
      chars -= oldest.length + ENTRY_CHARS;
    }
    return result;
  };
};

/** `findOrders`, remembered over questions. */
export const rememberedOrders: (text: string) => readonly Readonly<Order>[] = rememberedByText(findOrders);

/** `isOrder`, remembered over questions: titles and headings come back with every passage of a page. */
export const rememberedIsOrder: (sentence: string) => boolean = rememberedByText(isOrder, MAX_CHARS / 4);

/** `findTalk`, remembered over questions. */
export const rememberedTalk: (text: string) => readonly Readonly<Span>[] = rememberedByText(findTalk);

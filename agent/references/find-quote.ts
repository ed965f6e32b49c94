import { splitSentences } from '../../core/text/sentences.ts';
import { contentStems, shareIn } from './content-stems.ts';

/**
 * Where a quote stands in a text, whatever its case, white space, quotation marks and Markdown emphasis.
 * @returns the text's own words, or undefined when they are not there
 */
export const findQuote = (text: string, quote: string): string | undefined => {
  const parts = quote
    .split(/\s*(?:\.\.\.|…)\s*/)
    .map((part) => plain(part).plain)
    .filter((part) => part.length > 0);
  if (parts.length === 0 || parts.join('').length < 2) return undefined;
  const { plain: held, places } = plain(text);
  let from = 0;
  let start = -1;
  let end = -1;
  for (const part of parts) {
    const at = held.indexOf(part, from);
    if (at === -1) return undefined;
    if (start === -1) start = places[at]!;
    from = at + part.length;
    end = places[from - 1]! + 1;
  }
  // An elision may leave out words, not pages.
  return end - start <= quote.length * 4 + 80 ? text.slice(start, end) : undefined;
};

/** Letters and digits only, lower-case and unaccented, with the place that each came from. */
const plain = (text: string): { plain: string; places: number[] } => {
  let out = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const folded = text[at]!.normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    for (const char of folded) {
      out += char;
      places.push(at);
    }
  }
  return { plain: out, places };
};

/** The sentence, table row or list item of a text that shares most content words with a statement. */
export const bestSentence = (text: string, statement: string): { quote: string; share: number } => {
  const wanted = contentStems(statement);
  let best = { quote: '', share: -1 };
  for (const { start, end } of splitSentences(text)) {
    const quote = text.slice(start, end);
    const share = shareIn(wanted, contentStems(quote)) - quote.length / 1e5;
    if (share > best.share) best = { quote, share };
  }
  return { quote: best.quote || text.trim().slice(0, 200), share: Math.max(0, best.share) };
};

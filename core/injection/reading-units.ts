import { cacheByText } from '../cache-by-text.ts';
import { type Span, splitSentences } from '../text/sentences.ts';

/** A word hyphenated at a line's end, possibly followed by quotation marks of a mail. */
const CUT_WORD = /\p{L}-[ \t]*\n?[\s>]*$/u;
/** A line end that is not inside a hyphenated word. */
const LINE_END = /(?<!\p{L}-[ \t]*)\n/u;

/** Characters of cached texts. Each is read three times in a row: for orders, for talk and for stray questions. */
const MAX_CHARS = 1_000_000;

/**
 * Splits a text into sentences and lines, because an order on its own line may lack a full stop. Sentences without
 * white space between them are one, as in an address with a capital after a full stop. So are lines joined by a
 * hyphenated word.
 */
export const readingUnits: (text: string) => readonly Readonly<Span>[] = cacheByText((text) => {
  const sentences: Span[] = [];
  for (const { start, end } of splitSentences(text)) {
    const last = sentences.at(-1);
    if (last && (last.end === start || CUT_WORD.test(text.slice(last.start, start)))) last.end = end;
    else sentences.push({ start, end });
  }
  return sentences.flatMap(({ start, end }) => {
    let from = start;
    return text
      .slice(start, end)
      .split(LINE_END)
      .flatMap((line) => {
        const unit = { start: from, end: from + line.length };
        from = unit.end + 1;
        return line.trim() === '' ? [] : [unit];
      });
  });
}, MAX_CHARS);

import { type Span, splitSentences } from '../text/sentences.ts';

/** Ends in the middle of a word that goes on in the next line, which a quotation may mark. */
const CUT_WORD = /\p{L}-[ \t]*\n?[\s>]*$/u;
/** The end of a line that does not end within a word. */
const LINE_END = /(?<!\p{L}-[ \t]*)\n/u;

/**
 * Sentences, cut at line breaks as well: an order on a line of its own has no full stop before it. Two that touch without
 * white space are one, as in an address whose full stop a capital follows; so are the lines that a hyphened word joins.
 */
export const readingUnits = (text: string): Span[] => {
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
};

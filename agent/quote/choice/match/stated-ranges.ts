import { type NumberRange, rangeIn } from '../../words/numbers.ts';

/** The number ranges in a sentence: "from 5 to 40 °C", "up to EUR 500 alone; above that …". */
export const rangesOf = (text: string): NumberRange[] => {
  if (!/\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b/u.test(text)) return [];
  const pieces = text.split(/[;,.](?=\s)|\|/);
  const found: NumberRange[] = [];
  const beyond: NumberRange[] = [];
  let before: NumberRange | undefined;
  for (const piece of pieces) {
    if (before && Number.isFinite(before.to) && BEYOND_THAT.test(piece))
      beyond.push({ from: before.to, to: Number.POSITIVE_INFINITY, openFrom: true });
    const whole = rangeIn(piece);
    if (whole) found.push(whole);
    else found.push(...partRanges(piece));
    before = whole ?? before;
  }
  return [...found, ...beyond];
};
/** Says that a piece goes on beyond the range before it. */
const BEYOND_THAT = /\b(?:above|beyond|over|more than) that\b|\bbeyond\b/i;

const partRanges = (piece: string) =>
  Array.from(
    piece.matchAll(
      /\b(?:from |between |up to |at most |above |over |more than |under |less than |at least )?\d[\d,.]*(?:\s?(?:to|and|–|-)\s?\d[\d,.]*)?(?:\s\p{L}+)?/giu,
    ),
    ([part]) => rangeIn(part),
  ).filter((range) => range !== undefined);

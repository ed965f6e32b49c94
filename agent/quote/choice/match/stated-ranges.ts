import { type NumberRange, rangeIn } from '../../words/numbers.ts';

/** The number ranges in a sentence: "from 5 to 40 °C", "up to EUR 500 alone; above that …". */
export const rangesOf = (text: string): NumberRange[] => {
  if (!/\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b/u.test(text)) return [];
  const pieces = text.split(/[;,.](?=\s)|\|/);
  const found = pieces.flatMap((piece) => rangeIn(piece) ?? partRanges(piece));
  for (const [at, piece] of pieces.entries()) {
    const before = pieces
      .slice(0, at)
      .flatMap((one) => rangeIn(one) ?? [])
      .at(-1);
    if (before && Number.isFinite(before.to) && /\b(?:above|beyond|over|more than) that\b|\bbeyond\b/i.test(piece))
      found.push({ from: before.to, to: Number.POSITIVE_INFINITY, openFrom: true });
  }
  return found;
};
const partRanges = (piece: string) =>
  Array.from(
    piece.matchAll(
      /\b(?:from |between |up to |at most |above |over |more than |under |less than |at least )?\d[\d,.]*(?:\s?(?:to|and|–|-)\s?\d[\d,.]*)?(?:\s\p{L}+)?/giu,
    ),
    ([part]) => rangeIn(part),
  ).filter((range) => range !== undefined);

/** A range of text in UTF-16 offsets; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

interface Folded {
  text: string;
  /** For each UTF-16 unit of `text`: where its original character starts and ends. */
  starts: number[];
  ends: number[];
}

/** Reduces a text to its letters and digits, without case and accents, so that Markdown and line breaks do not matter. */
export const fold = (text: string): Folded => {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let i = 0;
  for (const character of text) {
    const kept = character
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    for (let k = 0; k < kept.length; k += 1) {
      starts.push(i);
      ends.push(i + character.length);
    }
    folded += kept;
    i += character.length;
  }
  return { text: folded, starts, ends };
};

/**
 * Finds a quote in a text, ignoring punctuation, case and spacing. Picks the match nearest to the offset `near`. If the whole
 * quote does not occur, looks for its pieces between ellipses and line breaks; more than half of them must occur.
 * @returns the ranges in ascending order; empty when the quote was not found
 */
export const placeQuote = (text: string, quote: string, near = 0): TextRange[] => {
  const haystack = fold(text);
  const whole = find(haystack, fold(quote).text, near);
  if (whole) return [whole];
  const pieces = quote
    .split(/\s*(?:…|\.{3}|\n+)\s*/)
    .map((piece) => fold(piece).text)
    .filter((piece) => piece.length >= 3);
  const found: TextRange[] = [];
  for (const piece of pieces) {
    const place = find(haystack, piece, found.at(-1)?.end ?? near);
    if (place) found.push(place);
  }
  return found.length * 2 > pieces.length ? found.toSorted((a, b) => a.start - b.start) : [];
};

const find = ({ text, starts, ends }: Folded, wanted: string, near: number): TextRange | undefined => {
  if (wanted === '') return undefined;
  let best: TextRange | undefined;
  for (let i = text.indexOf(wanted); i >= 0; i = text.indexOf(wanted, i + 1)) {
    const found = { start: starts[i] ?? 0, end: ends[i + wanted.length - 1] ?? 0 };
    if (!best || Math.abs(found.start - near) < Math.abs(best.start - near)) best = found;
    else break;
  }
  return best;
};

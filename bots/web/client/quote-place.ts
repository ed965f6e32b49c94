/** A stretch of text, by UTF-16 offsets. */
export interface Stretch {
  start: number;
  end: number;
}

interface Folded {
  text: string;
  /** Where the character that each folded unit comes from begins and ends in the original. */
  starts: number[];
  ends: number[];
}

/** Letters and digits alone, without case and accents: what Markdown, line breaks and table borders do not change. */
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
 * Finds a quote in a text, regardless of punctuation, case and spacing. Of several matches the nearest to `near` counts. A
 * quote that was put together from pieces (with … or line breaks) is found piece by piece.
 * @returns the stretches in order; empty when the text does not hold the quote
 */
export const placeQuote = (text: string, quote: string, near = 0): Stretch[] => {
  const haystack = fold(text);
  const whole = find(haystack, fold(quote).text, near);
  if (whole) return [whole];
  const pieces = quote
    .split(/\s*(?:…|\.{3}|\n+)\s*/)
    .map((piece) => fold(piece).text)
    .filter((piece) => piece.length >= 3);
  const found: Stretch[] = [];
  for (const piece of pieces) {
    const place = find(haystack, piece, found.at(-1)?.end ?? near);
    if (place) found.push(place);
  }
  return found.length * 2 > pieces.length ? found.toSorted((a, b) => a.start - b.start) : [];
};

const find = ({ text, starts, ends }: Folded, wanted: string, near: number): Stretch | undefined => {
  if (wanted === '') return undefined;
  let best: Stretch | undefined;
  for (let i = text.indexOf(wanted); i >= 0; i = text.indexOf(wanted, i + 1)) {
    const found = { start: starts[i] ?? 0, end: ends[i + wanted.length - 1] ?? 0 };
    if (!best || Math.abs(found.start - near) < Math.abs(best.start - near)) best = found;
    else break;
  }
  return best;
};

/** Splits a text into tokens, by which pages and gold texts are compared. */
export const tokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Marks the tokens of `a` that are in a longest common subsequence of `a` and `b`.
 *
 * Bit-parallel (Hyyrö 2004, "Bit-parallel LCS-length computation revisited"), rows kept for the way back:
 * |a|·|b|/32 steps and words of memory.
 */
export const commonTokens = (a: readonly string[], b: readonly string[]): Uint8Array => {
  const marks = new Uint8Array(a.length);
  const width = Math.ceil(b.length / 32);
  if (width === 0) return marks;
  const matches = new Map<string, Uint32Array>();
  for (const [j, token] of b.entries()) {
    let bits = matches.get(token);
    if (bits === undefined) {
      bits = new Uint32Array(width);
      matches.set(token, bits);
    }
    bits[j >> 5]! |= 1 << (j & 31);
  }
  const none = new Uint32Array(width);
  const rows = new Uint32Array((a.length + 1) * width).fill(0xffffffff, 0, width);
  for (let i = 0; i < a.length; i++) {
    const match = matches.get(a[i]!) ?? none;
    const above = i * width;
    const here = above + width;
    let carry = 0;
    for (let w = 0; w < width; w++) {
      const row = rows[above + w]!;
      const both = row & match[w]!;
      const sum = row + (both >>> 0) + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      rows[here + w] = (sum >>> 0) | (row & ~both);
    }
  }
  const bit = (row: number, j: number) => (rows[row * width + (j >> 5)]! >>> (j & 31)) & 1;
  let i = a.length;
  let j = b.length;
  while (i > 0 && j > 0) {
    if (bit(i, j - 1) === 1) j--;
    else if (bit(i - 1, j - 1) === 0) i--;
    else {
      marks[--i] = 1;
      j--;
    }
  }
  return marks;
};

/** A block belongs to the main text if this share of its tokens is in the common subsequence (docs/reading.md, step 8). */
const POSITIVE_SHARE = 0.6;

/** A label per block: 1 for main text, 0 for other text, -1 for a block without tokens. */
export const labelBlocks = (texts: readonly string[], gold: string): Int8Array => {
  const page = texts.map(tokens);
  const marks = commonTokens(page.flat(), tokens(gold));
  let at = 0;
  return Int8Array.from(page, (block) => {
    let common = 0;
    for (let t = 0; t < block.length; t++) common += marks[at + t]!;
    at += block.length;
    return block.length === 0 ? -1 : Number(common / block.length >= POSITIVE_SHARE);
  });
};

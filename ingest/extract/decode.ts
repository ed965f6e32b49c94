const UTF8 = new TextDecoder('utf-8', { fatal: true });
const LENIENT = new TextDecoder('utf-8');
const LATIN = new TextDecoder('windows-1252');

/**
 * Decodes a page's bytes. Tries in this order: byte order mark, valid UTF-8, the charset of the HTTP header or of a meta tag in
 * the first 4 KB, nearly valid UTF-8 that is declared as UTF-8, windows-1252.
 *
 * @param contentType the value of the HTTP header, if there is one
 */
export const decode = (bytes: Uint8Array, contentType?: string): string => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return LENIENT.decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const order = utf16Order(bytes);
  if (order !== undefined) return new TextDecoder(order).decode(bytes);
  try {
    return UTF8.decode(bytes);
  } catch {
    return decodeLegacy(bytes, contentType);
  }
};

/**
 * Detects the byte order of UTF-16 without a mark in text of mostly Latin letters: many high bytes are NUL, and NUL is only at
 * even or only at odd positions. Undefined for other bytes.
 */
export const utf16Order = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const pairs = Math.min(bytes.length, 4096) >> 1;
  if (pairs < 8) return undefined;
  const nuls = [0, 0];
  for (let at = 0; at < pairs * 2; at++) if (bytes[at] === 0) nuls[at & 1] = (nuls[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (odd > pairs * 0.4 && even === 0) return 'utf-16le';
  return even > pairs * 0.4 && odd === 0 ? 'utf-16be' : undefined;
};

/** Decodes an East Asian encoding if the bytes are valid in it and most characters are letters of its language. */
const eastAsian = (bytes: Uint8Array): string | undefined => {
  for (const [label, letters] of EAST_ASIAN) {
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes);
      const foreign = text.replace(/\p{ASCII}/gu, '');
      const own = foreign.match(letters)?.length ?? 0;
      if (own >= 8 && own >= foreign.length * 0.3) return text;
    } catch {
      // Not valid in it.
    }
  }
  return undefined;
};
/** Encodings by the letters of their language. Chinese is not detected: it has no letters as distinctive as Kana and Hangul. */
const EAST_ASIAN: readonly [string, RegExp][] = [
  ['shift_jis', /[\u3041-\u309f\u30a1-\u30ff]/g],
  ['euc-jp', /[\u3041-\u309f\u30a1-\u30ff]/g],
  ['euc-kr', /[\uac00-\ud7a3]/g],
];

/** Decodes bytes that are not valid UTF-8 by the page's declaration, unless it declares UTF-8 and is far from it. */
const decodeLegacy = (bytes: Uint8Array, contentType: string | undefined): string => {
  const head = LATIN.decode(bytes.subarray(0, 4096));
  const named =
    charsetOf(contentType) ??
    charsetOf(/<meta[^>]+charset[^>]+>/i.exec(head)?.[0]) ??
    charsetOf(/^<\?xml[^>]+>/.exec(head)?.[0]);
  if (named === undefined || /^utf-?8$/i.test(named)) {
    const text = LENIENT.decode(bytes);
    let bad = 0;
    for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) bad++;
    // A few invalid characters in a long page are a mistake; many mean another encoding.
    return bad * 500 < text.length ? text : (inPieces(bytes) ?? eastAsian(bytes) ?? LATIN.decode(bytes));
  }
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return LATIN.decode(bytes);
  }
};

const LINE_END = 0x0a;
const TAG_START = 0x3c;
/** Minimum share of the non-ASCII letters in valid UTF-8 for a UTF-8 page with pieces in other encodings. */
const MIN_UTF8 = 0.2;

/**
 * Decodes a page of pieces in several encodings: each line and element separately, as UTF-8, an East Asian encoding, or
 * windows-1252. Neither a line break nor `<` is the second byte of a letter in any of them.
 *
 * @returns undefined if hardly any piece is UTF-8, because the page is then more likely in one other encoding
 */
const inPieces = (bytes: Uint8Array): string | undefined => {
  let [text, utf8, beyond] = ['', 0, 0];
  for (let start = 0; start < bytes.length; ) {
    let end = start + 1;
    let high = 0;
    for (; end < bytes.length && bytes[end] !== LINE_END && bytes[end] !== TAG_START; end++)
      if ((bytes[end] ?? 0) > 0x7f) high++;
    if ((bytes[start] ?? 0) > 0x7f) high++;
    const piece = bytes.subarray(start, end);
    beyond += high;
    try {
      text += UTF8.decode(piece);
      utf8 += high;
    } catch {
      text += eastAsian(piece) ?? LATIN.decode(piece);
    }
    start = end;
  }
  return utf8 >= MIN_UTF8 * beyond ? text : undefined;
};

const charsetOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1];

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const LENIENT = new TextDecoder('utf-8');
const LATIN = new TextDecoder('windows-1252');

/**
 * Decodes a page's bytes: byte order mark, valid UTF-8, the charset of the HTTP header or of a meta tag in the first 4 KB,
 * nearly valid UTF-8 that says it is UTF-8, windows-1252.
 *
 * @param contentType the HTTP header's value, if there was one.
 */
export const decode = (bytes: Uint8Array, contentType?: string): string => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return LENIENT.decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return UTF8.decode(bytes);
  } catch {
    return decodeLegacy(bytes, contentType);
  }
};

/** Bytes that are not valid UTF-8: what the page says counts, unless it says UTF-8 and is far from it. */
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
    // One truncated character in a long page is a slip; many are another encoding.
    return bad * 500 < text.length ? text : LATIN.decode(bytes);
  }
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return LATIN.decode(bytes);
  }
};

const charsetOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1];

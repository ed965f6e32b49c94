import { isUtf8 } from 'node:buffer';
import { ParleyError } from '../../core/errors.ts';
import { COMMON_HAN } from './common-han.ts';
import { decodeLatin } from './latin-letters.ts';
import { singleByteEncoding } from './single-byte.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const LENIENT = new TextDecoder('utf-8');
const LATIN = new TextDecoder('windows-1252');

/**
 * Decodes a page's bytes. Tries in this order: byte order mark, valid UTF-8, the charset of the HTTP header or of a meta tag in
 * the first 4 KB, nearly valid UTF-8 that is declared as UTF-8, the letters of a language that a legacy encoding gives, windows-1252.
 *
 * @param contentType the value of the HTTP header, if there is one
 */
export const decode = (bytes: Uint8Array, contentType?: string): string => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return LENIENT.decode(bytes);
  const wide = utf32Order(bytes);
  if (wide !== undefined) return decodeUtf32(bytes.subarray(4), wide);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const order = utf16Order(bytes);
  if (order !== undefined) return new TextDecoder(order).decode(bytes);
  if (isIso2022Jp(bytes)) return new TextDecoder('iso-2022-jp').decode(bytes);
  try {
    return UTF8.decode(bytes);
  } catch {
    return decodeLegacy(bytes, contentType);
  }
};

/** Letters at the beginning of a text that are counted. */
const SAMPLE_LETTERS = 100_000;
/** Minimum letters beyond ASCII that say something of an encoding. */
const MIN_WRONG = 40;

/**
 * Decodes a file that is text and nothing else.
 *
 * @throws INPUT_UNREADABLE where its encoding is not known: decoded as Western, it has most of its letters beyond ASCII, as no
 * Western language has
 */
export const decodeText = (bytes: Uint8Array, contentType?: string): string => {
  const text = decode(bytes, contentType);
  if (isUtf8(bytes)) return text;
  const sample = text.slice(0, SAMPLE_LETTERS);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const wrong = count(/[^\p{ASCII}\u00a0]/gu);
  const isOtherScript = count(/[^\P{L}\p{Script=Latin}]/gu) > wrong / 2;
  if (wrong < MIN_WRONG || isOtherScript || wrong <= count(/[a-zA-Z]/g)) return text;
  throw new ParleyError('INPUT_UNREADABLE', {
    message: 'The file is text in an encoding that Parley does not know.',
    remedy: 'Save it as UTF-8, and ingest it again.',
  });
};

/** Bytes that are looked at for what switches between letters. */
const SWITCH_BYTES = 65_536;

/** True for Japanese in seven bits, which switches to its letters and back by sequences that other text does not hold. */
const isIso2022Jp = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SWITCH_BYTES));
  return (
    (start.includes('\x1b$B') || start.includes('\x1b$@')) && (start.includes('\x1b(B') || start.includes('\x1b(J'))
  );
};

/**
 * Detects the byte order of UTF-16 without a mark. In text of mostly Latin letters many high bytes are NUL, and NUL is only at
 * even or only at odd positions; in other scripts only one order gives letters that such text has. Undefined for other bytes.
 */
export const utf16Order = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const pairs = Math.min(bytes.length, 4096) >> 1;
  if (pairs < 8) return undefined;
  const nuls = [0, 0];
  for (let at = 0; at < pairs * 2; at++) if (bytes[at] === 0) nuls[at & 1] = (nuls[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (odd > pairs * 0.4 && even === 0) return 'utf-16le';
  if (even > pairs * 0.4 && odd === 0) return 'utf-16be';
  const sample = bytes.subarray(0, pairs * 2);
  if (even + odd === 0 && startsAsUtf8(sample)) return undefined;
  // Bytes of older encodings of Chinese look like Hangul. Korean text has spaces, which are half NUL.
  const usual = even + odd === 0 ? USUAL : USUAL_WITH_HANGUL;
  const [little = 0, big = 0] = UTF16.map((order) => usualShare(new TextDecoder(order).decode(sample), usual));
  if (Math.max(little, big) < MIN_USUAL || Math.min(little, big) > Math.max(little, big) / 2) return undefined;
  return little > big ? 'utf-16le' : 'utf-16be';
};

/** The byte order of UTF-32, which is known by its mark alone. Undefined for other bytes. */
export const utf32Order = (bytes: Uint8Array): 'little' | 'big' | undefined => {
  const mark = bytes.length % 4 === 0 ? [...bytes.subarray(0, 4)].join(' ') : '';
  if (mark === '255 254 0 0') return 'little';
  return mark === '0 0 254 255' ? 'big' : undefined;
};

/** Decodes UTF-32, which `TextDecoder` does not know. */
const decodeUtf32 = (bytes: Uint8Array, order: 'little' | 'big'): string => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'little');
    letters.push(code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD');
  }
  return letters.join('');
};

const UTF16 = ['utf-16le', 'utf-16be'] as const;
/** Minimum share of usual letters in text. Bytes in the wrong order, and bytes that are no text, have about a fifth. */
const MIN_USUAL = 0.4;
/** Letters and signs of scripts that hardly occur in other bytes by chance, without Han. */
const USUAL = /[\n\r\t -~\u00a0-\u06ff\u3000-\u30ff\uff01-\uff9f]/;
const USUAL_WITH_HANGUL = /[\n\r\t -~\u00a0-\u06ff\u3000-\u30ff\uff01-\uff9f\uac00-\ud7a3]/;

const usualShare = (text: string, pattern: RegExp): number => {
  let usual = 0;
  for (const letter of text) if (COMMON_HAN.has(letter) || pattern.test(letter)) usual++;
  return usual / Math.max(1, text.length);
};

const startsAsUtf8 = (sample: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Minimum letters that tell an East Asian encoding. */
const MIN_OWN = 8;

/** Decodes an East Asian encoding if the bytes are valid in it and enough characters are letters of its language. */
const eastAsian = (bytes: Uint8Array, minOwn = MIN_OWN): string | undefined => {
  for (const { label, all, own, share } of EAST_ASIAN) {
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes);
      const foreign = text.match(all) ?? [];
      const found = foreign.filter(own).length;
      if (found >= minOwn && found >= foreign.length * share) return text;
    } catch {
      // Not valid in it.
    }
  }
  return undefined;
};

/** Minimum letters that tell the encoding of names, of which an archive has few. */
const MIN_OWN_IN_NAMES = 3;

/**
 * Decodes the names of files that one program wrote without saying in which encoding.
 *
 * @param isDos true for a program of DOS or Windows, which writes names in a code page of DOS
 */
export const decodeNames = (names: readonly Uint8Array[], isDos: boolean): string[] => {
  const lines = Buffer.concat(names.flatMap((name) => [name, Buffer.from('\n')]));
  const usual = isDos ? 'cp437' : 'windows-1252';
  const text = eastAsian(lines, MIN_OWN_IN_NAMES) ?? singleByte(lines) ?? decodeLatin(lines, usual);
  const decoded = text.split('\n').slice(0, -1);
  return decoded.length === names.length ? decoded : names.map((name) => decodeLatin(name, usual));
};

const singleByte = (bytes: Uint8Array): string | undefined => {
  const label = singleByteEncoding(bytes);
  return label === undefined ? undefined : new TextDecoder(label).decode(bytes);
};

const isKana = (letter: string) => /[\u3041-\u309f\u30a1-\u30ff]/.test(letter);
const isHangul = (letter: string) => /[\uac00-\ud7a3]/.test(letter);
const isCommonHan = (letter: string) => COMMON_HAN.has(letter);
const FOREIGN = /\P{ASCII}/gu;
const LETTERS = /(?!\p{ASCII})\p{L}/gu;

/**
 * Encodings by the letters of their language, and the minimum share of these among others. Chinese read as Korean is half
 * Hangul, Korean is nearly all. In Chinese a third of the letters are among the commonest, in bytes read wrongly hardly any.
 */
const EAST_ASIAN: readonly { label: string; all: RegExp; own: (letter: string) => boolean; share: number }[] = [
  { label: 'shift_jis', all: FOREIGN, own: isKana, share: 0.3 },
  { label: 'euc-jp', all: FOREIGN, own: isKana, share: 0.3 },
  { label: 'euc-kr', all: LETTERS, own: isHangul, share: 0.85 },
  { label: 'gb18030', all: LETTERS, own: isCommonHan, share: 0.25 },
  { label: 'big5', all: LETTERS, own: isCommonHan, share: 0.25 },
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
    // A few invalid characters in a long page are a mistake; many mean another encoding, and so do few where none is valid.
    return bad * 500 < text.length && BEYOND_ASCII.test(text)
      ? text
      : (inPieces(bytes) ?? eastAsian(bytes) ?? singleByte(bytes) ?? decodeLatin(bytes));
  }
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return LATIN.decode(bytes);
  }
};

/** A letter or sign beyond ASCII that UTF-8 encodes. */
const BEYOND_ASCII = /[\u0080-\uFFFC\u{10000}-\u{10FFFF}]/u;

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
  // Whether it is such a page is told first: the encoding of a piece takes long to find, and a long text has many.
  let [utf8, beyond] = [0, 0];
  for (const { piece, high } of piecesOf(bytes)) {
    beyond += high;
    if (high > 0 && isUtf8(piece)) utf8 += high;
  }
  if (utf8 < MIN_UTF8 * beyond) return undefined;
  let text = '';
  for (const { piece } of piecesOf(bytes))
    text += isUtf8(piece) ? UTF8.decode(piece) : (eastAsian(piece) ?? singleByte(piece) ?? LATIN.decode(piece));
  return text;
};

/** The lines and elements of a page, and the number of bytes beyond ASCII in each. */
function* piecesOf(bytes: Uint8Array): Generator<{ piece: Uint8Array; high: number }> {
  for (let start = 0; start < bytes.length; ) {
    let end = start + 1;
    let high = (bytes[start] ?? 0) > 0x7f ? 1 : 0;
    for (; end < bytes.length && bytes[end] !== LINE_END && bytes[end] !== TAG_START; end++)
      if ((bytes[end] ?? 0) > 0x7f) high++;
    yield { piece: bytes.subarray(start, end), high };
    start = end;
  }
}

const charsetOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1];

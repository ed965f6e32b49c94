import { decode } from '../../extract/decode.ts';

/** A word of a header that names its encoding (RFC 2047), of which some programs leave the letters as bytes. */
const ENCODED_WORD = /=\?[\w-]{1,40}\?q\?[^?\r\n]{0,500}\?=/gi;
/** How archives of mailing lists write a sender, so that no program collects addresses: `ann at example.com (Ann Lee)`. */
const ARCHIVED_SENDER =
  /^(from|sender|reply-to):[ \t]*([^\s@<>()]{1,100}) at ([\w.-]{1,200}) \(([^()\r\n]{1,200})\)[ \t]*(?=\r?$)/gim;
const BYTE = /[\x80-\xff]/g;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The message with headers that a mail parser can read: it takes letters beyond ASCII for UTF-8, but old programs write them as
 * bytes of another encoding, also inside of words that name it. The same bytes if nothing is to be changed.
 *
 * @param source the message, a character per byte
 */
export const withReadableHeaders = (source: string, bytes: Uint8Array): Uint8Array => {
  const end = /\r?\n\r?\n/.exec(source)?.index ?? source.length;
  const archived = source.slice(0, end);
  const header = archived.replace(
    ARCHIVED_SENDER,
    (_, field: string, name: string, host: string, person: string) =>
      `${field}: "${person.replace(/["\\]/g, '')}" <${name}@${host}>`,
  );
  if (!/[\x80-\xff]/.test(header))
    return header === archived ? bytes : Buffer.from(header + source.slice(end), 'latin1');
  const named = header.replace(ENCODED_WORD, (word) =>
    word.replace(BYTE, (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`),
  );
  const raw = Buffer.from(named, 'latin1');
  if (named === archived && isUtf8(raw)) return bytes;
  return Buffer.concat([isUtf8(raw) ? raw : Buffer.from(decode(raw)), Buffer.from(source.slice(end), 'latin1')]);
};

/** The header that names a part's encoding, over all of its lines. */
const CONTENT_TYPE = /^content-type:[^\n]{0,500}(?:\n[ \t][^\n]{0,500}){0,9}/gim;

/**
 * The message with "utf-8" in the place of encodings that no decoder knows, such as X-UNKNOWN, if its bytes are UTF-8: a mail parser
 * takes them for Western letters.
 *
 * @param source the message, a character per byte
 */
export const withKnownCharsets = (source: string): string => {
  const named = source.replace(CONTENT_TYPE, (header) =>
    header.replace(/(\bcharset[ \t]*=[ \t]*"?)([\w.:-]{1,40})/i, (all, start: string, name: string) =>
      isKnownCharset(name) ? all : `${start}utf-8`,
    ),
  );
  if (named === source) return source;
  const written = source.replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return isUtf8(Buffer.from(written, 'latin1')) ? named : source;
};

/** UTF-7 is known to nobody here, and is named by the reader of mails. */
const isKnownCharset = (name: string): boolean => {
  if (/utf-?7$/i.test(name)) return true;
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    UTF8.decode(bytes);
    return true;
  } catch {
    return false;
  }
};

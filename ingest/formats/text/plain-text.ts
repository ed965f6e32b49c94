import { extname } from 'node:path';
import { utf16Order } from '../../extract/decode.ts';
import { isOle } from '../errors.ts';
import { isMaildirName } from '../mail/transferred-mail.ts';
import { unpackedName } from '../packed.ts';
import { isSectionName } from '../roff/detect.ts';
import { TEXT_NAMES } from './text-names.ts';

/** Number of bytes that decide whether a file without an extension is text. */
export const SAMPLE_BYTES = 8192;
/** Maximum bytes of a file without an extension that is a page. A larger one is data or a log. */
const MAX_UNNAMED_BYTES = 1_000_000;

/** A usual name of a text, optionally with a version, "Debian" or a processor: "README", "CHANGES-1.2". Not "readme.7z". */
const TEXT_NAME = new RegExp(String.raw`^(?:${TEXT_NAMES.join('|')})(?:[-_.](?:debian|amd64|arm64|v?\d+))*$`, 'i');

/** True for the usual name of a text. Ignores the folder. */
export const isTextName = (name: string): boolean => TEXT_NAME.test(name.replace(/^.*[/\\]/, ''));

/** True for a name that does not reveal the file's format, packed or not: `README`, `syslog.1`, a mail's in a Maildir. */
export const isUnnamed = (name: string): boolean => {
  const unpacked = unpackedName(name) ?? name;
  if (isMaildirName(unpacked)) return true;
  return (extname(unpacked) === '' || isSectionName(unpacked)) && !isTextName(unpacked);
};

/**
 * The reason why a file without an extension is not a page, by its first bytes; undefined for plain text. Programs, keys and mail
 * archives are text too, but not pages.
 *
 * @param start its first `SAMPLE_BYTES`, or all
 * @param size bytes of the whole file
 */
export const whyNoText = (start: Uint8Array, size: number): string | undefined => {
  if (size === 0) return 'empty';
  const text = sampleText(start.subarray(0, SAMPLE_BYTES));
  if (text === undefined) return 'the name has no ending that tells its format, and its bytes are not plain text';
  if (text.startsWith('#!')) return 'a program: it begins with #!';
  if (JSON_START.test(text)) return 'data as JSON, in a file whose name has no ending';
  if (text.startsWith('-----BEGIN ')) return 'a key or a certificate';
  if (/^From \S[^\n]*\d{4}\r?\n[\w-]+:/.test(text)) return 'a mail archive, which is read from a file';
  if (size > MAX_UNNAMED_BYTES)
    return `the name has no ending that tells its format, and a text of that kind is read up to ${MAX_UNNAMED_BYTES / 1e6} MB`;
  return undefined;
};

/** An object, or a list of objects: what a program saved, with tokens and settings in it. Prose does not begin so. */
const JSON_START = /^\s*(?:\[\s*)?\{\s*"(?:[^"\\\n]|\\.){0,200}"\s*:\s*["{[\dtfn-]/;

/** Maximum share of control characters in a text: signs of bold and colours in helps of chat programs. */
const MAX_CONTROL_SHARE = 0.1;

/** Decodes the sample; undefined if it is neither UTF-8 nor UTF-16, or has NUL or many control characters. */
const sampleText = (sample: Uint8Array): string | undefined => {
  // What Office saves holds its text in UTF-16, between the tables that make it no text.
  if (isOle(sample)) return undefined;
  const [first, second] = sample;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const order = marked ?? utf16Order(sample);
  const control = order === undefined ? sample.filter(isControl) : new Uint8Array();
  if (control.includes(0) || control.length > sample.length * MAX_CONTROL_SHARE) return undefined;
  try {
    // Accepts a character that is cut by the end of the sample.
    return new TextDecoder(order ?? 'utf-8', { fatal: true }).decode(sample, { stream: true });
  } catch {
    return undefined;
  }
};

/** True for control characters except tabs, line and page breaks, the backspace of old manuals, and the escape of colours. */
const isControl = (byte: number): boolean =>
  byte === 0x7f || (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b);

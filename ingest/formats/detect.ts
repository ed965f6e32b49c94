import { extname } from 'node:path';
import { FILE_FORMATS, type FormatName } from '../../core/file-formats.ts';
import { formatByContent, formatByWholeName, HEAD_BYTES, isOpenFormat } from './content-format.ts';
import { isTransferredMail } from './mail/transferred-mail.ts';
import { unpackedName, unpackedStart } from './packed.ts';
import { isManSource, isSectionName } from './roff/detect.ts';
import { isTextName, isUnnamed, whyNoText } from './text/plain-text.ts';

/** The format of a file. */
export interface FileFormat {
  name: FormatName;
  /** True if the file is compressed with gzip. */
  packed: boolean;
}

/** Hints about a file's format. */
export interface FileHints {
  name?: string;
  /** The HTTP header's media type. */
  contentType?: string;
  bytes?: Uint8Array;
  /** True if pictures are read too. */
  pictures?: boolean;
}

/** Names of the formats that are read without `--ocr`. */
export type PageFormatName = Exclude<FormatName, 'image'>;
/** Names of all formats. */
export const FORMAT_NAMES = Object.keys(FILE_FORMATS) as FormatName[];
const NAMES = FORMAT_NAMES.filter((name): name is PageFormatName => name !== 'image');

/** Extensions of a format, without the dot. */
export const endingsOf = (name: FormatName): readonly string[] => FILE_FORMATS[name].endings;

/** Extensions that Parley reads, without the dot and without those of pictures. Each may be followed by `.gz`. */
export const READABLE_ENDINGS: readonly string[] = NAMES.flatMap(endingsOf);

const lookUpOf = (names: readonly FormatName[]) => {
  const namesBy = (keysOf: (name: FormatName) => readonly string[]) =>
    new Map<string, FormatName>(names.flatMap((name) => keysOf(name).map((key) => [key, name] as const)));
  return { byEnding: namesBy(endingsOf), byType: namesBy((name) => FILE_FORMATS[name].mediaTypes) };
};
const pages = lookUpOf(NAMES);
const pictures = lookUpOf(['image']);

/**
 * Detects a file's format: a PDF, and a mail or Rich Text under the name of a text, by its first bytes; others by media type, extension, the name of a text ("README"), or the
 * first bytes, in this order.
 *
 * @returns undefined for a format that Parley does not read.
 */
export const formatOf = ({ name = '', contentType = '', bytes, ...hints }: FileHints): FileFormat | undefined => {
  const packed = unpackedName(name);
  if (packed !== undefined) {
    const inner = plainFormat({ name: packed, bytes: bytes && unpackedStart(bytes) });
    return inner && { name: inner, packed: true };
  }
  const found = plainFormat({ name, contentType, bytes, ...hints });
  return found && { name: found, packed: false };
};

const plainFormat = ({ name = '', contentType = '', bytes, ...hints }: FileHints): FormatName | undefined => {
  // The bytes take precedence over the server's media type.
  if (bytes !== undefined && isPdf(bytes)) return 'pdf';
  if (bytes !== undefined && mayBeOther(name)) {
    if (isTransferredMail(bytes)) return 'email';
    if (startsAsRtf(bytes)) return 'rtf';
  }
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  const mediaType = type.trim();
  const known = [pages, ...(hints.pictures ? [pictures] : [])];
  // The query of an address is no part of its name, but a file may be called "Is it so?.txt".
  const written = [name.replace(/[?#].*$/, ''), ...(/^[a-z]+:\/\//i.test(name) ? [] : [name])];
  const ending = written
    .map((one) => extname(one).slice(1).toLowerCase())
    .flatMap((one) => known.map(({ byEnding }) => byEnding.get(one)))
    .find((found) => found !== undefined);
  const custom = formatByWholeName(name);
  if (custom !== undefined) return custom;
  if (bytes !== undefined && isOpenFormat(name, mediaType)) {
    const held = formatByContent(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)));
    if (held !== undefined) return held;
  }
  // Servers declare unknown formats as plain text or bytes. Then the name is more reliable.
  const unknown = mediaType === '' || mediaType === 'application/octet-stream';
  if (ending !== undefined && (unknown || mediaType === 'text/plain')) return ending;
  const typed = known.map(({ byType }) => byType.get(mediaType)).find((found) => found !== undefined);
  if (typed !== undefined || !unknown) return typed;
  if (isSectionName(name) && !isTextName(name)) return bytes && isManSource(bytes) ? 'man' : undefined;
  if (startsAsHtml(bytes)) return 'html';
  return isTextName(name) || (bytes && isUnnamed(name) && whyNoText(bytes, bytes.length) === undefined)
    ? 'text'
    : undefined;
};

const startsAsRtf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 6)).toString('latin1') === '{\\rtf1';

/** True for names under which mails and Rich Text are kept that are text themselves: none of their own, or that of a text. */
const mayBeOther = (name: string): boolean => name !== '' && (isUnnamed(name) || /\.(?:txt|text)$/i.test(name));

/** True for bytes that begin with a PDF's signature. */
export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

const startsAsHtml = (bytes: Uint8Array | undefined): boolean =>
  bytes !== undefined &&
  /^\s*(?:<!doctype html|<html)/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 1024)));

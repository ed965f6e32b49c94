import { extname } from 'node:path';
import { formatByContent, formatByWholeName, HEAD_BYTES, isOpenFormat } from './content-format.ts';
import { unpackedName, unpackedStart } from './packed.ts';
import { isTextName, isUnnamed, whyNoText } from './plain-text.ts';
import { isManSource, isSectionName } from './roff/detect.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Each format that Parley reads, with the extensions and media types of its files. It has a reader in `index.ts`. */
const FORMATS = {
  markdown: { endings: ['md', 'markdown', 'mdx'], types: ['text/markdown', 'text/x-markdown'] },
  text: { endings: ['txt', 'text'], types: ['text/plain'] },
  html: { endings: ['html', 'htm', 'xhtml'], types: ['text/html', 'application/xhtml+xml'] },
  pdf: { endings: ['pdf'], types: ['application/pdf', 'application/x-pdf'] },
  docx: {
    endings: ['docx', 'docm', 'dotx', 'dotm'],
    types: [`${OFFICE}.wordprocessingml.document`, `${OFFICE}.wordprocessingml.template`],
  },
  xlsx: {
    endings: ['xlsx', 'xlsm', 'xlsb', 'xls', 'xltx', 'xltm', 'ods'],
    types: [
      `${OFFICE}.spreadsheetml.sheet`,
      `${OFFICE}.spreadsheetml.template`,
      'application/vnd.ms-excel',
      'application/vnd.oasis.opendocument.spreadsheet',
    ],
  },
  pptx: {
    endings: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
    types: ['presentation', 'slideshow', 'template'].map((kind) => `${OFFICE}.presentationml.${kind}`),
  },
  epub: { endings: ['epub'], types: ['application/epub+zip'] },
  csv: { endings: ['csv', 'tsv'], types: ['text/csv', 'text/tab-separated-values'] },
  email: { endings: ['eml'], types: ['message/rfc822'] },
  doc: { endings: ['doc', 'dot'], types: ['application/msword'] },
  odt: {
    endings: ['odt', 'ott', 'odp'],
    types: ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.presentation'],
  },
  rtf: { endings: ['rtf'], types: ['application/rtf', 'text/rtf'] },
  msg: { endings: ['msg'], types: ['application/vnd.ms-outlook'] },
  notebook: { endings: ['ipynb'], types: ['application/x-ipynb+json'] },
  rst: { endings: ['rst', 'rest'], types: ['text/x-rst'] },
  asciidoc: { endings: ['adoc', 'asciidoc', 'asc'], types: ['text/asciidoc', 'text/x-asciidoc'] },
  org: { endings: ['org'], types: ['text/org', 'text/x-org'] },
  wikitext: { endings: ['mediawiki', 'wikitext'], types: ['text/x-wiki'] },
  man: { endings: ['roff', 'mdoc'], types: ['text/troff', 'application/x-troff', 'application/x-troff-man'] },
  contacts: { endings: ['vcf', 'vcard'], types: ['text/vcard', 'text/x-vcard'] },
  chatlog: { endings: ['weechatlog', 'irclog'], types: [] },
  graphql: { endings: ['graphql', 'graphqls', 'gql'], types: ['application/graphql'] },
  protobuf: { endings: ['proto'], types: [] },
  pod: { endings: ['pod'], types: ['text/x-pod'] },
  calendar: { endings: ['ics', 'ical'], types: ['text/calendar'] },
  subtitles: { endings: ['vtt', 'srt', 'sbv'], types: ['text/vtt', 'application/x-subrip'] },
  mhtml: { endings: ['mht', 'mhtml'], types: ['multipart/related', 'application/x-mimearchive'] },
  api: { endings: [], types: ['application/vnd.oai.openapi', 'application/vnd.oai.openapi+json'] },
  manual: { endings: ['docbook', 'dbk', 'dita'], types: ['application/docbook+xml', 'application/dita+xml'] },
  enex: { endings: ['enex'], types: ['application/enex+xml'] },
  image: {
    endings: ['png', 'jpg', 'jpeg', 'webp', 'bmp'],
    types: ['image/png', 'image/jpeg', 'image/webp', 'image/bmp'],
  },
} satisfies Readonly<Record<string, { endings: readonly string[]; types: readonly string[] }>>;

/** Names of the formats, one per reader. */
export type FormatName = keyof typeof FORMATS;

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
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];
const NAMES = FORMAT_NAMES.filter((name): name is PageFormatName => name !== 'image');

/** Extensions of a format, without the dot. */
export const endingsOf = (name: FormatName): readonly string[] => FORMATS[name].endings;

/** Extensions that Parley reads, without the dot and without those of pictures. Each may be followed by `.gz`. */
export const READABLE_ENDINGS: readonly string[] = NAMES.flatMap(endingsOf);

const namesBy = (names: readonly FormatName[], by: 'endings' | 'types') =>
  new Map<string, FormatName>(names.flatMap((name) => FORMATS[name][by].map((key) => [key, name] as const)));
const pages = { byEnding: namesBy(NAMES, 'endings'), byType: namesBy(NAMES, 'types') };
const pictures = { byEnding: namesBy(['image'], 'endings'), byType: namesBy(['image'], 'types') };

/**
 * Detects a file's format: a PDF by its first bytes; others by media type, extension, the name of a text ("README"), or the
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

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

const startsAsHtml = (bytes: Uint8Array | undefined): boolean =>
  bytes !== undefined &&
  /^\s*(?:<!doctype html|<html)/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 1024)));

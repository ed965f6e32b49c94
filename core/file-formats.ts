/** A format of files. */
interface FileFormatFacts {
  /** The extensions of its files, without the dot. Each may be followed by `.gz`. */
  endings: readonly string[];
  mediaTypes: readonly string[];
}

/**
 * The formats of files that Parley reads. A format has a reader in `ingest/formats/index.ts`; names for filters are in
 * `retrieval/filters/field-keys.ts`.
 */
export const FILE_FORMATS = {
  markdown: { endings: ['md', 'markdown', 'mdx', 'qmd', 'rmd'], mediaTypes: ['text/markdown', 'text/x-markdown'] },
  text: { endings: ['txt', 'text'], mediaTypes: ['text/plain'] },
  html: { endings: ['html', 'htm', 'xhtml'], mediaTypes: ['text/html', 'application/xhtml+xml'] },
  pdf: { endings: ['pdf'], mediaTypes: ['application/pdf', 'application/x-pdf'] },
  docx: {
    endings: ['docx', 'docm', 'dotx', 'dotm'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
    ],
  },
  xlsx: {
    endings: ['xlsx', 'xlsm', 'xlsb', 'xls', 'xltx', 'xltm', 'ods'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
      'application/vnd.ms-excel',
      'application/vnd.oasis.opendocument.spreadsheet',
    ],
  },
  pptx: {
    endings: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
      'application/vnd.openxmlformats-officedocument.presentationml.template',
    ],
  },
  epub: { endings: ['epub'], mediaTypes: ['application/epub+zip'] },
  csv: { endings: ['csv', 'tsv'], mediaTypes: ['text/csv', 'text/tab-separated-values'] },
  email: { endings: ['eml'], mediaTypes: ['message/rfc822'] },
  doc: { endings: ['doc', 'dot'], mediaTypes: ['application/msword'] },
  odt: {
    endings: ['odt', 'ott', 'odp'],
    mediaTypes: ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.presentation'],
  },
  rtf: { endings: ['rtf'], mediaTypes: ['application/rtf', 'text/rtf'] },
  msg: { endings: ['msg'], mediaTypes: ['application/vnd.ms-outlook'] },
  notebook: { endings: ['ipynb'], mediaTypes: ['application/x-ipynb+json'] },
  rst: { endings: ['rst', 'rest'], mediaTypes: ['text/x-rst'] },
  asciidoc: { endings: ['adoc', 'asciidoc', 'asc'], mediaTypes: ['text/asciidoc', 'text/x-asciidoc'] },
  org: { endings: ['org'], mediaTypes: ['text/org', 'text/x-org'] },
  wikitext: { endings: ['mediawiki', 'wikitext'], mediaTypes: ['text/x-wiki'] },
  man: { endings: ['roff', 'mdoc'], mediaTypes: ['text/troff', 'application/x-troff', 'application/x-troff-man'] },
  contacts: { endings: ['vcf', 'vcard'], mediaTypes: ['text/vcard', 'text/x-vcard'] },
  chatlog: { endings: ['weechatlog', 'irclog'], mediaTypes: [] },
  graphql: { endings: ['graphql', 'graphqls', 'gql'], mediaTypes: ['application/graphql'] },
  protobuf: { endings: ['proto'], mediaTypes: [] },
  pod: { endings: ['pod'], mediaTypes: ['text/x-pod'] },
  calendar: { endings: ['ics', 'ical'], mediaTypes: ['text/calendar'] },
  subtitles: { endings: ['vtt', 'srt', 'sbv'], mediaTypes: ['text/vtt', 'application/x-subrip'] },
  mhtml: { endings: ['mht', 'mhtml'], mediaTypes: ['multipart/related', 'application/x-mimearchive'] },
  api: { endings: [], mediaTypes: ['application/vnd.oai.openapi', 'application/vnd.oai.openapi+json'] },
  records: { endings: [], mediaTypes: [] },
  manual: { endings: ['docbook', 'dbk', 'dita'], mediaTypes: ['application/docbook+xml', 'application/dita+xml'] },
  enex: { endings: ['enex'], mediaTypes: ['application/enex+xml'] },
  image: {
    endings: ['png', 'jpg', 'jpeg', 'webp', 'bmp'],
    mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/bmp'],
  },
} as const satisfies Readonly<Record<string, FileFormatFacts>>;

/** Names of the formats, one per reader. */
export type FormatName = keyof typeof FILE_FORMATS;

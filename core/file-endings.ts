/**
 * The formats of files that Parley reads, with the extensions of their files, without the dot. Each may be followed by `.gz`.
 * Media types are in `ingest/formats/detect.ts`, names for filters in `retrieval/filters/field-keys.ts`.
 */
export const FILE_ENDINGS = {
  markdown: ['md', 'markdown', 'mdx', 'qmd', 'rmd'],
  text: ['txt', 'text'],
  html: ['html', 'htm', 'xhtml'],
  pdf: ['pdf'],
  docx: ['docx', 'docm', 'dotx', 'dotm'],
  xlsx: ['xlsx', 'xlsm', 'xlsb', 'xls', 'xltx', 'xltm', 'ods'],
  pptx: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  epub: ['epub'],
  csv: ['csv', 'tsv'],
  email: ['eml'],
  doc: ['doc', 'dot'],
  odt: ['odt', 'ott', 'odp'],
  rtf: ['rtf'],
  msg: ['msg'],
  notebook: ['ipynb'],
  rst: ['rst', 'rest'],
  asciidoc: ['adoc', 'asciidoc', 'asc'],
  org: ['org'],
  wikitext: ['mediawiki', 'wikitext'],
  man: ['roff', 'mdoc'],
  contacts: ['vcf', 'vcard'],
  chatlog: ['weechatlog', 'irclog'],
  graphql: ['graphql', 'graphqls', 'gql'],
  protobuf: ['proto'],
  pod: ['pod'],
  calendar: ['ics', 'ical'],
  subtitles: ['vtt', 'srt', 'sbv'],
  mhtml: ['mht', 'mhtml'],
  api: [],
  records: [],
  manual: ['docbook', 'dbk', 'dita'],
  enex: ['enex'],
  image: ['png', 'jpg', 'jpeg', 'webp', 'bmp'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of the formats, one per reader. */
export type FormatName = keyof typeof FILE_ENDINGS;

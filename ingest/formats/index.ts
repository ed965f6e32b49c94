import { ParleyError } from '../../core/errors.ts';
import type { FormatName } from '../../core/file-formats.ts';
import { decode } from '../extract/decode.ts';
import { extractHtml, extractWholeHtml, sketchHtml } from '../extract/html.ts';
import { extractMarkdown, extractText } from '../extract/markdown/markdown.ts';
import type { ExtractedPage } from '../extract/page.ts';
import { descriptionInPage } from './api/described-in-page.ts';
import { type FileFormat, formatOf } from './detect.ts';
import { damaged } from './errors.ts';
import type { AttachmentReaders } from './mail/attachments.ts';
import { createEmailReader } from './mail/email.ts';
import type { Reader } from './reader.ts';
import { trueFormat } from './true-format.ts';

/** The readers. Each is loaded for the first file of its format, so a handbook of Markdown never loads a PDF library. */
const READERS: Readonly<Record<FormatName, Reader>> = {
  markdown: extractMarkdown,
  text: extractText,
  html: async (bytes, context) => {
    if (context?.sketchOnly)
      return {
        title: '',
        text: '',
        markdown: '',
        tables: [],
        links: [],
        metadata: {},
        sketch: sketchHtml(bytes, context),
      };
    if (context?.markup === 'storage')
      return (await import('./markup/storage-format.ts')).readStorageFormat(decode(bytes));
    return context?.markup === 'text'
      ? extractWholeHtml(decode(bytes), context)
      : describedApi(extractHtml(bytes, context), decode(bytes, context?.contentType));
  },
  pdf: async (...file) => (await import('./pdf/pdf.ts')).readPdf(...file),
  docx: async (...file) => (await import('./office/word.ts')).readWord(...file),
  xlsx: async (...file) => (await import('./office/xlsx.ts')).readXlsx(...file),
  pptx: async (...file) => (await import('./office/pptx.ts')).readPptx(...file),
  epub: async (...file) => (await import('./epub.ts')).readEpub(...file),
  csv: async (...file) => (await import('./text/csv.ts')).readCsv(...file),
  doc: async (...file) => (await import('./office/word.ts')).readDocOrText(...file),
  odt: async (...file) => (await import('./office/odt.ts')).readOdt(...file),
  rtf: async (...file) => (await import('./office/rtf.ts')).readRtf(...file),
  msg: async (...file) => (await import('./mail/msg.ts')).createMsgReader(attachmentReader)(...file),
  notebook: async (...file) => (await import('./markup/notebook.ts')).readNotebook(...file),
  rst: async (...file) => (await import('./markup/rst.ts')).readRst(...file),
  asciidoc: async (...file) => (await import('./markup/asciidoc.ts')).readAsciidoc(...file),
  org: async (...file) => (await import('./markup/org.ts')).readOrg(...file),
  wikitext: async (...file) => (await import('./markup/wikitext.ts')).readWikitext(...file),
  man: async (...file) => (await import('./roff/man.ts')).readMan(...file),
  contacts: async (...file) => (await import('./mail/contacts.ts')).readContacts(...file),
  chatlog: async (...file) => (await import('./text/chat-log.ts')).readChatLog(...file),
  graphql: async (...file) => (await import('./api/graphql.ts')).readGraphql(...file),
  protobuf: async (...file) => (await import('./api/protobuf.ts')).readProtobuf(...file),
  pod: async (...file) => (await import('./markup/pod.ts')).readPod(...file),
  calendar: async (...file) => (await import('./mail/calendar.ts')).readCalendar(...file),
  subtitles: async (...file) => (await import('./text/subtitles.ts')).readSubtitles(...file),
  mhtml: async (...file) => (await import('./mail/mhtml.ts')).readMhtml(...file),
  api: async (...file) => (await import('./api/api-description.ts')).readApiDescription(...file),
  records: async (...file) => (await import('./text/records.ts')).readRecords(...file),
  manual: async (...file) => (await import('./xml-manual/xml-manual.ts')).readXmlManual(...file),
  enex: async (...file) => (await import('./notes/enex.ts')).readEnex(...file),
  image: async (...file) => (await import('./ocr/image.ts')).readImage(...file),
  email: createEmailReader((...attachment) => attachmentReader(...attachment)),
};

/** The API that a page describes to a script, if that says more than the page's elements. */
const describedApi = async (page: ExtractedPage, html: string): Promise<ExtractedPage> => {
  const description = descriptionInPage(html);
  if (description === undefined) return page;
  const { readApiDescription } = await import('./api/api-description.ts');
  const api = await readApiDescription(Buffer.from(description));
  if (api.text.length <= page.text.length) return page;
  return { ...api, title: api.title || page.title, links: page.links, metadata: page.metadata };
};

/** Readers for attachments. Excludes attached messages, to avoid endless recursion. */
const attachmentReader: AttachmentReaders = (name, contentType, pictures) => {
  const format = formatOf({ name, contentType, pictures });
  return format === undefined || format.name === 'email' || format.name === 'msg' ? undefined : readerOf(format);
};

/** Maximum bytes of a file after decompression, the same as for a file that is not compressed. */
const MAX_UNPACKED_BYTES = 50_000_000;

/**
 * The reader of a format, for use inside a parser process. Elsewhere, use the reader of `sandbox/`, which starts one.
 * A reader throws INPUT_UNREADABLE, INPUT_TOO_LARGE, or the errors of its library for unexpected bytes.
 */
export const readerOf = ({ name, packed }: FileFormat): Reader => {
  const read: Reader = (bytes, context) => {
    if (bytes.length === 0 && !MAY_BE_EMPTY.has(name))
      throw new ParleyError('INPUT_UNREADABLE', {
        message: 'The file is empty: it has no bytes.',
        remedy: 'Copy it again from where it came, or delete it.',
      });
    return READERS[trueFormat(name, bytes)](bytes, context);
  };
  return packed ? async (bytes, context) => read(await unpack(bytes), context) : read;
};

/** Formats of text, of which an empty file is one without text. */
const MAY_BE_EMPTY: ReadonlySet<FormatName> = new Set(['markdown', 'text', 'html', 'csv', 'rst', 'asciidoc', 'org']);

const unpack = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const { gunzipSync } = await import('node:zlib');
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ParleyError('INPUT_TOO_LARGE', {
        message: `The file unpacks to more than ${MAX_UNPACKED_BYTES / 1e6} MB.`,
        remedy: 'Split it, or turn it into JSONL, which is streamed.',
      });
    throw damaged('gzip', cause);
  }
};

import { ParleyError } from '../../../core/errors.ts';
import { damaged, isOle, locked } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { whyNoText } from '../text/plain-text.ts';
import { oleContent } from './ole.ts';

/** Bytes at the beginning that tell a web page: comments and declarations may stand above it. */
const HEAD_BYTES = 4096;
const HTML = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:html|!doctype)\b/i;
/** A web page with its pictures in one file, which Word opens, and which Confluence exports as Word. */
const MHTML = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?Content-Type:\s*multipart\/related\b/i;

/** Reads a Word file by its content, because Word saves and opens each of its formats under the extension of another. */
export const readWord: Reader = async (bytes, context) => {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (start.startsWith('{\\rtf')) return (await import('./rtf.ts')).readRtf(bytes, context);
  if (HTML.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')))
    return (await import('../../extract/html.ts')).extractHtml(bytes, context);
  if (start.startsWith('PK')) return (await import('./docx.ts')).readDocx(bytes, context);
  if (!isOle(bytes)) throw damaged('Word', new Error('it is no Word file'));
  switch (await oleContent(bytes)) {
    case 'word-locked':
    case 'encrypted':
      throw locked('Word');
    case 'word-95':
      throw new ParleyError('INPUT_UNREADABLE', {
        message: 'The file was written by Word 95 or an older one, which Parley does not read.',
        remedy: 'Open it in Word or LibreOffice, save it as .docx and ingest that.',
      });
    case 'workbook':
    case 'slides':
    case 'outlook':
      throw damaged('Word', new Error('it holds the file of another program'));
    default:
      return (await import('./doc.ts')).readDoc(bytes, context);
  }
};

/** A drawing of Graphviz, which ends in .dot as Word's templates do. */
const GRAPH = /^\s*(?:\/\/|\/\*|strict\b|digraph\b|graph\b)/;

/** Reads what ends in .doc or .dot. Before Word, and beside it, manuals in plain text were called MANUAL.DOC. */
export const readDocOrText: Reader = async (bytes, context) => {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (MHTML.test(head)) return (await import('../mail/mhtml.ts')).readMhtml(bytes, context);
  const start = head.slice(0, 64);
  const isText = !/^\s*[<{]/.test(start) && !GRAPH.test(start) && whyNoText(bytes, 1) === undefined;
  return isText
    ? (await import('../../extract/markdown/markdown.ts')).extractText(bytes, context)
    : readWord(bytes, context);
};

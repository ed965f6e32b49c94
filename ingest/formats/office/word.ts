import { ParleyError } from '../../../core/errors.ts';
import { damaged, isOle, locked } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { whyNoText } from '../text/plain-text.ts';
import { oleContent } from './ole.ts';

/** Reads a Word file by its content, because Word saves and opens each of its formats under the extension of another. */
export const readWord: Reader = async (bytes, context) => {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (start.startsWith('{\\rtf')) return (await import('./rtf.ts')).readRtf(bytes, context);
  if (/^\s*<(?:html|!doctype)/i.test(start)) return (await import('../../extract/html.ts')).extractHtml(bytes, context);
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
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const isText = !/^\s*[<{]/.test(start) && !GRAPH.test(start) && whyNoText(bytes, 1) === undefined;
  return isText
    ? (await import('../../extract/markdown/markdown.ts')).extractText(bytes, context)
    : readWord(bytes, context);
};

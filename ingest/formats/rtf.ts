import { escapeHtml } from '../extract/escape-html.ts';
import { extractWholeHtml } from '../extract/html.ts';
import { damaged } from './errors.ts';
import type { Reader } from './reader.ts';

/** Destinations that are not text of the document. */
const LEFT_OUT =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|generator|listtable|listoverridetable|rsidtbl|themedata|colorschememapping|latentstyles|datastore|xmlnstbl|filetbl|revtbl|fldinst|header[lrf]?|footer[lrf]?|bkmkstart|bkmkend|wgrffmtfilter|mmathPr|pgptbl|objdata|blipuid|nonshppict|panose|falt)$/;
/** Windows' code pages by RTF's character sets (`\\fcharset`) and by `\\ansicpg`. */
const CHARSETS: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
  10000: 'macintosh',
  874: 'windows-874',
};
const SIGNS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  tab: ' ',
  '~': '\u00a0',
  _: '-',
  emspace: ' ',
  enspace: ' ',
};
const MAX_GROUPS = 10_000;

/** State of the current group. A group starts with a copy, and its end restores the state before it. */
interface State {
  skipped: boolean;
  /** Number of fallback characters after a Unicode character, for programs without Unicode. */
  fallback: number;
  font: number;
  hidden: boolean;
}

/** Reads a Rich Text file: paragraphs, headings by outline level, and tables. Decodes text by its font's code page. */
export const readRtf: Reader = (bytes) => {
  const source = Buffer.from(bytes).toString('latin1');
  if (!/^\s*\{\\rtf/.test(source)) throw damaged('RTF', new Error('it does not begin as one'));
  return extractWholeHtml(rtfToHtml(source));
};

const TOKEN = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/g;

const rtfToHtml = (source: string): string => {
  const html: string[] = [];
  const stack: State[] = [];
  const fonts = new Map<number, string>();
  let state: State = { skipped: false, fallback: 1, font: -1, hidden: false };
  let codePage = 'windows-1252';
  let inFonts = 0;
  let pending = 0;
  let level = -1;
  let paragraph = '';
  let cells: string[] = [];
  let inRow = false;
  let bytes: number[] = [];
  /** Footnotes whose groups are open, each with the text around it; notes that belong below the current paragraph. */
  const openNotes: { depth: number; around: string }[] = [];
  const notes: string[] = [];
  let noteCount = 0;
  const flushBytes = () => {
    if (bytes.length === 0) return;
    const text = new TextDecoder(fonts.get(state.font) ?? codePage).decode(Uint8Array.from(bytes));
    bytes = [];
    paragraph += escapeHtml(text);
  };
  const write = (text: string) => {
    flushBytes();
    if (!state.skipped && !state.hidden) paragraph += escapeHtml(text);
  };
  const endParagraph = () => {
    flushBytes();
    if (inRow || openNotes.length > 0) paragraph += ' ';
    else if (paragraph.trim() !== '') {
      const tag = level >= 0 && level < 6 ? `h${level + 1}` : 'p';
      html.push(`<${tag}>${paragraph.trim()}</${tag}>`);
      paragraph = '';
      writeNotes();
    }
  };
  const writeNotes = () => {
    for (const note of notes.splice(0)) html.push(`<p>${note}</p>`);
  };
  const endNote = () => {
    if (openNotes.at(-1)?.depth !== stack.length) return;
    const note = paragraph.trim();
    paragraph = openNotes.pop()?.around ?? '';
    if (note === '') return;
    noteCount++;
    paragraph += `[${noteCount}]`;
    notes.push(`[${noteCount}] ${note}`);
  };
  const command = (word: string, value: number | undefined): void => {
    if (LEFT_OUT.test(word)) {
      state.skipped = true;
      if (word === 'fonttbl') inFonts = stack.length;
    } else if (word === 'ansicpg' && value !== undefined) codePage = named(CODE_PAGES[value] ?? `windows-${value}`);
    else if (word === 'f' && value !== undefined) {
      flushBytes();
      state.font = value;
    } else if (word === 'fcharset' && inFonts > 0 && value !== undefined && CHARSETS[value] !== undefined)
      fonts.set(state.font, CHARSETS[value]);
    else if (word === 'uc') state.fallback = value ?? 1;
    else if (word === 'u' && value !== undefined) {
      write(String.fromCharCode(value < 0 ? value + 65536 : value));
      pending = state.fallback;
    } else if (word === 'v') state.hidden = value !== 0;
    else if (state.skipped) return;
    else if (word === 'footnote') {
      flushBytes();
      openNotes.push({ depth: stack.length, around: paragraph });
      paragraph = '';
    } else if (word === 'par' || word === 'sect' || word === 'page') endParagraph();
    else if (word === 'line') write(' ');
    else if (word === 'pard') {
      level = -1;
      inRow = false;
    } else if (word === 'outlinelevel') level = value ?? 0;
    else if (word === 'intbl') inRow = true;
    else if (word === 'cell') {
      flushBytes();
      cells.push(paragraph.trim());
      paragraph = '';
    } else if (word === 'row') {
      html.push(`<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`);
      cells = [];
      inRow = false;
      writeNotes();
    } else if (SIGNS[word] !== undefined) write(SIGNS[word]);
  };
  for (const [, word, value, hex, sign, brace, text] of source.matchAll(TOKEN)) {
    if (brace === '{') {
      flushBytes();
      if (stack.length > MAX_GROUPS) throw damaged('RTF', new Error('it nests too deep'));
      stack.push({ ...state });
    } else if (brace === '}') {
      flushBytes();
      endNote();
      if (stack.length <= inFonts) inFonts = 0;
      state = stack.pop() ?? state;
    } else if (word !== undefined) command(word, value === undefined ? undefined : Number(value));
    else if (hex !== undefined) {
      if (pending > 0) pending--;
      else if (!state.skipped && !state.hidden) bytes.push(Number.parseInt(hex, 16));
    } else if (sign === '*') state.skipped = true;
    else if (sign === '\n' || sign === '\r') endParagraph();
    else if (sign !== undefined) write(SIGNS[sign] ?? (/[\\{}]/.test(sign) ? sign : ''));
    else if (text !== undefined) {
      const rest = text.slice(Math.min(pending, text.length));
      pending = Math.max(0, pending - text.length);
      // Unescaped bytes are in the font's code page as well.
      if (!/[\x80-\xff]/.test(rest)) write(rest);
      else if (!state.skipped && !state.hidden) for (const byte of Buffer.from(rest, 'latin1')) bytes.push(byte);
    }
  }
  inRow = false;
  // A file that is cut off inside of a note.
  for (const { around } of openNotes.splice(0).reverse()) paragraph = `${around} ${paragraph}`;
  endParagraph();
  // Consecutive rows are one table.
  return html.join('').replaceAll('</table><table>', '');
};

const named = (label: string): string => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'windows-1252';
  }
};

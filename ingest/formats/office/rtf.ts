import { wordTable } from '../../../core/word-table.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { damaged } from '../errors.ts';
import { ownTitle } from '../program-title.ts';
import type { Reader } from '../reader.ts';
import { createRtfBlocks, LINE_END, type RtfParagraph } from './rtf-blocks.ts';

/** Destinations that are not text of the document. */
const LEFT_OUT =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|generator|listtable|listoverridetable|rsidtbl|themedata|colorschememapping|latentstyles|datastore|xmlnstbl|filetbl|revtbl|header[lrf]?|footer[lrf]?|bkmkstart|bkmkend|wgrffmtfilter|mmathPr|pgptbl|objdata|blipuid|nonshppict|panose|falt)$/;
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
const SIGNS = wordTable<string>({
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  tab: '\t',
  '~': '\u00a0',
  _: '-',
  emspace: ' ',
  enspace: ' ',
});
const MAX_GROUPS = 10_000;
/** Commands that take the text up to them. Others may stand between the bytes of one character. */
const ENDS_TEXT = new Set(['footnote', 'par', 'sect', 'page', 'cell']);

/** East Asian character sets. Their fonts for prose count as fixed too. */
const EAST_ASIAN = new Set([128, 129, 134, 136]);

/** State of the current group. A group starts with a copy, and its end restores the state before it. */
interface State {
  skipped: boolean;
  /** Number of fallback characters after a Unicode character, for programs without Unicode. */
  fallback: number;
  font: number;
  hidden: boolean;
  /** Where the text goes, if it is not the document's: an item's sign, or what a field says of itself. */
  target?: 'label' | 'field' | 'title' | 'author';
}

/** Reads a Rich Text file: paragraphs, headings by outline level, lists, code, links, tables. Decodes text by its font's code page. */
export const readRtf: Reader = (bytes) => {
  const source = Buffer.from(bytes).toString('latin1');
  if (!/^\s*\{\\rtf/.test(source)) throw damaged('RTF', new Error('it does not begin as one'));
  const { html, title, author, isCut } = rtfToHtml(withoutBinary(source));
  const page = extractWholeHtml(html);
  return {
    ...page,
    title: ownTitle(title.trim()) || page.title,
    metadata: {
      ...page.metadata,
      ...(author.trim() !== '' && { author: author.trim() }),
      ...(isCut && { notices: ['The file is damaged or cut off: its end is missing.'] }),
    },
  };
};

const TOKEN = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/g;

const BINARY = /(?<!\\)\\bin(\d+) ?/g;

/** Cuts out pictures and objects that stand in the file as they are, whose bytes may look like commands. */
const withoutBinary = (source: string): string => {
  let [kept, from] = ['', 0];
  BINARY.lastIndex = 0;
  for (let found = BINARY.exec(source); found !== null; found = BINARY.exec(source)) {
    kept += source.slice(from, found.index);
    from = BINARY.lastIndex + Number(found[1]);
    BINARY.lastIndex = from;
  }
  return kept + source.slice(from);
};

const rtfToHtml = (source: string): { html: string; title: string; author: string; isCut: boolean } => {
  const reading = createReading();
  /** True at the beginning of a group. Only there does `\\*` say that the group is left out by who does not know its command. */
  let begins = false;
  for (const [token, word, value, hex, sign, brace, text] of source.matchAll(TOKEN)) {
    if (brace === '{') reading.open();
    else if (brace === '}') reading.close();
    else if (word !== undefined) reading.command(word, value === undefined ? undefined : Number(value));
    else if (hex !== undefined) reading.byte(Number.parseInt(hex, 16));
    else if (sign === '*') {
      if (begins) reading.command('*', undefined);
    } else if (sign === '\n' || sign === '\r') reading.command('par', undefined);
    else if (sign !== undefined) reading.write(SIGNS[sign] ?? (/[\\{}]/.test(sign) ? sign : ''));
    else if (text !== undefined) reading.text(text);
    begins = brace === '{' || (begins && token.trim() === '');
  }
  return reading.end();
};

/** The commands of one file: they keep the state of the open groups, and say where its text goes. */
const createReading = () => {
  const fonts = createFonts();
  const flow = createFlow(fonts);
  const stack: State[] = [];
  let state: State = { skipped: false, fallback: 1, font: -1, hidden: false };
  let inFonts = 0;
  /** Fallback characters that are still to be passed over. */
  let pending = 0;
  let bytes: number[] = [];

  const isShown = (): boolean => (!state.skipped || state.target !== undefined) && !state.hidden;
  const flushBytes = (): void => {
    if (bytes.length === 0) return;
    const read = fonts.decode(bytes, state.font);
    bytes = [];
    flow.add(read, state);
  };
  const write = (written: string): void => {
    flushBytes();
    if (isShown()) flow.add(written, state);
  };
  const command = (word: string, value: number | undefined): void => {
    if (word === '*') state.skipped = true;
    else if (word === 'fldinst') Object.assign(state, { skipped: true, target: 'field' });
    else if (word === 'fldrslt') flow.beginResult(stack.length, state);
    else if ((word === 'title' || word === 'author') && state.skipped) state.target = word;
    else if (LEFT_OUT.test(word)) {
      state.skipped = true;
      if (word === 'fonttbl') inFonts = stack.length;
    } else if (word === 'ansicpg' && value !== undefined) fonts.codePage(value);
    else if (word === 'f' && value !== undefined) {
      flushBytes();
      state.font = value;
    } else if (inFonts > 0) fonts.describe(state.font, word, value);
    else if (word === 'uc') state.fallback = value ?? 1;
    else if (word === 'u' && value !== undefined) {
      write(String.fromCharCode(value < 0 ? value + 65536 : value));
      pending = state.fallback;
    } else if (word === 'v') state.hidden = value !== 0;
    else if (state.skipped) return;
    else if (word === 'listtext' || word === 'pntext') {
      if (!flow.inRow()) state.target = 'label';
    } else if (SIGNS[word] !== undefined) write(SIGNS[word]);
    else if (state.target === undefined) {
      if (ENDS_TEXT.has(word)) flushBytes();
      if (word === 'line') write(LINE_END);
      else flow.command(word, value, stack.length);
    }
  };
  return {
    write,
    command,
    open: (): void => {
      flushBytes();
      if (stack.length > MAX_GROUPS) throw damaged('RTF', new Error('it nests too deep'));
      stack.push({ ...state });
    },
    close: (): void => {
      flushBytes();
      flow.closeGroup(stack.length);
      if (stack.length <= inFonts) inFonts = 0;
      state = stack.pop() ?? state;
    },
    byte: (value: number): void => {
      if (pending > 0) pending--;
      else if (isShown()) bytes.push(value);
    },
    text: (read: string): void => {
      const rest = read.slice(Math.min(pending, read.length));
      pending = Math.max(0, pending - read.length);
      // Unescaped bytes are in the font's code page as well.
      if (!/[\x80-\xff]/.test(rest)) write(rest);
      else if (isShown()) for (const byte of Buffer.from(rest, 'latin1')) bytes.push(byte);
    },
    end: () => {
      flushBytes();
      return { ...flow.end(), isCut: stack.length > 0 };
    },
  };
};

/** The text of one file: its paragraphs, rows, notes and links, and what it says beside them. */
const createFlow = (fonts: ReturnType<typeof createFonts>) => {
  const blocks = createRtfBlocks();
  const notes = createNotes();
  const aside = { label: '', field: '', title: '', author: '' };
  let format: Format = PLAIN;
  let text = '';
  /** Letters of the paragraph, and those of them in a font for code. */
  let [letters, fixed] = [0, 0];
  let cells: string[] = [];
  let inRow = false;
  /** Depths of the groups of open links. */
  const openLinks: number[] = [];

  const begin = (): void => {
    text = '';
    [letters, fixed] = [0, 0];
  };
  const writeNotes = (): void => {
    for (const note of notes.take()) blocks.note(note);
  };
  const endParagraph = (): void => {
    if (inRow || notes.isOpen()) {
      if (text !== '') text += LINE_END;
      return;
    }
    blocks.paragraph({ html: text, ...format, label: aside.label.trim(), letters, fixed });
    if (text.trim() !== '') writeNotes();
    aside.label = '';
    begin();
  };
  return {
    inRow: (): boolean => inRow,
    add(decoded: string, { target, font }: State): void {
      if (target !== undefined) {
        aside[target] += decoded;
        return;
      }
      text += escapeHtml(decoded);
      const count = decoded.replace(/\s/g, '').length;
      letters += count;
      if (fonts.isFixed(font)) fixed += count;
    },
    /** Begins what a field shows: a link if the field says so. @param depth of the groups around it */
    beginResult(depth: number, { skipped }: State): void {
      const address = /\bHYPERLINK\s+"?((?:https?|mailto):[^"\s]+)/i.exec(aside.field)?.[1];
      aside.field = '';
      if (address === undefined || skipped) return;
      text += `<a href="${escapeHtml(address)}">`;
      openLinks.push(depth);
    },
    command(word: string, value: number | undefined, depth: number): void {
      if (word === 'footnote') {
        notes.begin(depth, text);
        text = '';
      } else if (word === 'par' || word === 'sect' || word === 'page') endParagraph();
      else if (word === 'pard') {
        format = PLAIN;
        inRow = false;
      } else if (FORMATS[word] !== undefined) format = { ...format, [FORMATS[word]]: value ?? 0 };
      else if (word === 'intbl') inRow = true;
      else if (word === 'cell') {
        cells.push(text);
        begin();
      } else if (word === 'row') {
        blocks.row(cells);
        cells = [];
        inRow = false;
        writeNotes();
      }
    },
    closeGroup(depth: number): void {
      for (; (openLinks.at(-1) ?? -1) >= depth; openLinks.pop()) text += '</a>';
      text = notes.end(depth, text);
    },
    end() {
      inRow = false;
      // Of a row that never ends.
      if (cells.length > 0) blocks.row(text.trim() === '' ? cells : [...cells, text]);
      text = cells.length > 0 ? '' : notes.unfinished(text);
      endParagraph();
      return { html: blocks.html(), title: aside.title, author: aside.author };
    },
  };
};

/** How a paragraph is formatted, and the commands that say so. */
type Format = Pick<RtfParagraph, 'outline' | 'level' | 'indent' | 'firstLine'>;
const PLAIN: Format = { outline: -1, level: undefined, indent: 0, firstLine: 0 };
const FORMATS = wordTable<keyof Format>({
  outlinelevel: 'outline',
  ilvl: 'level',
  li: 'indent',
  fi: 'firstLine',
});

/** Footnotes whose groups are open, each with the text around it, and notes that belong below the current paragraph. */
const createNotes = () => {
  const open: { depth: number; around: string }[] = [];
  const ready: string[] = [];
  let count = 0;
  return {
    isOpen: (): boolean => open.length > 0,
    begin: (depth: number, around: string): void => void open.push({ depth, around }),
    /** Ends the note whose group is at that depth. @returns the text around it with the note's mark, else the same text */
    end: (depth: number, text: string): string => {
      if (open.at(-1)?.depth !== depth) return text;
      const around = open.pop()?.around ?? '';
      const note = text.trim();
      if (note === '') return around;
      count++;
      ready.push(`[${count}] ${note}`);
      return `${around}[${count}]`;
    },
    take: (): string[] => ready.splice(0),
    /** The text of a file that is cut off inside of a note. */
    unfinished: (text: string): string => open.splice(0).reduceRight((below, { around }) => `${around} ${below}`, text),
  };
};

/** The fonts of a file: their code pages, and which of them are for code. */
const createFonts = () => {
  const charsets = new Map<number, string>();
  const fixed = new Set<number>();
  let codePage = 'windows-1252';
  return {
    codePage: (value: number): void => {
      codePage = named(CODE_PAGES[value] ?? `windows-${value}`);
    },
    describe: (font: number, word: string, value: number | undefined): void => {
      if (word === 'fmodern') fixed.add(font);
      if (word !== 'fcharset' || value === undefined) return;
      if (CHARSETS[value] !== undefined) charsets.set(font, CHARSETS[value]);
      if (EAST_ASIAN.has(value)) fixed.delete(font);
    },
    isFixed: (font: number): boolean => fixed.has(font),
    decode: (bytes: readonly number[], font: number): string =>
      new TextDecoder(charsets.get(font) ?? codePage).decode(Uint8Array.from(bytes)),
  };
};

const named = (label: string): string => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'windows-1252';
  }
};

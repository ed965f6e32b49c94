import { escapeHtml } from '../../extract/escape-html.ts';
import { characterOf, glyphOf } from './glyphs.ts';

/** What a page defined: strings (`.ds`) and number registers (`.nr`). */
export interface RoffNames {
  strings: Map<string, string>;
  registers: Map<string, number>;
}

type Font = 'roman' | 'bold' | 'italic' | 'code';

/** Turns text with roff's escapes into HTML. The font stays as the text leaves it. */
export interface InlineWriter {
  html(text: string): string;
  /** The same without fonts. */
  plain(text: string): string;
  setFont(name: string): void;
}

const TAGS: Readonly<Record<Font, string>> = { roman: '', bold: 'b', italic: 'i', code: 'code' };

/** Escapes with an argument between quotes, of which only the layout knows. */
const LAYOUT_WITH_ARGUMENT = 'hvwlLDbXxRSHZA';
/** Maximum characters of a text after its strings are put in, and how deep one may name another. */
const MAX_TEXT = 100_000;
const MAX_DEPTH = 8;

/** Creates a writer for one page. */
export const createInlineWriter = (names: RoffNames): InlineWriter => {
  let font: Font = 'roman';
  let before: Font = 'roman';
  const change = (name: string) => {
    const next = fontOf(name, before);
    before = font;
    font = next;
  };
  const write = (text: string, withFonts: boolean): string => {
    let out = '';
    let open: Font = 'roman';
    const put = (sign: string) => {
      if (sign === '') return;
      if (withFonts && open !== font && sign.trim() !== '') {
        out += (TAGS[open] && `</${TAGS[open]}>`) + (TAGS[font] && `<${TAGS[font]}>`);
        open = font;
      }
      out += escapeHtml(sign);
    };
    const all = withStrings(text, names);
    for (let at = 0; at < all.length; ) {
      const sign = all.charAt(at);
      if (sign !== '\\') {
        put(sign);
        at++;
        continue;
      }
      const { end, shown, fontName } = readEscape(all, at, names);
      if (fontName !== undefined) change(fontName);
      if (shown === undefined) return out + (TAGS[open] && `</${TAGS[open]}>`);
      put(shown);
      at = end;
    }
    return out + (TAGS[open] && `</${TAGS[open]}>`);
  };
  return { html: (text) => write(text, true), plain: (text) => write(text, false), setFont: change };
};

const fontOf = (name: string, before: Font): Font => {
  if (name === '' || name === 'P') return before;
  if (/^C/.test(name)) return 'code';
  if (/^(?:B|BI|3|4|VB)$/.test(name)) return 'bold';
  return /^(?:I|2|VI)$/.test(name) ? 'italic' : 'roman';
};

interface Escape {
  /** The index behind it. */
  end: number;
  /** The text that it stands for; undefined for a comment, which goes to the line's end. */
  shown: string | undefined;
  fontName?: string;
}

const SIMPLE: Readonly<Record<string, string>> = {
  '-': '-',
  e: '\\',
  '\\': '\\',
  E: '\\',
  ' ': ' ',
  '~': ' ',
  '0': ' ',
  t: '\t',
  "'": '´',
  '`': '`',
  '.': '.',
  _: '_',
};

const readEscape = (text: string, at: number, names: RoffNames): Escape => {
  const kind = text.charAt(at + 1);
  const simple = SIMPLE[kind];
  if (simple !== undefined) return { end: at + 2, shown: simple };
  if (kind === '"' || kind === '#') return { end: text.length, shown: undefined };
  if (kind === '(') return { end: at + 4, shown: glyphOf(text.slice(at + 2, at + 4)) };
  if (kind === '[') {
    const { name, end } = nameAt(text, at + 1);
    return { end, shown: name.includes(' ') ? composed(name) : glyphOf(name) };
  }
  if (kind === 'f' || kind === 'F') {
    const { name, end } = nameAt(text, at + 2);
    return kind === 'f' ? { end, shown: '', fontName: name } : { end, shown: '' };
  }
  if (kind === 'n') {
    const from = /[+-]/.test(text.charAt(at + 2)) ? at + 3 : at + 2;
    const { name, end } = nameAt(text, from);
    return { end, shown: String(names.registers.get(name) ?? 0) };
  }
  if (kind === 'm' || kind === 'M' || kind === 'k' || kind === 'Y' || kind === 'V' || kind === 'g')
    return { end: nameAt(text, at + 2).end, shown: '' };
  if (kind === 's') return { end: sizeEnd(text, at + 2), shown: '' };
  if (kind === 'N' || kind === 'o' || LAYOUT_WITH_ARGUMENT.includes(kind)) {
    const { name, end } = quotedAt(text, at + 2);
    if (kind === 'N') return { end, shown: characterOf(Number(name)) };
    // One sign over the other: the first is what is read.
    if (kind === 'o') return { end, shown: name.charAt(0) };
    // A step to the right parts words.
    return { end, shown: kind === 'h' && /^\s*\+?\d/.test(name) ? ' ' : '' };
  }
  if (kind === 'z') return { end: at + 2, shown: '' };
  return { end: at + 2, shown: '' };
};

/** `\['e]` and `\[u0065 u0301]` written apart: `\[e aa]`. */
const composed = (name: string): string =>
  name
    .split(' ')
    .map((one) => (one.length === 1 ? one : glyphOf(one)))
    .join('')
    .normalize('NFC');

/** The name of an escape: a letter, two behind "(", or those in brackets. */
const nameAt = (text: string, at: number): { name: string; end: number } => {
  const sign = text.charAt(at);
  if (sign === '(') return { name: text.slice(at + 1, at + 3), end: at + 3 };
  if (sign !== '[') return { name: sign, end: at + 1 };
  const close = text.indexOf(']', at);
  return close === -1 ? { name: '', end: at + 1 } : { name: text.slice(at + 1, close), end: close + 1 };
};

const quotedAt = (text: string, at: number): { name: string; end: number } => {
  const close = text.indexOf(text.charAt(at) || "'", at + 1);
  return close === -1 ? { name: '', end: at + 1 } : { name: text.slice(at + 1, close), end: close + 1 };
};

const SIZE = /[+-]?(?:\d{1,2}|\(\d\d|\[[^\]]{0,10}\]|\([+-]?\d\d|'[^']{0,10}')/y;

const sizeEnd = (text: string, at: number): number => {
  SIZE.lastIndex = at;
  const [found] = SIZE.exec(text) ?? [''];
  // A size of one sign has one digit, but for those from 10 to 39.
  const digits = /^([+-]?)(\d)(\d)$/.exec(found);
  return (
    at + (digits && (digits[1] !== '' || Number(digits[2]) > 3 || digits[2] === '0') ? found.length - 1 : found.length)
  );
};

/** Puts in the strings that a text names (`\*(lq`, `\*[name]`, `\*x`). */
export const withStrings = (text: string, { strings }: RoffNames): string => {
  let all = text;
  for (let depth = 0; depth < MAX_DEPTH && all.includes('\\*') && all.length < MAX_TEXT; depth++)
    all = all.replace(
      /\\\*(?:\((..)|\[([^\]\s]{1,40})[^\]]{0,100}\]|([^([\s]))/g,
      (_, two?: string, long?: string, one?: string) => strings.get(two ?? long ?? one ?? '') ?? '',
    );
  return all;
};

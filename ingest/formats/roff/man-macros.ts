import { wordTable } from '../../../core/word-table.ts';
import type { InlineWriter } from './inline.ts';
import { type RoffLine, splitArguments } from './lines.ts';
import type { ListKind, RoffPage } from './page.ts';
import { tableHtml } from './tables.ts';

/** What the macros of a page need. */
export interface MacroContext {
  page: RoffPage;
  inline: InlineWriter;
  lines: readonly RoffLine[];
  /** Called with the name of a file that the page includes. */
  included(name: string): void;
}

const FONTS = wordTable<readonly [string, string]>({
  B: ['B', 'B'],
  I: ['I', 'I'],
  SB: ['B', 'B'],
  SM: ['R', 'R'],
  BI: ['B', 'I'],
  BR: ['B', 'R'],
  IB: ['I', 'B'],
  IR: ['I', 'R'],
  RB: ['R', 'B'],
  RI: ['R', 'I'],
});

/** Macros that only lay out, and requests without words. */
const LAYOUT =
  /^(?:PD|DT|ad|na|hy|nh|ne|in|ti|ll|pl|po|ps|vs|ta|tr|fam|ss|cs|bd|rm|rr|rn|als|mk|rt|ns|rs|bp|tm|pc|ev|wh|ch|ft|hw|hc|nx|ex|ab|lf|cc|c2|ec|eo|ce|rj|ul|cu|fc|lc|it|em|UC|AT|IX|TH|IN|lg|uf|pn|nm|nn|mc|so|char|fchar|schar|rchar|cflags|hcode|hpf|warn|device|mso|psbb|shc|shift|return|break|continue|nop|tl|pi|sy|di|da|box|boxa|asciify|unformat|output|open|close|write|rd|color|defcolor|LO|HX|OB|OE|Id)$/;
const OTHER =
  /^(?:SH|SS|P|PP|LP|HP|TP|TQ|IP|RS|RE|nf|fi|EX|EE|Vb|Ve|CS|CE|UR|UE|MT|ME|MR|SY|YS|OP|br|sp|Sp|TS|TE|EQ|EN|PS|PE|tag|AP)$/;

/** True for the macros of man. */
export const isManMacro = (macro: string): boolean => macro in FONTS || OTHER.test(macro) || LAYOUT.test(macro);

const BULLET = /^(?:[•·*o+▪◦‣□–—-]|<b>[•·*o+-]<\/b>)$/;
const NUMBER = /^(?:<b>)?[([]?(\d{1,3})(?:[.)\]]|\.\))?(?:<\/b>)?$/;
/** Maximum characters of a paragraph that is the term of the indented text below it. */
const MAX_TERM = 240;

/** Writes a page of the man macros. */
export const writeMan = ({ page, inline, lines, included }: MacroContext): void => {
  /** What the next line of words is: a heading, a term, or set in a font. */
  let pending: 'SH' | 'SS' | 'TP' | 'TQ' | { font: readonly [string, string] } | undefined;
  let link: { address: string } | undefined;
  let glued = false;
  /** True for a paragraph that may be the term of what is indented below it. */
  let mayBeTerm = false;
  let section = '';

  const words = (html: string, isJoined: boolean) => {
    const wasGlued = glued;
    glued = isJoined;
    if (pending === 'SH' || pending === 'SS') page.heading(pending === 'SH' ? 2 : 3, html);
    else if (pending === 'TP') page.item(...itemOf(html));
    else if (pending === 'TQ') page.term(html);
    else if (/^•\s*/.test(html) && page.current() === '' && !page.inCode()) {
      page.item('ul');
      if (html.length > 1) page.text(html.replace(/^•\s*/, ''));
    } else if (isJoined && /^\s*\d{1,3}\.\s*$/.test(html) && page.current() === '') page.item(...itemOf(html.trim()));
    else page.text(html, wasGlued);
    pending = undefined;
  };
  const write = (text: string) => words(inline.html(text).replace(/^(?: (?=\S))+/, ''), /\\c\s*$/.test(text));
  const fonts = ([first, second]: readonly [string, string], given: readonly string[]) => {
    let html = '';
    for (const [i, one] of given.entries()) {
      inline.setFont(i % 2 === 0 ? first : second);
      html += inline.html(first === second && i > 0 ? ` ${one}` : one);
    }
    inline.setFont('R');
    words(html, /\\c\s*$/.test(given.at(-1) ?? ''));
  };
  const textLine = (rest: string) => {
    if (page.inCode()) {
      words(inline.html(rest), /\\c\s*$/.test(rest));
      return;
    }
    if (rest.trim() === '') {
      page.space();
      return;
    }
    // nroff keeps the line break before a line that is set in.
    if (/^[ \t]+\S/.test(rest) && pending === undefined) page.lineBreak();
    if (typeof pending === 'object') fonts(pending.font, [rest]);
    else write(rest.trimStart());
  };
  const nextMacro = (at: number): string => {
    for (let i = at + 1; i < lines.length; i++) {
      const { macro, rest } = lines[i] as RoffLine;
      if (macro === '' ? rest.trim() !== '' : !/^(?:sp|br|in|ft|PD)$/.test(macro)) return macro;
    }
    return '';
  };
  const indent = (at: number) => {
    const term = page.current();
    const isCode = /^(?:nf|EX|Vb|RS|TS|CS)$/.test(nextMacro(at));
    if (mayBeTerm && term !== '' && term.length <= MAX_TERM && !isCode && !/[.:!?]$/.test(term)) page.currentAsTerm();
    page.indent();
  };
  for (let at = 0; at < lines.length; at++) {
    const { macro, rest } = lines[at] as RoffLine;
    if (macro === '') {
      textLine(rest);
      continue;
    }
    const given = splitArguments(rest);
    const [first = ''] = given;
    const font = FONTS[macro];
    if (font !== undefined) {
      if (given.length > 0) fonts(font, given);
      else pending = { font };
      continue;
    }
    if (macro === 'SH' || macro === 'SS') {
      inline.setFont('R');
      glued = false;
      if (rest.trim() === '') pending = macro;
      else page.heading(macro === 'SH' ? 2 : 3, inline.html(given.join(' ')));
      if (macro === 'SH') section = given.join(' ').toUpperCase();
      inline.setFont('R');
    } else if (/^(?:P|PP|LP|HP)$/.test(macro)) {
      inline.setFont('R');
      page.paragraph();
      mayBeTerm = macro !== 'HP';
    } else if (macro === 'TP' || macro === 'TQ') {
      inline.setFont('R');
      pending = macro;
    } else if (macro === 'IP' || macro === 'AP') {
      const term = inline.html(macro === 'AP' ? given.slice(0, 2).join(' ') : first);
      if (term.trim() === '') page.space();
      else page.item(...itemOf(term));
    } else if (macro === 'RS') indent(at);
    else if (macro === 'RE') {
      page.outdent();
      mayBeTerm = false;
    } else if (/^(?:nf|EX|Vb|CS)$/.test(macro)) page.startCode();
    else if (/^(?:fi|EE|Ve|CE)$/.test(macro)) page.endCode();
    else if (macro === 'UR' || macro === 'MT') link = { address: inline.plain(first) };
    else if (macro === 'UE' || macro === 'ME') {
      if (link !== undefined) words(`&lt;${link.address}&gt;${inline.html(first)}`, false);
      link = undefined;
    } else if (macro === 'MR')
      words(`<b>${inline.html(first)}</b>(${inline.html(given[1] ?? '')})${inline.html(given[2] ?? '')}`, false);
    else if (macro === 'SY') {
      page.space();
      words(`<b>${inline.html(first)}</b>`, false);
    } else if (macro === 'YS') page.space();
    else if (macro === 'OP')
      words(`[<b>${inline.html(first)}</b>${given[1] === undefined ? '' : ` <i>${inline.html(given[1])}</i>`}]`, false);
    // Each line is a call of its own there.
    else if (macro === 'br') section === 'SYNOPSIS' ? page.space() : page.lineBreak();
    else if (macro === 'sp' || macro === 'Sp') {
      if (!/^-/.test(first)) page.space();
      mayBeTerm ||= macro === 'sp';
    } else if (macro === 'ft') inline.setFont(first);
    else if (macro === 'TS' || macro === 'EQ' || macro === 'PS') at = writeBlock(lines, at, macro, { page, inline });
    else if (macro === 'so') included(first);
    else if (macro === 'tag') words('', false);
  }
};

/** The arguments of an item by what stands before it: a point, a number, a term. */
const itemOf = (html: string): [kind: ListKind, term?: string, start?: number] => {
  const label = html.trim();
  if (BULLET.test(label)) return ['ul'];
  const number = NUMBER.exec(label)?.[1];
  return number === undefined || /^\d+$/.test(label) ? ['dl', label] : ['ol', '', Number(number)];
};

/** Writes a table, an equation or a drawing, and returns the index of its last line. */
const writeBlock = (
  lines: readonly RoffLine[],
  at: number,
  macro: string,
  { page, inline }: Pick<MacroContext, 'page' | 'inline'>,
): number => {
  const closing = `${macro.charAt(0)}E`.replace('EE', 'EN');
  const found = lines.findIndex((line, i) => i > at && line.macro === closing);
  const end = found === -1 ? lines.length : found;
  const body = lines.slice(at + 1, end).map((line) => (line.macro === '' ? line.rest : `.${line.macro} ${line.rest}`));
  inline.setFont('R');
  if (macro === 'TS')
    page.block(
      tableHtml(
        body,
        (text) => inCell(inline, text),
        (line) => lineInCell(inline, line),
      ),
    );
  else if (macro === 'EQ') page.block(`<pre>${body.map((line) => inline.html(line)).join('\n')}</pre>`);
  inline.setFont('R');
  return end;
};

const inCell = (inline: InlineWriter, text: string): string => {
  const html = inline.html(text);
  inline.setFont('R');
  return html;
};

/** A macro's line inside of a table's cell. */
const lineInCell = (inline: InlineWriter, line: string): string => {
  const [, macro = '', rest = ''] = /^[.'][ \t]*(\w+)[ \t]*(.*)$/.exec(line) ?? [];
  if (macro === '') return line.startsWith('.') ? '' : inCell(inline, line);
  const font = FONTS[macro];
  if (font === undefined) return /^(?:br|sp|P|PP)$/.test(macro) ? '<br>' : '';
  const html = splitArguments(rest)
    .map((one, i) => {
      inline.setFont(font[i % 2] as string);
      return inline.html(font[0] === font[1] && i > 0 ? ` ${one}` : one);
    })
    .join('');
  inline.setFont('R');
  return html;
};

import { wordTable } from '../../../core/word-table.ts';
import { splitArguments } from './lines.ts';
import type { MacroContext } from './man-macros.ts';
import { createPhrases, type Phrases } from './mdoc-phrases.ts';
import type { ListKind } from './page.ts';
import { tableHtml } from './tables.ts';

const BLOCKS =
  /^(?:Dd|Dt|Os|Sh|Ss|Nd|Pp|Lp|Bl|It|El|Bd|Ed|D1|Dl|Rs|Re|Bk|Ek|Bf|Ef|Db|Hf|Sm|Fd|br|sp|TS|so|nf|fi|EX|EE)$/;

/** True for the macros of mdoc. */
export const isMdocMacro = (macro: string): boolean =>
  BLOCKS.test(macro) || /^(?:%[A-Z]|[A-Z][a-z0-9A-Z]|Brq|Bro|Brc)$/.test(macro);

interface List {
  kind: ListKind | 'plain' | 'table';
  rows: string[][];
  number: number;
}

/** Kinds of lists by the option of `Bl`; others are lists of terms. */
const KINDS = wordTable<List['kind']>({
  '-bullet': 'ul',
  '-dash': 'ul',
  '-hyphen': 'ul',
  '-enum': 'ol',
  '-item': 'plain',
  '-column': 'table',
});

/** Writes a page of the mdoc macros. */
export const writeMdoc = (context: MacroContext): void => {
  const { page, inline, lines, included } = context;
  const phrases = createPhrases(inline);
  const lists: List[] = [];
  const displays: string[] = [];
  let section = '';
  /** The term whose words go on over lines, up to `Xc`. */
  let term: string | undefined;
  let reference: string[] | undefined;

  const words = ({ html, glued }: ReturnType<Phrases['line']>) => {
    if (term !== undefined) term += (glued || term === '' ? '' : ' ') + html;
    else page.text(html, glued);
  };
  const item = (given: readonly string[]) => {
    const list = lists.at(-1);
    page.endCode();
    if (list === undefined || list.kind === 'plain') page.space();
    else if (list.kind === 'table') list.rows.push(cellsOf(given, phrases));
    else if (list.kind === 'dl') {
      const html = phrases.line(given).html;
      if (given.includes('Xo') && !given.includes('Xc')) term = html;
      else page.item('dl', html);
    } else if (list.kind === 'ol') page.item('ol', '', ++list.number);
    else page.item('ul');
  };
  const endList = () => {
    const list = lists.pop();
    page.outdent();
    if (list?.kind !== 'table' || list.rows.length === 0) return;
    const width = Math.max(...list.rows.map((row) => row.length));
    const format = `${'l '.repeat(width)}.`;
    page.block(
      tableHtml(
        [format, ...list.rows.map((row) => row.join('\t'))],
        (cell) => cell,
        () => '',
      ),
    );
  };
  const begin = (macro: string, given: readonly string[]) => {
    if (macro === 'Bl') {
      const kind = given.map((one) => KINDS[one]).find((one) => one !== undefined) ?? 'dl';
      page.indent();
      lists.push({ kind, rows: [], number: 0 });
    } else {
      const isCode = given.some((one) => one === '-literal' || one === '-unfilled');
      displays.push(isCode ? 'code' : 'text');
      if (isCode) page.startCode();
      else page.space();
    }
  };
  const block = (macro: string, given: readonly string[]): boolean => {
    if (macro === 'Sh' || macro === 'Ss') {
      phrases.reset();
      if (macro === 'Sh') section = given.join(' ').toUpperCase();
      page.heading(macro === 'Sh' ? 2 : 3, phrases.line(given).html);
    } else if (macro === 'Nd') words({ html: `— ${phrases.line(given).html}`, glued: false });
    else if (macro === 'Pp' || macro === 'Lp' || macro === 'sp') page.space();
    else if (macro === 'br') page.lineBreak();
    else if (macro === 'Bl' || macro === 'Bd') begin(macro, given);
    else if (macro === 'It') item(given);
    else if (macro === 'El') endList();
    else if (macro === 'Ed') {
      if (displays.pop() === 'code') page.endCode();
      else page.space();
    } else if (macro === 'Dl' || macro === 'D1') {
      if (page.inCode()) page.text(phrases.line(given).html);
      else page.block(`<pre>${phrases.line(given).html.replace(/<\/?[bi]>/g, '')}</pre>`);
    } else if (macro === 'nf' || macro === 'EX') page.startCode();
    else if (macro === 'fi' || macro === 'EE') page.endCode();
    else if (macro === 'Rs') reference = [];
    else if (macro === 'Re') {
      if (reference !== undefined) page.text(`${reference.join(', ')}.`);
      reference = undefined;
    } else if (macro.startsWith('%')) {
      const { html } = phrases.line(given);
      if (reference === undefined) words({ html, glued: false });
      else reference.push(html);
    } else if (macro === 'so') included(given[0] ?? '');
    else return BLOCKS.test(macro) && macro !== 'Fd' && macro !== 'Sm';
    return true;
  };
  for (const { macro, rest } of lines) {
    if (macro === '') {
      const list = lists.at(-1);
      if (page.inCode()) page.text(inline.html(rest));
      else if (rest.trim() === '') page.space();
      else if (list?.kind === 'table' && list.rows.length > 0 && term === undefined) {
        const cells = list.rows.at(-1) as string[];
        cells.push(`${cells.pop() ?? ''} ${inline.html(rest)}`.trim());
      } else words(phrases.text(rest));
      continue;
    }
    const given = splitArguments(rest);
    if (block(macro, given)) continue;
    if (section === 'SYNOPSIS' && /^(?:Nm|Fn|Fo|In|Fd|Ft)$/.test(macro) && term === undefined && !phrases.isOpen())
      page.space();
    words(phrases.line([macro, ...given]));
    if (term !== undefined && (macro === 'Xc' || given.includes('Xc'))) {
      page.item('dl', term);
      term = undefined;
    }
  }
};

/** The cells of a row, parted by `Ta` or tabs. */
const cellsOf = (given: readonly string[], phrases: Phrases): string[] => {
  const cells: string[][] = [[]];
  for (const word of given.flatMap((one) => one.split(/(\t)/)).filter(Boolean)) {
    if (word === 'Ta' || word === '\t') cells.push([]);
    else cells.at(-1)?.push(word);
  }
  return cells.map((cell) => phrases.line(cell).html);
};

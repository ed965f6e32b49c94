/** The columns of a row as tbl's format names them: alignment, and whether its words are bold. */
interface Column {
  kind: string;
  bold: boolean;
}

/**
 * Writes a table of tbl (the lines between `.TS` and `.TE`) as HTML. The first row is the head if it is bold or a rule follows.
 *
 * @param inline turns a cell's words into HTML
 * @param macro turns a macro's line inside a cell into HTML
 */
export const tableHtml = (
  lines: readonly string[],
  inline: (text: string) => string,
  macro: (line: string) => string,
): string => {
  const body = [...lines];
  let separator = '\t';
  if (/;\s*$/.test(body[0] ?? '')) separator = /tab\s*\(\s*(\S)\s*\)/.exec(body.shift() ?? '')?.[1] ?? '\t';
  let formats = takeFormats(body);
  const rows: { cells: string[]; head: boolean; over: boolean }[] = [];
  let ruled = false;
  for (let row = 0; body.length > 0; ) {
    const line = body.shift() ?? '';
    if (/^\.T&/.test(line)) {
      formats = takeFormats(body);
      row = 0;
      continue;
    }
    if (/^[_=]\s*$/.test(line)) {
      ruled ||= rows.length === 1;
      continue;
    }
    if (/^[.'](?:\\"|[a-z]|$)/.test(line)) continue;
    const columns = formats[Math.min(row, formats.length - 1)] ?? [];
    const cells = takeCells(line, separator, body, macro).map((cell) => (cell.html ? cell.text : inline(cell.text)));
    rows.push({
      cells: spanned(cells, columns),
      head: columns.length > 0 && columns.every(({ bold }) => bold),
      over: columns.length > 1 && columns.slice(1).every(({ kind }) => kind === 's'),
    });
    row++;
  }
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (width < 2) return rows.map(({ cells }) => `<p>${cells.join(' ')}</p>`).join('\n');
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  // A first row over all columns is what the table is called.
  const caption = filled.length > 2 && filled[0]?.over ? filled.shift()?.cells[0] : undefined;
  const [first, ...others] = filled;
  if (first === undefined) return '';
  const allBold = first.cells.every((cell) => cell === '' || /^<([bi])>[^<]*<\/\1>$/.test(cell.trim()));
  const isHead = others.length > 0 && (first.head || ruled || allBold);
  const cellsOf = (cells: readonly string[], tag: string) => cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  return [
    '<table>',
    caption === undefined ? '' : `<caption>${withoutFonts(caption)}</caption>`,
    isHead ? `<thead><tr>${cellsOf(first.cells.map(withoutFonts), 'th')}</tr></thead>` : '',
    '<tbody>',
    ...(isHead ? others : [first, ...others]).map(({ cells }) => `<tr>${cellsOf(cells, 'td')}</tr>`),
    '</tbody></table>',
  ].join('\n');
};

const withoutFonts = (html: string): string => html.replace(/<\/?[bi]>/g, '');

/** Takes the lines that say how rows look, up to the one with a dot. */
const takeFormats = (body: string[]): Column[][] => {
  const formats: Column[][] = [];
  for (let line = body.shift(); line !== undefined; line = body.shift()) {
    const last = /\.\s*$/.test(line);
    for (const row of line.replace(/\.\s*$/, '').split(','))
      formats.push(
        Array.from(row.matchAll(/([LlRrCcNnAaSs^])((?:[^LlRrCcNnAaSs^]|\([^)]*\))*)/g), ([, kind = '', how = '']) => ({
          kind: kind.toLowerCase(),
          bold: /b/i.test(how),
        })),
      );
    if (last) break;
  }
  return formats.filter((columns) => columns.length > 0);
};

interface Cell {
  text: string;
  /** True for a text of several lines, which is HTML already. */
  html: boolean;
}

/** The cells of a row, with the texts between `T{` and `T}`. */
const takeCells = (first: string, separator: string, body: string[], macro: (line: string) => string): Cell[] => {
  const cells: Cell[] = [];
  let parts = first.split(separator);
  for (;;) {
    const open = parts.at(-1)?.trim() === 'T{';
    cells.push(...parts.slice(0, open ? -1 : undefined).map((text) => ({ text: text.trim(), html: false })));
    if (!open) return cells;
    const lines: string[] = [];
    let rest = '';
    for (let line = body.shift(); line !== undefined; line = body.shift()) {
      if (line.startsWith('T}')) {
        rest = line.slice(2);
        break;
      }
      lines.push(macro(line));
    }
    cells.push({ text: lines.filter(Boolean).join(' '), html: true });
    if (!rest.startsWith(separator)) return cells;
    parts = rest.slice(separator.length).split(separator);
  }
};

/** A cell that goes over others (`s`) takes their places; `\^` and `_` hold nothing. */
const spanned = (cells: readonly string[], columns: readonly Column[]): string[] => {
  const out: string[] = [];
  let at = 0;
  for (const { kind } of columns) out.push(kind === 's' ? '' : blank(cells[at++] ?? ''));
  return [...out, ...cells.slice(at).map(blank)];
};

const blank = (cell: string): string => (/^(?:[_=]|\\\^|\^)$/.test(cell.trim()) ? '' : cell);

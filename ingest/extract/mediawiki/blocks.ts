import { writeOuterLinks } from './links.ts';

/** Lines that begin an element of HTML which is no part of a paragraph. */
const BLOCK =
  /^\s*<\/?(?:table|tr|td|th|tbody|caption|div|p|ul|ol|li|dl|dt|dd|blockquote|center|h[1-6]|hr|pre|section)\b/i;
/** A piece that was taken out and stands on a line alone, such as program text. */
const PIECE = /^\s*(?:\uE000\d+\uE001\s*)+$/;
const LIST = /^[*#:;]+/;
/** What a cell says of its place in the table. */
const CELL_ATTRIBUTES = /^\s*((?:[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s|"']+)\s*)+)\|(?!\|)/;

/** Maximum tables inside of one another. */
const MAX_TABLES = 8;

interface OpenTable {
  row: boolean;
  cell: '' | 'td' | 'th' | 'caption';
}

/** Writes lines of wikitext as HTML: headings, lists, tables, paragraphs, and lines that a space sets in as they are. */
export const writeBlocks = (text: string): string => {
  const out: string[] = [];
  const paragraph: string[] = [];
  const tables: OpenTable[] = [];
  const endParagraph = () => {
    const words = paragraph.splice(0).join('\n').trim();
    if (words !== '') out.push(`<p>${inline(words)}</p>`);
  };
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const table = tables.at(-1);
    const trimmed = line.trim();
    const heading = headingOf(line);
    const [marks = ''] = LIST.exec(line) ?? [];
    if (/^[:\s]*\{\|/.test(line) && tables.length < MAX_TABLES) {
      endParagraph();
      tables.push({ row: false, cell: '' });
      out.push('<table>');
    } else if (table !== undefined && /^(?:\||!)/.test(trimmed)) {
      endParagraph();
      if (trimmed.startsWith('|}')) {
        out.push(`${endRow(table)}</table>`);
        tables.pop();
      } else out.push(tableLine(trimmed, table, paragraph));
    } else if (heading !== undefined) {
      endParagraph();
      out.push(`<h${heading.level}>${inline(heading.words)}</h${heading.level}>`);
    } else if (trimmed === '') endParagraph();
    else if (marks !== '' && !/^:+$/.test(marks)) {
      endParagraph();
      const items = [itemOf(marks, line.slice(marks.length))];
      for (; at + 1 < lines.length; at++) {
        const [more = ''] = LIST.exec(lines[at + 1] ?? '') ?? [];
        if (more === '') break;
        items.push(itemOf(more, (lines[at + 1] ?? '').slice(more.length)));
      }
      out.push(writeList(items));
    } else if (/^-{4,}/.test(trimmed)) {
      endParagraph();
      out.push('<hr>');
    } else if (/^ +\S/.test(line) && table === undefined && !BLOCK.test(line)) {
      endParagraph();
      const set: string[] = [];
      for (; /^ +\S/.test(lines[at] ?? ''); at++) set.push(inline((lines[at] ?? '').slice(1)));
      at--;
      out.push(`<pre>${set.join('\n')}</pre>`);
    } else if (BLOCK.test(line) || PIECE.test(line)) {
      endParagraph();
      out.push(inline(line));
    } else if (marks === '') paragraph.push(line);
    else {
      // A line that only colons set in is a paragraph.
      endParagraph();
      paragraph.push(line.slice(marks.length));
      endParagraph();
    }
  }
  endParagraph();
  for (const open of tables.reverse()) out.push(`${endRow(open)}</table>`);
  return out.join('\n');
};

/** `== Oil ==`, with as many signs before as behind. */
const headingOf = (line: string): { level: number; words: string } | undefined => {
  const trimmed = line.trimEnd();
  if (!trimmed.startsWith('=') || !trimmed.endsWith('=')) return undefined;
  let level = 0;
  while (
    level < 6 &&
    trimmed[level] === '=' &&
    trimmed[trimmed.length - 1 - level] === '=' &&
    trimmed.length > 2 * level + 2
  )
    level++;
  const words = trimmed.slice(level, trimmed.length - level).trim();
  return level === 0 || words === '' ? undefined : { level, words };
};

const endCell = (table: OpenTable): string => {
  const tag = table.cell;
  table.cell = '';
  return tag === '' ? '' : `</${tag}>`;
};

const endRow = (table: OpenTable): string => {
  const cell = endCell(table);
  const row = table.row ? '</tr>' : '';
  table.row = false;
  return cell + row;
};

/** A line of a table that begins a row, a caption or cells. What the last cell says goes on in the lines below. */
const tableLine = (line: string, table: OpenTable, paragraph: string[]): string => {
  if (line.startsWith('|-')) return endRow(table);
  const isCaption = line.startsWith('|+');
  const tag = isCaption ? 'caption' : line.startsWith('!') ? 'th' : 'td';
  const rest = line.slice(isCaption ? 2 : 1);
  const cells = isCaption ? [rest] : rest.split(tag === 'th' ? /!!|\|\|/ : '||');
  let written = endCell(table);
  if (!isCaption && !table.row) {
    written += '<tr>';
    table.row = true;
  }
  for (const [number, cell] of cells.entries()) {
    written += endCell(table);
    const [head = '', attributes = ''] = CELL_ATTRIBUTES.exec(cell) ?? [];
    const words = cell.slice(head.length).trim();
    const spans = [...attributes.matchAll(/\b(rowspan|colspan)\s*=\s*["']?(\d{1,3})/gi)].map(
      ([, name, span]) => ` ${name}="${span}"`,
    );
    written += `<${tag}${spans.join('')}>`;
    table.cell = tag;
    if (number < cells.length - 1) written += inline(words);
    else if (words !== '') paragraph.push(words);
  }
  return written;
};

interface ListItem {
  marks: string;
  words: string;
}

const itemOf = (marks: string, words: string): ListItem => ({ marks, words: words.trim() });

const LIST_TAGS: Readonly<Record<string, readonly [string, string]>> = {
  '*': ['ul', 'li'],
  '#': ['ol', 'li'],
  ';': ['dl', 'dt'],
  ':': ['dl', 'dd'],
};
/** Maximum depth of lists; deeper items stand at that depth. */
const MAX_LIST_DEPTH = 20;

const writeList = (items: readonly ListItem[]): string => {
  let html = '';
  let open = '';
  for (const { marks, words } of items.map(({ marks, words }) => ({ marks: marks.slice(0, MAX_LIST_DEPTH), words }))) {
    let same = 0;
    while (same < open.length && same < marks.length && isSameList(open[same], marks[same])) same++;
    // An item of a list inside of an item keeps that one open.
    const keeps = same === marks.length && open.length >= marks.length ? same - 1 : same;
    for (let depth = open.length - 1; depth >= same; depth--)
      html += `</${tagsOf(open[depth])[1]}></${tagsOf(open[depth])[0]}>`;
    if (keeps < same) html += `</${tagsOf(open[same - 1])[1]}><${tagsOf(marks[same - 1])[1]}>`;
    for (let depth = same; depth < marks.length; depth++)
      html += `<${tagsOf(marks[depth])[0]}><${tagsOf(marks[depth])[1]}>`;
    open = marks;
    // A term may have its explanation on the same line.
    const colon = marks.endsWith(';') ? words.search(/(?<!:):(?![:/])\s/) : -1;
    if (colon === -1) html += inline(words);
    else {
      html += `${inline(words.slice(0, colon))}</dt><dd>${inline(words.slice(colon + 1).trim())}`;
      open = `${marks.slice(0, -1)}:`;
    }
  }
  for (let depth = open.length - 1; depth >= 0; depth--)
    html += `</${tagsOf(open[depth])[1]}></${tagsOf(open[depth])[0]}>`;
  return html;
};

const tagsOf = (mark: string | undefined): readonly [string, string] => LIST_TAGS[mark ?? '*'] ?? ['ul', 'li'];
const isSameList = (one: string | undefined, other: string | undefined): boolean =>
  tagsOf(one)[0] === tagsOf(other)[0] || other === ':';

/** Bold and slanted letters, and links to other sites. */
const inline = (text: string): string => {
  // The tags that are open, the outermost first. At most one of each, so that they never cross.
  let open: string[] = [];
  const toggle = (tag: string): string => {
    const at = open.indexOf(tag);
    if (at === -1) {
      open.push(tag);
      return `<${tag}>`;
    }
    const inner = open.slice(at + 1);
    open = [...open.slice(0, at), ...inner];
    return [...inner.map((one) => `</${one}>`), `</${tag}>`, ...inner.map((one) => `<${one}>`)].join('');
  };
  const parts = writeOuterLinks(text).split(/('{2,})/);
  const written = parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const marks = Math.min(part.length, 5);
    // Four signs are a quotation mark and three.
    const plain = "'".repeat(marks === 4 ? 1 : part.length - marks);
    return plain + (marks >= 3 ? toggle('b') : '') + (marks === 2 || marks === 5 ? toggle('i') : '');
  });
  return (
    written.join('') +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('')
  );
};

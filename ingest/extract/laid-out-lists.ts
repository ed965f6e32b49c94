import { Element, Text } from 'domhandler';
import { setChildren } from './children.ts';
import { type AnyNode, type Document, elementsNamed, isTag, textOf } from './dom.ts';

/** Class of a cell, or of all that a cell holds, which names what the next cell explains: DocBook, GTK-Doc, Doxygen. */
const TERM =
  /(?:^|\s)(?:term|(?:parameter|param|enum_member|struct_member|union_member|field|signal|property)_?name)(?:\s|$)/i;
/** Characters of a term; longer words explain. */
const MAX_TERM_CHARS = 400;
/** Class of a box around a note whose sign and title are cells, as DocBook lays it out. */
const NOTE = /(?:^|\s)(?:note|tip|caution|warning|important)(?:\s|$)/i;
/** Where Doxygen says that a member is input or output, before its name. */
const DIRECTION = /(?:^|\s)paramdir(?:\s|$)/i;
/** Haddock's parts of one thing: their caption is no heading of the things that follow. */
const PARTS = /(?:^|\s)subs(?:\s|$)/;
/** RDoc's name of a method and what it takes, above its description. */
const METHOD = /(?:^|\s)method-heading(?:\s|$)/;
/** What Doxygen puts behind the first sentence of a thing that it describes below. */
const MORE = /^more(?:\.{3}|…)$/i;

/**
 * Programs that write manuals lay out as tables what is none: names with their explanations, members with a line for each,
 * the declaration of a function, a note beside its sign. They become lists of terms, code and notes, so that the explanation
 * of a parameter stands with its function, and is no table of data beside it.
 */
export const foldLaidOutLists = (document: Document): void => {
  for (const division of elementsNamed(document, 'div')) {
    if (PARTS.test(classOf(division))) toTerm(division, /^h[1-6]$/);
    else if (METHOD.test(classOf(division)) && elementsNamed(division, 'h1', 'h2', 'h3', 'h4', 'div').length === 0)
      division.name = 'h4';
    else if (/(?:^|\s)top(?:\s|$)/.test(classOf(division))) toTerm(division, /^p$/, /(?:^|\s)src(?:\s|$)/);
  }
  for (const table of elementsNamed(document, 'table')) {
    const name = classOf(table);
    if (/\bmemname\b/.test(name)) toDeclaration(table);
    else if (/\bmemberdecls\b/.test(name)) toMembers(table);
    else {
      const rows = rowsOf(table);
      if (isNote(table, rows)) toNote(table, rows);
      else if (rows.length > 0 && rows.every((row) => termOf(row) !== undefined)) toTerms(table, rows);
    }
  }
};

interface Row {
  element: Element;
  cells: Element[];
}

const classOf = ({ attribs }: Element): string => attribs.class ?? '';

const isCell = (node: AnyNode): node is Element => isTag(node) && (node.name === 'td' || node.name === 'th');

/** The table's own rows, not those of tables in its cells. */
const rowsOf = (table: Element): Row[] => {
  const sections = table.children.filter(isTag);
  return sections
    .flatMap((child) =>
      child.name === 'tr' ? [child] : /^t(?:head|body|foot)$/.test(child.name) ? child.children : [],
    )
    .flatMap((child) =>
      isTag(child) && child.name === 'tr' ? [{ element: child, cells: child.children.filter(isCell) }] : [],
    );
};

/** The place of the cell that names what the cells behind it explain. */
const termOf = ({ cells }: Row): number | undefined => {
  const at = cells[0] !== undefined && DIRECTION.test(classOf(cells[0])) ? 1 : 0;
  const cell = cells[at];
  return cell !== undefined && cells.length > at + 1 && isTerm(cell) ? at : undefined;
};

const isTerm = (cell: Element): boolean => {
  // Tables in cells in tables must not be read whole at each of them.
  const words = textOf(cell, MAX_TERM_CHARS);
  if (words.length > MAX_TERM_CHARS) return false;
  let element: Element = cell;
  for (let deep = 0; deep < 4; deep++) {
    if (TERM.test(classOf(element))) return words !== '';
    const inner = element.children.find((child): child is Element => isTag(child) && textOf(child) === words);
    if (inner === undefined) return false;
    element = inner;
  }
  return false;
};

const toTerms = (table: Element, rows: readonly Row[]): void => {
  table.name = 'dl';
  for (const row of rows) {
    const at = termOf(row) ?? 0;
    const before = row.cells.slice(0, at);
    const explained = row.cells.slice(at + 1);
    const term = row.cells[at];
    if (term === undefined) continue;
    setChildren(row.element, [holder('dt', joined([...before, term])), holder('dd', joined(explained))]);
  }
  unlayOut(table);
};

/** The first element within, where it has this name and class, as the term of what stands below it. */
const toTerm = ({ children }: Element, name: RegExp, className?: RegExp): void => {
  const first = children.find(isTag);
  if (first !== undefined && name.test(first.name) && (className?.test(classOf(first)) ?? true)) first.name = 'dt';
};

/** A member and its kind in one row, what it does in the next. */
const toMembers = (table: Element): void => {
  table.name = 'dl';
  for (const { element, cells } of rowsOf(table)) {
    const name = classOf(element);
    if (!/\bmem(?:item|desc)\b/.test(name)) {
      for (const cell of cells) cell.name = 'div';
      continue;
    }
    const said = joined(cells).filter((node) => !isMore(node));
    setChildren(element, said);
    element.name = /\bmemitem\b/.test(name) ? 'dt' : 'dd';
  }
  unlayOut(table);
};

/** What stands in several cells, in one line. */
const joined = (cells: readonly Element[]): AnyNode[] =>
  cells.flatMap(({ children }, i) => (i === 0 ? children : [new Text(' '), ...children]));

const isMore = (node: AnyNode): boolean => isTag(node) && node.name === 'a' && MORE.test(textOf(node));

/** A declaration with a cell for each sign: code, a line for each row. */
const toDeclaration = (table: Element): void => {
  const lines = rowsOf(table).map(({ element }) => textOf(element));
  table.name = 'pre';
  const declaration = lines.join('\n  ').replace(/\( /g, '(').replace(/\s+\)/g, ')');
  setChildren(table, [new Text(declaration)]);
};

/** A sign in the first cell, a title beside it, the note below. */
const isNote = ({ parent }: Element, rows: readonly Row[]): boolean => {
  const [head, body] = rows;
  return (
    rows.length === 2 &&
    parent !== null &&
    isTag(parent) &&
    NOTE.test(classOf(parent)) &&
    head?.cells.length === 2 &&
    head.cells[0] !== undefined &&
    textOf(head.cells[0]) === '' &&
    body?.cells.length === 1
  );
};

const toNote = (table: Element, rows: readonly Row[]): void => {
  const title = rows[0]?.cells[1];
  const body = rows[1]?.cells[0];
  if (title === undefined || body === undefined) return;
  table.name = 'div';
  setChildren(table, [holder('dt', title.children), holder('div', body.children)]);
};

/** What held rows and columns holds blocks now. */
const unlayOut = (list: Element): void => {
  for (const child of list.children)
    if (isTag(child) && /^(?:t(?:head|body|foot|r)|caption)$/.test(child.name)) {
      if (child.name !== 'tr') unlayOut(child);
      child.name = 'div';
    }
};

const holder = (name: string, children: readonly AnyNode[]): Element => {
  const element = new Element(name, {});
  setChildren(element, children);
  return element;
};

import { type Element, Text } from 'domhandler';
import { type AnyNode, type Document, elementsNamed, isTag, textOf } from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** Class of a cell or its content with a term that the next cell explains: DocBook, GTK-Doc, Doxygen. */
const TERM =
  /(?:^|\s)(?:term|(?:parameter|param|enum_member|struct_member|union_member|field|signal|property)_?name)(?:\s|$)/i;
/** Maximum characters of a term. Longer texts are explanations. */
const MAX_TERM_CHARS = 400;
/** Class of DocBook's box around a note, whose icon and title are cells. */
const NOTE = /(?:^|\s)(?:note|tip|caution|warning|important)(?:\s|$)/i;
/** Class of Doxygen's cell before a parameter's name that says whether it is input or output. */
const DIRECTION = /(?:^|\s)paramdir(?:\s|$)/i;
/** Class of Haddock's parts of one thing. Their caption is not a heading of the things that follow. */
const PARTS = /(?:^|\s)subs(?:\s|$)/;
/** Class of RDoc's method name with parameters, above its description. */
const METHOD = /(?:^|\s)method-heading(?:\s|$)/;
/** Doxygen's link after the first sentence of a thing that it describes below. */
const MORE = /^more(?:\.{3}|…)$/i;

/**
 * Converts layout tables of generated manuals to lists of terms, code and notes: names with their explanations, members with a
 * line each, a function's declaration, a note beside its icon. So the explanation of a parameter stays with its function and
 * does not become a data table.
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
      else if (isQuestions(rows)) toQuestions(table, rows);
      else if (rows.length > 0 && rows.every((row) => termOf(row) !== undefined)) toTerms(table, rows, termOf);
      else if (isAssignments(rows)) toAssignments(table, rows);
      else if (rows.length > 0 && rows.every(isNamed) && isBelowNames(table)) toTerms(table, rows, () => 0);
    }
  }
};

interface Row {
  element: Element;
  cells: Element[];
}

const classOf = ({ attribs }: Element): string => attribs.class ?? '';

const isCell = (node: AnyNode): node is Element => isTag(node) && (node.name === 'td' || node.name === 'th');

/** The table's own rows, without rows of tables in its cells. */
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

/** Index of the cell with the term that the cells after it explain. */
const termOf = ({ cells }: Row): number | undefined => {
  const at = cells[0] !== undefined && DIRECTION.test(classOf(cells[0])) ? 1 : 0;
  const cell = cells[at];
  return cell !== undefined && cells.length > at + 1 && isTerm(cell) ? at : undefined;
};

const isTerm = (cell: Element): boolean => {
  // Limits the text, because nested tables would otherwise be read again at each level.
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

/** Headings of tables with the names of a function's parameters, or of what it gives or throws, and what each means. */
const NAMES =
  /^(?:(?:type |template )?param(?:eter)?s?|arguments?|exceptions?|throws|raises|errors?|returns?|return values?|fields|members|options)\s*[:：]?$/i;

/** True for a row of a name and what it means. */
const isNamed = ({ cells: [name, meaning, ...more] }: Row): boolean => {
  if (name === undefined || meaning === undefined || more.length > 0) return false;
  const words = textOf(name, MAX_NAME);
  return words !== '' && words.length <= MAX_NAME && meaning.name === 'td';
};

/** Maximum characters of such a name. */
const MAX_NAME = 80;

/** True for a table directly below such a heading. */
const isBelowNames = (table: Element): boolean => {
  let before: AnyNode | null = table.prev;
  while (before !== null && !isTag(before)) before = before.prev;
  return before !== null && /^h[1-6]$/.test(before.name) && NAMES.test(textOf(before, MAX_NAME));
};

/** True for a name, a cell with an equals sign alone, and a value: a member of an enumeration. */
const isAssignment = ({ cells: [name, sign, value] }: Row): boolean =>
  name !== undefined && value !== undefined && sign !== undefined && textOf(sign, 3).trim() === '=';

/** True for assignments, of which the first row is one, and rows of one written cell, which explain the assignment above. */
const isAssignments = (rows: readonly Row[]): boolean =>
  rows[0] !== undefined &&
  isAssignment(rows[0]) &&
  rows.every((row) => isAssignment(row) || row.cells.filter((cell) => textOf(cell, 3).trim() !== '').length <= 1);

/** Writes each assignment on a line as a term, which the cells behind its value and the rows below it explain. */
const toAssignments = (table: Element, rows: readonly Row[]): void => {
  table.name = 'dl';
  for (const row of rows) {
    const { element, cells } = row;
    if (!isAssignment(row)) setChildren(element, [elementOf('dd', joined(cells))]);
    else if (cells.length > 3)
      setChildren(element, [elementOf('dt', joined(cells.slice(0, 3))), elementOf('dd', joined(cells.slice(3)))]);
    else setChildren(element, [elementOf('dt', joined(cells))]);
  }
  unlayOut(table);
};

const toTerms = (table: Element, rows: readonly Row[], cellOf: (row: Row) => number | undefined): void => {
  table.name = 'dl';
  for (const row of rows) {
    const at = cellOf(row) ?? 0;
    const before = row.cells.slice(0, at);
    const explained = row.cells.slice(at + 1);
    const term = row.cells[at];
    if (term === undefined) continue;
    setChildren(row.element, [elementOf('dt', joined([...before, term])), elementOf('dd', joined(explained))]);
  }
  unlayOut(table);
};

/** Turns the first element inside, if it has this name and class, into the term of what follows. */
const toTerm = ({ children }: Element, name: RegExp, className?: RegExp): void => {
  const first = children.find(isTag);
  if (first !== undefined && name.test(first.name) && (className?.test(classOf(first)) ?? true)) first.name = 'dt';
};

/** Converts rows with a member and its type, each followed by a row with its description. */
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

/** The content of several cells on one line. */
const joined = (cells: readonly Element[]): AnyNode[] =>
  cells.flatMap(({ children }, i) => (i === 0 ? children : [new Text(' '), ...children]));

const isMore = (node: AnyNode): boolean => isTag(node) && node.name === 'a' && MORE.test(textOf(node));

/** Converts a declaration with a cell for each token to code with a line for each row. */
const toDeclaration = (table: Element): void => {
  const lines = rowsOf(table).map(({ element }) => textOf(element));
  table.name = 'pre';
  const declaration = lines.join('\n  ').replace(/\( /g, '(').replace(/\s+\)/g, ')');
  setChildren(table, [new Text(declaration)]);
};

/** True for a note: an icon in the first cell, a title beside it, the text below. */
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

/** DocBook's questions and answers, a row each. The first cell of a row holds no more than its number. */
const isQuestions = (rows: readonly Row[]): boolean =>
  rows.length > 1 &&
  rows.every(({ element, cells }) => cells.length === 2 && /^(?:question|answer)$/.test(classOf(element))) &&
  rows.some(({ element }) => classOf(element) === 'question');

/** What a cell holds, without its paragraphs. */
const inlineOf = (cell: Element | undefined): AnyNode[] =>
  (cell?.children ?? []).flatMap((child) => (isTag(child) && child.name === 'p' ? child.children : [child]));

const toQuestions = (table: Element, rows: readonly Row[]): void => {
  table.name = 'div';
  for (const { element, cells } of rows)
    setChildren(element, [
      classOf(element) === 'question'
        ? elementOf('h4', [...inlineOf(cells[0]), new Text(' '), ...inlineOf(cells[1])])
        : elementOf('div', cells[1]?.children ?? []),
    ]);
  unlayOut(table);
};

const toNote = (table: Element, rows: readonly Row[]): void => {
  const title = rows[0]?.cells[1];
  const body = rows[1]?.cells[0];
  if (title === undefined || body === undefined) return;
  table.name = 'div';
  setChildren(table, [elementOf('dt', title.children), elementOf('div', body.children)]);
};

/** Replaces the elements of a table by blocks. */
const unlayOut = (list: Element): void => {
  for (const child of list.children)
    if (isTag(child) && /^(?:t(?:head|body|foot|r)|caption)$/.test(child.name)) {
      if (child.name !== 'tr') unlayOut(child);
      child.name = 'div';
    }
};

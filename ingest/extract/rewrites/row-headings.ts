import { Element } from 'domhandler';
import { type Document, elementsNamed, isTag, type ParentNode, textOf, walk } from '../dom.ts';
import { setChildren } from './children.ts';

/** Class of a row or cell that heads a table. */
const HEAD = /(?:^|[\s_-])(?:head(?:er|ing)?|title)(?:[\s_-]|$)/i;
const MAX_CHARS = 100;

/**
 * Lifts the first row of a table out of it, where that is one cell across the columns with the class of a head. It names the table.
 * Where the table only lays out a section of the page, as Epydoc and pydoc do with each, it is the section's heading, one level below
 * that of the section around it.
 */
export const liftRowHeadings = (document: Document): void => {
  let level = 0;
  const found: { table: Element; row: Element; name: string }[] = [];
  const around: Element[] = [];
  walk(document, {
    enter(table) {
      if (/^h[1-6]$/.test(table.name)) level = Number(table.name[1]);
      if (table.name !== 'table') return;
      const row = headRow(table);
      if (row === undefined) return;
      const isSection = holdsTable(table) || laysOutBlocks(table, row);
      if (isSection) around.push(table);
      found.push({ table, row, name: isSection ? `h${Math.min(level + around.length, 6)}` : 'caption' });
    },
    leave(element) {
      if (element === around.at(-1)) around.pop();
    },
  });
  for (const { table, row, name } of found) {
    const head = new Element(name, {});
    setChildren(head, row.children.find(isTag)?.children ?? []);
    const { parent } = row;
    if (parent !== null) remove(parent, row);
    unlayOut(head);
    if (head.name !== 'caption' && !holdsTable(table)) unlayOut(table, 'div');
    if (head.name === 'caption') setChildren(table, [head, ...table.children]);
    else if (table.parent !== null)
      setChildren(
        table.parent,
        table.parent.children.flatMap((child) => (child === table ? [head, child] : [child])),
      );
  }
};

const remove = (parent: ParentNode, row: Element): void =>
  setChildren(
    parent,
    parent.children.filter((child) => child !== row),
  );

/** The first row, if it is a head. Alone it is one if it lays out its words with another table. */
const headRow = (table: Element): Element | undefined => {
  const sections = table.children.filter(isTag);
  const rows = sections.flatMap((child) =>
    child.name === 'tr' ? [child] : /^t(?:head|body)$/.test(child.name) ? child.children.filter(isTag) : [],
  );
  const [row, second] = rows;
  const cells = row?.children.filter(isTag) ?? [];
  const [cell] = cells;
  if (row?.name !== 'tr' || (second === undefined && !holdsTable(row)) || cell?.name !== 'td' || cells.length > 1)
    return undefined;
  const classes = `${row.attribs.class ?? ''} ${cell.attribs.class ?? ''}`;
  const text = textOf(cell, MAX_CHARS);
  const isHead = Number(cell.attribs.colspan) > 1 && HEAD.test(classes) && text !== '' && text.length <= MAX_CHARS;
  return isHead && !holdsHeading(cell) ? row : undefined;
};

/** True if each row below its head has one cell with words, and lists stand in them: these are no rows of data. */
const laysOutBlocks = (table: Element, head: Element): boolean => {
  const rows = elementsNamed(table, 'tr').filter((row) => row !== head);
  const saying = rows.map(({ children }) => children.filter((cell) => isTag(cell) && textOf(cell, 1) !== '').length);
  return saying.every((cells) => cells <= 1) && elementsNamed(table, 'dl', 'ul', 'ol').length > 0;
};

const holdsTable = (element: Element): boolean => elementsNamed(element, 'table').length > 0;
const holdsHeading = (element: Element): boolean =>
  elementsNamed(element, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').length > 0;

/** Leaves of a table's cells, such as those of a head, nothing but what stands in them. */
const unlayOut = (laidOut: Element, name = 'span'): void => {
  if (laidOut.name === 'table') laidOut.name = name;
  walk(laidOut, {
    enter(element) {
      if (/^(?:table|t(?:body|head|r|d|h))$/.test(element.name)) element.name = name;
    },
  });
};

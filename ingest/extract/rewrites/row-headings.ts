import { Element } from 'domhandler';
import { type Document, elementsNamed, isTag, type ParentNode, textOf, walk } from '../dom.ts';
import { setChildren } from './children.ts';

/** Class of a row or cell that heads a table. */
const HEAD = /(?:^|[\s_-])(?:head(?:er|ing)?|title)(?:[\s_-]|$)/i;
const MAX_CHARS = 100;

/**
 * Lifts the first row of a table out of it, where that is one cell across the columns with the class of a head. It names the table.
 * Where the table only lays out a section of the page, as Epydoc does with each, it is the section's heading.
 */
export const liftRowHeadings = (document: Document): void => {
  let level = 0;
  const found: { table: Element; row: Element; name: string }[] = [];
  walk(document, {
    enter(table) {
      if (/^h[1-6]$/.test(table.name)) level = Number(table.name[1]);
      if (table.name !== 'table') return;
      const row = headRow(table);
      if (row !== undefined)
        found.push({ table, row, name: holdsTable(table) ? `h${Math.min(level + 1, 6)}` : 'caption' });
    },
  });
  for (const { table, row, name } of found) {
    const head = new Element(name, {});
    setChildren(head, row.children.find(isTag)?.children ?? []);
    const { parent } = row;
    if (parent !== null) remove(parent, row);
    unlayOut(head);
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

const holdsTable = (element: Element): boolean => elementsNamed(element, 'table').length > 0;
const holdsHeading = (element: Element): boolean =>
  elementsNamed(element, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').length > 0;

/** Leaves of the cells of a head that a table lays out nothing but their words. */
const unlayOut = (head: Element): void => {
  walk(head, {
    enter(element) {
      if (/^(?:table|t(?:body|head|r|d|h))$/.test(element.name)) element.name = 'span';
    },
  });
};

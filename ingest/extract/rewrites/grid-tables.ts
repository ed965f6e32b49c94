import { wordTable } from '../../../core/word-table.ts';
import { type AnyNode, type Document, type Element, elementsNamed, isTag, isText, textOf } from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** Class of a summary of Javadoc since version 16: its cells follow one another without rows. */
const SUMMARY = /(?:^|\s)summary-table(?:\s|$)/;
const CELL = /(?:^|\s)col-(?:first|second|third|constructor-name|summary-item-name|last)(?:\s|$)/;
const HEADER = /(?:^|\s)table-header(?:\s|$)/;
/** Class of the cell that closes a row. */
const LAST = /(?:^|\s)col-last(?:\s|$)/;

/** Elements by their role of WAI-ARIA, for tables that are drawn with other elements. */
const ROLES = wordTable<string>({
  table: 'table',
  grid: 'table',
  row: 'tr',
  rowgroup: 'tbody',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
});

/** Makes tables of what is a table by its role, or by Javadoc's classes, and is not marked up as one. */
export const foldGridTables = (document: Document): void => {
  for (const division of elementsNamed(document, 'div', 'span', 'section', 'ul', 'li', 'dl', 'dt', 'dd', 'a')) {
    if (SUMMARY.test(division.attribs.class ?? '')) toTable(division);
    const name = ROLES[division.attribs.role ?? ''];
    if (name === 'table' ? hasRows(division) : name !== undefined && isInTable(division)) division.name = name ?? '';
  }
};

/** True for a table with cells inside: a grid of pictures or buttons has none that is written. */
const hasRows = (table: Element): boolean => {
  const rows = elementsNamed(table, 'div', 'span', 'li', 'ul', 'section').filter(
    ({ attribs }) => attribs.role === 'row',
  );
  return rows.length > 1 && rows.every((row) => textOf(row, 1) !== '');
};

/** True if a table with a role is around a row or cell; its name was changed before, because it comes first. */
const isInTable = ({ parent }: Element): boolean => {
  for (let node = parent; node !== null && isTag(node); node = node.parent) {
    if (node.name === 'table' && node.attribs.role !== undefined) return true;
    if (node.attribs.role === undefined) continue;
    if (!(node.attribs.role in ROLES)) return false;
  }
  return false;
};

const toTable = (summary: Element): void => {
  const cells = summary.children.filter(isTag);
  const isGrid = cells.length > 1 && cells.every(({ attribs }) => CELL.test(attribs.class ?? ''));
  if (!isGrid || summary.children.some((child) => isText(child) && child.data.trim() !== '')) return;
  const rows: Element[] = [];
  let row: AnyNode[] = [];
  for (const cell of cells) {
    cell.name = HEADER.test(cell.attribs.class ?? '') ? 'th' : 'td';
    row.push(cell);
    if (!LAST.test(cell.attribs.class ?? '')) continue;
    rows.push(elementOf('tr', row));
    row = [];
  }
  if (row.length > 0) rows.push(elementOf('tr', row));
  summary.name = 'table';
  setChildren(summary, rows);
};

import { type Document, Element, elementsNamed, isTag, textOf } from '../dom.ts';
import { setChildren } from './children.ts';

/** Maximum cells of a row. Larger rows are no fields. */
const MAX_CELLS = 10;

/**
 * Puts a long label beside its value: a row with one header cell over all columns, then one whose first cell is empty. Docutils
 * writes fields so whose names are longer than 14 characters.
 */
export const foldFieldRows = (document: Document): void => {
  for (const row of elementsNamed(document, 'tr')) {
    const [label, ...others] = cellsOf(row);
    if (label?.name !== 'th' || others.length > 0 || row.parent === null) continue;
    const rows = row.parent.children.filter((child): child is Element => isTag(child) && child.name === 'tr');
    const at = rows.indexOf(row);
    const [value, next] = [rows[at + 1], rows[at + 2]];
    if (value === undefined || !beginsEmpty(value) || (next !== undefined && beginsEmpty(next))) continue;
    const cells = cellsOf(value);
    if (Number(label.attribs.colspan) !== cells.length || cells.length > MAX_CELLS) continue;
    const { colspan: _, ...attribs } = label.attribs;
    const moved = new Element('th', attribs);
    setChildren(moved, label.children);
    setChildren(value, [moved, ...value.children.filter((child) => child !== cells[0])]);
    setChildren(
      row.parent,
      row.parent.children.filter((child) => child !== row),
    );
  }
};

const cellsOf = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => isTag(child) && /^t[dh]$/.test(child.name));

const beginsEmpty = (row: Element): boolean => {
  const [first, ...others] = cellsOf(row);
  return first !== undefined && others.length > 0 && first.attribs.rowspan === undefined && textOf(first, 10) === '';
};

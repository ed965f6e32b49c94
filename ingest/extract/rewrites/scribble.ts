import { Text } from 'domhandler';
import { classesOf, type Document, type Element, elementsNamed, INLINE, isTag, isText } from '../dom.ts';
import { setChildren } from './children.ts';

// Racket's Scribble lays out code with tables and quotations.

const has = (element: Element, name: string): boolean => classesOf(element).includes(name);

/** A block of code, and a box of declarations: tables with a row for each line, which may hold such tables themselves. */
const CODE = ['RktBlk', 'RBoxed'];
/** Quotations that only indent: a block of code, a box of declarations, and two of the three around a note in the margin. */
const INDENT = ['SCodeFlow', 'SVInsetFlow', 'refpara', 'refcolumn'];
/** What stands in the corner of a box: the kind of what it declares, such as "procedure". */
const LABEL = 'RBackgroundLabel';

/** Makes code of tables of code, and of a paragraph that is set in as code. */
export const foldScribble = (document: Document): void => {
  for (const label of elementsNamed(document, 'div')) if (has(label, LABEL)) setChildren(label, []);
  for (const table of elementsNamed(document, 'table'))
    if (CODE.some((name) => has(table, name)) && !isInsideCode(table)) toCode(table);
  for (const quote of elementsNamed(document, 'blockquote')) {
    if (has(quote, 'SCodeFlow'))
      for (const child of quote.children) if (isTag(child) && child.name === 'p') toCode(child);
    if (INDENT.some((name) => has(quote, name))) quote.name = 'div';
  }
};

const isInsideCode = (element: Element): boolean => {
  for (let { parent } = element; parent !== null; parent = parent.parent)
    if (isTag(parent) && parent.name === 'pre') return true;
  return false;
};

const toCode = (element: Element): void => {
  // An empty line of code holds a space that does not break.
  const lines = layOut(element).filter((line) => line !== '');
  // Links lead to the names that are declared, and a passage's link opens at the first of them.
  const anchor = elementsNamed(element, 'a').find(({ attribs }) => attribs.name !== undefined)?.attribs.name;
  if (anchor !== undefined) element.attribs.id ??= anchor;
  element.name = 'pre';
  setChildren(element, [new Text(lines.map((line) => line.replaceAll('\u00a0', ' ').trimEnd()).join('\n'))]);
};

/** The lines of an element as a browser sets them: cells beside each other, rows and blocks below each other. */
const layOut = (element: Element): string[] => {
  let lines = [''];
  for (const child of element.children) {
    if (isText(child)) lines.push((lines.pop() ?? '') + child.data.replaceAll('\n', ' '));
    else if (isTag(child)) {
      const inner = layOut(child);
      if (child.name === 'td') lines = beside(lines, inner);
      else if (INLINE.has(child.name)) for (const line of beside([lines.pop() ?? ''], inner)) lines.push(line);
      else {
        for (const line of inner) lines.push(line);
        lines.push('');
      }
    }
  }
  return element.name === 'td' || element.name === 'tr' || INLINE.has(element.name) ? withoutEmpty(lines) : lines;
};

const withoutEmpty = (lines: readonly string[]): string[] => {
  const kept = lines.filter((line) => line !== '');
  return kept.length === 0 ? [''] : kept;
};

/** Sets lines to the right of others, the first beside the first. */
const beside = (left: readonly string[], right: readonly string[]): string[] => {
  const width = left.reduce((most, line) => Math.max(most, line.length), 0);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
    right[i] === undefined ? (left[i] ?? '') : (left[i] ?? '').padEnd(width) + right[i],
  );
};

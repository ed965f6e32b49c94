import { Text } from 'domhandler';
import {
  type AnyNode,
  type Document,
  type Element,
  elementsNamed,
  INLINE,
  isTag,
  isText,
  type ParentNode,
  textOf,
} from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** Minimum items of a list. Two lines that begin with numbers may be anything. */
const MIN_ITEMS = 3;
/** The start of an item: "3. " or "3) ". */
const NUMBER = /^\s*(\d{1,3})[.)]\s+(?=\S)/;

/**
 * Makes lists of lines that begin with 1., 2., 3. and so on and end in `<br>`: steps of a page written by hand. They would be one
 * paragraph otherwise.
 */
export const foldLineItems = (document: Document): void => {
  const seen = new Set<ParentNode>();
  for (const { parent } of elementsNamed(document, 'br')) {
    if (!parent || !isTag(parent) || seen.has(parent)) continue;
    seen.add(parent);
    if (parent.name === 'p' || parent.name === 'div' || parent.name === 'td') foldLines(parent);
  }
};

const foldLines = (holder: Element): void => {
  if (!holder.children.every((child) => !isTag(child) || child.name === 'br' || INLINE.has(child.name))) return;
  const lines = linesOf(holder.children).filter((line) =>
    line.some((node) => !isText(node) || node.data.trim() !== ''),
  );
  const first = lines.findIndex((line) => numberOf(line) === 1);
  const items = lines.slice(first);
  if (first < 0 || items.length < MIN_ITEMS || items.some((line, at) => numberOf(line) !== at + 1)) return;
  const before = lines.slice(0, first).flatMap((line, at) => (at === 0 ? line : [elementOf('br', []), ...line]));
  const list = elementOf(
    'ol',
    items.map((line) => elementOf('li', withoutNumber(line))),
  );
  // A paragraph cannot hold a list.
  if (holder.name === 'p') holder.name = 'div';
  setChildren(holder, before.length > 0 ? [elementOf('p', before), list] : [list]);
};

/** The nodes between line ends. */
const linesOf = (children: readonly AnyNode[]): AnyNode[][] => {
  const lines: AnyNode[][] = [[]];
  for (const child of children) {
    if (isTag(child) && child.name === 'br') lines.push([]);
    else lines.at(-1)?.push(child);
  }
  return lines;
};

const numberOf = (line: readonly AnyNode[]): number | undefined => {
  const start = line.find((node) => !isText(node) || node.data.trim() !== '');
  const text = start === undefined ? '' : isText(start) ? start.data : isTag(start) ? textOf(start, 10) : '';
  const number = NUMBER.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** The line without its number, which the list gives. A number inside an element stays with it. */
const withoutNumber = (line: readonly AnyNode[]): AnyNode[] => {
  const start = line.findIndex((node) => !isText(node) || node.data.trim() !== '');
  return line.map((node, at) => (at === start && isText(node) ? new Text(node.data.replace(NUMBER, '')) : node));
};

import { Text } from 'domhandler';
import { type AnyNode, type Document, type Element, elementsNamed, INLINE, isTag, isText } from '../dom.ts';
import { setChildren } from './children.ts';

/** Minimum spaces that do not break at the start of a line of code, and the maximum characters of one. */
const INDENT = /^\u00a0{2}/;
const MAX_LINE = 120;
/** Maximum elements in one of which a line of code may stand. */
const MAX_DEPTH = 20;

/** Makes code of blocks whose lines are ended by `<br>` and set in by spaces that do not break. */
export const foldIndentedCode = (document: Document): void => {
  for (const block of elementsNamed(document, 'p', 'div')) {
    const lines = linesOf(block);
    if (lines === undefined || !isCode(lines)) continue;
    block.name = 'pre';
    setChildren(block, [new Text(lines.map((line) => line.replaceAll('\u00a0', ' ').trimEnd()).join('\n'))]);
  }
};

/** The lines of a block of nothing but text, inline elements and ends of lines, of which it has some. */
const linesOf = (block: Element): string[] | undefined => {
  const lines = [''];
  const read = (nodes: readonly AnyNode[], depth: number): boolean =>
    nodes.every((node) => {
      if (isText(node)) lines.push((lines.pop() ?? '') + node.data.replace(/[ \t\r\n]+/g, ' '));
      else if (isTag(node)) {
        if (node.name === 'br') lines.push('');
        else return depth < MAX_DEPTH && INLINE.has(node.name) && read(node.children, depth + 1);
      }
      return true;
    });
  if (!read(block.children, 0) || lines.length < 2) return undefined;
  return lines.map((line) => line.replace(/^ +/, ''));
};

const isCode = (lines: readonly string[]): boolean =>
  lines.some((line) => INDENT.test(line)) && lines.every((line) => line.length <= MAX_LINE);

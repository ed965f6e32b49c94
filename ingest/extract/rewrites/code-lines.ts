import { Text } from 'domhandler';
import { type Document, type Element, elementsNamed, INLINE, isTag, isText, walk } from '../dom.ts';
import { setChildren } from './children.ts';

/** Minimum lines of code that stands alone. Fewer may be a long line that an editor has broken. */
const MIN_LINES = 3;

/**
 * Makes a listing of code that is alone in its paragraph and has several lines in the source of the page: style sheets show such
 * code with its line ends, though its element has none.
 */
export const foldCodeLines = (document: Document): void => {
  for (const code of elementsNamed(document, 'code', 'samp', 'kbd', 'tt')) {
    if (!isAlone(code) || isInPre(code)) continue;
    const lines = textIn(code)
      .replaceAll('\t', '        ')
      .replaceAll('\u00a0', ' ')
      .split(/\r?\n/)
      .map((line) => line.trimEnd());
    const written = lines.filter((line) => line !== '');
    if (written.length < MIN_LINES) continue;
    const [first = ''] = lines;
    // Behind the start tag there is no indentation.
    const set = first === '' ? written : written.slice(1);
    const least = set.reduce((least, line) => Math.min(least, line.search(/\S/)), Number.POSITIVE_INFINITY);
    code.name = 'pre';
    const text = lines.map((line, at) => (at === 0 && first !== '' ? line : line.slice(least))).join('\n');
    setChildren(code, [new Text(text.replace(/^\n+/, ''))]);
  }
};

/** The text with its white space, and an end of a line for each `<br>`. */
const textIn = (element: Element): string => {
  let text = '';
  walk(element, {
    text(data) {
      text += data;
    },
    enter({ name }) {
      if (name === 'br') text += '\n';
    },
  });
  return text;
};

/** True without words or inline elements beside it in its block, and without blocks inside. */
const isAlone = (code: Element): boolean => {
  for (const side of ['prev', 'next'] as const)
    for (let node = code[side]; node !== null; node = node[side]) {
      if (isText(node) && node.data.trim() !== '') return false;
      if (isTag(node)) {
        if (INLINE.has(node.name)) return false;
        break;
      }
    }
  const { parent } = code;
  return parent !== null && !(isTag(parent) && INLINE.has(parent.name)) && !hasBlocks(code);
};

const hasBlocks = (code: Element): boolean => {
  let found = false;
  walk(code, {
    enter({ name }) {
      found ||= name !== 'br' && !INLINE.has(name);
      return !found;
    },
  });
  return found;
};

const isInPre = (code: Element): boolean => {
  for (let node = code.parent; node !== null && isTag(node); node = node.parent) if (node.name === 'pre') return true;
  return false;
};

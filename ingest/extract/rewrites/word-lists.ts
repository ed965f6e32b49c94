import { Text } from 'domhandler';
import {
  type AnyNode,
  type Document,
  type Element,
  elementsNamed,
  isTag,
  isText,
  type ParentNode,
  textOf,
} from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** The style of a paragraph that Word shows as an item of a list, with its depth: `mso-list:l0 level2 lfo1`. */
const ITEM = /(?:^|;)\s*mso-list:\s*l\d+\s+level(\d)(?:\s|;|$)/i;
/** The style of the item's sign or number, which a browser shows as text. */
const MARK = /mso-list:\s*ignore/i;
/** "2.", "(b)", "iv)". */
const NUMBER = /^\(?(?:(\d{1,4})|[a-z]|[ivxlc]{1,6})[.)]{1,2}$/i;
/** "4.2", "Article 5.", "§ 3": what a list would not show. A lone letter is a sign in one of Word's fonts: "o" is a circle. */
const SAYS_MORE = /[\p{L}\p{N}].|.[\p{L}\p{N}]|^\p{N}$/su;

/** Converts the paragraphs that Word saves for the items of a list to a list, with its lists inside. */
export const foldWordLists = (document: Document): void => {
  const levels = new Map<Element, number>();
  for (const paragraph of elementsNamed(document, 'p')) {
    const [, level] = ITEM.exec(paragraph.attribs.style ?? '') ?? [];
    if (level !== undefined) levels.set(paragraph, Number(level));
  }
  for (const parent of new Set([...levels.keys()].flatMap((item) => item.parent ?? []))) foldItems(parent, levels);
};

const foldItems = (parent: ParentNode, levels: ReadonlyMap<Element, number>): void => {
  const kept: AnyNode[] = [];
  /** The lists that are not ended, each inside of the last item of the one before it. */
  let open: { level: number; list: Element; items: Element[] }[] = [];
  /** The lists and items with what they hold; set at the end, so that a long list is not copied for each item. */
  const held = new Map<Element, AnyNode[]>();
  for (const child of parent.children) {
    const level = isTag(child) ? levels.get(child) : undefined;
    if (!isTag(child) || level === undefined) {
      // Between items stand line ends and Word's own comments.
      if (isTag(child) || (isText(child) && child.data.trim() !== '')) open = [];
      if (open.length === 0) kept.push(child);
      continue;
    }
    const mark = takeMark(child);
    const number = NUMBER.exec(mark);
    const name = number === null ? 'ul' : 'ol';
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level === level && open.at(-1)?.list.name !== name) open.pop();
    let own = open.at(-1);
    if (own === undefined || own.level < level) {
      const list = elementOf(name, []);
      if (number?.[1] !== undefined && number[1] !== '1') list.attribs.start = number[1];
      const above = own?.items.at(-1);
      if (above === undefined) kept.push(list);
      else held.get(above)?.push(list);
      own = { level, list, items: [] };
      open.push(own);
      held.set(list, own.items);
    }
    child.name = 'li';
    own.items.push(child);
    held.set(child, [...child.children]);
  }
  setChildren(parent, kept);
  for (const [element, children] of held) setChildren(element, children);
};

/** Takes off the sign or number of an item, unless it holds more than a list shows. @returns its text */
const takeMark = (item: Element): string => {
  const mark = elementsNamed(item, 'span').find(({ attribs }) => MARK.test(attribs.style ?? ''));
  if (mark?.parent == null) return '';
  const text = textOf(mark).trim();
  if (!NUMBER.test(text) && SAYS_MORE.test(text)) {
    setChildren(mark, [new Text(`${text} `)]);
    return '';
  }
  setChildren(
    mark.parent,
    mark.parent.children.filter((child) => child !== mark),
  );
  return text;
};

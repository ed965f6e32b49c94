import { Text } from 'domhandler';
import { type AnyNode, type Document, elementsNamed, isTag, isText, textOf } from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** Maximum arguments of a call. */
const MAX_ARGUMENTS = 40;

/**
 * Writes a list between round brackets in the line that it stands in, with commas: the arguments of a call, "add(" a list ")". As a list
 * it would cut the call into three blocks.
 */
export const foldArgumentLists = (document: Document): void => {
  // From the innermost, since an argument may be a call.
  for (const list of elementsNamed(document, 'ul', 'ol').reverse()) {
    const items = list.children.filter(isTag);
    if (!endsIn(list.prev, '(', 'prev') || !endsIn(list.next, ')', 'next')) continue;
    if (items.length === 0 || items.length > MAX_ARGUMENTS || items.some(({ name }) => name !== 'li')) continue;
    const isSeparated = items.map((item) => /[,;]$/.test(textOf(item)));
    const parts = items.flatMap((item, at) => {
      const own = elementOf('span', trimmed(item.children));
      return at === 0 ? [own] : [new Text(isSeparated[at - 1] ? ' ' : ', '), own];
    });
    list.name = 'span';
    setChildren(list, parts);
  }
};

/** An item's nodes without the white space at both ends, which a list does not show. */
const trimmed = (nodes: readonly AnyNode[]): AnyNode[] => {
  const says = (node: AnyNode) => !isText(node) || node.data.trim() !== '';
  const own = nodes.slice(nodes.findIndex(says), nodes.findLastIndex(says) + 1);
  const [first, last] = [own[0], own.at(-1)];
  if (first !== undefined && isText(first)) first.data = first.data.trimStart();
  if (last !== undefined && isText(last)) last.data = last.data.trimEnd();
  return own;
};

/** Maximum characters of what stands beside a list. */
const MAX_CHARS = 500;

/** True if the nearest words beside a list, in one direction, end in this bracket on the list's side. */
const endsIn = (node: AnyNode | null, bracket: string, direction: 'prev' | 'next'): boolean => {
  for (let one = node; one !== null; one = one[direction]) {
    const text = isText(one) ? one.data : isTag(one) ? textOf(one, MAX_CHARS) : '';
    const said = text.trim();
    if (said !== '') return direction === 'prev' ? said.endsWith(bracket) : said.startsWith(bracket);
  }
  return false;
};

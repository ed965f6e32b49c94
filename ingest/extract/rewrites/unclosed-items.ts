import {
  type AnyNode,
  type Document,
  type Element,
  elementsNamed,
  INLINE,
  isTag,
  isText,
  type ParentNode,
} from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/**
 * Ends an item of a list where the next one begins, as browsers do. The parser does so only where nothing inside of the item is
 * left open: an open paragraph would put each item into the one before it.
 */
export const closeItems = (document: Document): void => {
  for (const item of elementsNamed(document, 'li', 'dt', 'dd')) {
    const open = itemAround(item);
    if (open !== undefined) moveBehind(item, open);
  }
};

/** The item that an item stands in, without a list of its own between them. */
const itemAround = ({ name, parent }: Element): Element | undefined => {
  for (let node: ParentNode | null = parent; node !== null && isTag(node); node = node.parent) {
    if (name === 'li' ? node.name === 'li' : /^d[td]$/.test(node.name)) return node;
    if (!/^(?:p|span|div|font|[abi]|code|em|tt|strong)$/.test(node.name)) return undefined;
  }
  return undefined;
};

/** Moves an item with all that follows it inside of the open one behind that. */
const moveBehind = (item: Element, open: Element): void => {
  const moved: AnyNode[] = [];
  let from: AnyNode = item;
  while (from !== open) {
    const parent: ParentNode | null = from.parent;
    if (parent === null || !isTag(parent)) return;
    const at = parent.children.indexOf(from as (typeof parent.children)[number]);
    const keeps = from === item ? at : at + 1;
    for (const node of parent.children.slice(keeps)) moved.push(node);
    setChildren(parent, parent.children.slice(0, keeps));
    from = parent;
  }
  if (open.parent !== null)
    setChildren(
      open.parent,
      open.parent.children.flatMap((child) => (child === open ? [child, ...moved] : [child])),
    );
};

/** Ends an anchor without an end where it begins: the parser ends it at the next link, and it would hold all between them. */
export const closeAnchors = (document: Document): void => {
  const open = new Set<AnyNode>(
    elementsNamed(document, 'a').filter(
      ({ attribs, children }) =>
        attribs.href === undefined && children.some((child) => isTag(child) && !INLINE.has(child.name)),
    ),
  );
  const parents = new Set<ParentNode>();
  for (const { parent } of open) if (parent !== null && !open.has(parent)) parents.add(parent);
  const ended = (node: AnyNode): AnyNode[] => {
    if (!open.has(node) || !isTag(node)) return [node];
    const { children } = node;
    setChildren(node, []);
    return [node, ...children.flatMap(ended)];
  };
  for (const parent of parents) setChildren(parent, parent.children.flatMap(ended));
};

/** Maximum elements between an item and its list. */
const MAX_BETWEEN = 20;

/**
 * Puts what stands in a list without items beside it: old pages set text in by one, and often never close it, so that it holds the
 * rest of the page.
 */
export const openLists = (document: Document): void => {
  const real = new Set<ParentNode>();
  for (const { parent } of elementsNamed(document, 'li')) {
    let node: ParentNode | null = parent;
    for (let up = 0; up < MAX_BETWEEN && node !== null && isTag(node) && !/^[uo]l$/.test(node.name); up++)
      node = node.parent;
    if (node !== null) real.add(node);
  }
  const isOpen = (list: Element): boolean =>
    !real.has(list) && list.children.some((child) => isTag(child) && IS_BLOCK.test(child.name));
  const open = new Set<AnyNode>(elementsNamed(document, 'ul', 'ol').filter(isOpen));
  const parents = new Set<ParentNode>();
  for (const { parent } of open) if (parent !== null && !open.has(parent)) parents.add(parent);
  for (const parent of parents) {
    const parts: AnyNode[] = [];
    // Without recursion, because lists that are never closed stand inside one another.
    const left = parent.children.toReversed();
    for (let node = left.pop(); node !== undefined; node = left.pop())
      if (open.has(node) && isTag(node)) for (const part of partsOfList(node).toReversed()) left.push(part);
      else parts.push(node);
    setChildren(parent, parts);
  }
};

const IS_BLOCK = /^(?:p|blockquote|[uo]l|pre|div|h[1-6])$/;

/** The parts of a list without items: text in a part of its own, and the rest as it is. */
const partsOfList = ({ children }: Element): AnyNode[] => {
  const parts: AnyNode[] = [];
  let run: AnyNode[] = [];
  const endRun = () => {
    if (run.some((node) => !isText(node) || node.data.trim() !== '')) parts.push(elementOf('div', run));
    run = [];
  };
  for (const child of children) {
    if (!isTag(child) || INLINE.has(child.name)) run.push(child);
    else {
      endRun();
      parts.push(child);
    }
  }
  endRun();
  return parts;
};

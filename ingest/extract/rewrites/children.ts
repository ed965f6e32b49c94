import { Element } from 'domhandler';
import type { AnyNode, ParentNode } from '../dom.ts';

/** Replaces the children of an element, and sets their `parent`, `prev` and `next`. */
export const setChildren = (parent: ParentNode, children: readonly AnyNode[]): void => {
  parent.children = [...children] as typeof parent.children;
  for (const [i, child] of children.entries()) {
    child.parent = parent;
    child.prev = children[i - 1] ?? null;
    child.next = children[i + 1] ?? null;
  }
};

/** A new element without attributes that holds these children. */
export const elementOf = (name: string, children: readonly AnyNode[]): Element => {
  const element = new Element(name, {});
  setChildren(element, children);
  return element;
};

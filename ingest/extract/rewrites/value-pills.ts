import { Text } from 'domhandler';
import {
  type AnyNode,
  classesOf,
  closest,
  type Document,
  type Element,
  elementsNamed,
  isTag,
  type ParentNode,
  textOf,
} from '../dom.ts';
import { setChildren } from './children.ts';

/** The class of a value that a page shows as a pill: Notion's "selected-value", labels of issues, tags of posts. */
const PILL = /^(?:selected-value|(?:[a-z]+-)?(?:tag|label|badge|chip|pill|lozenge))$/i;

/** Writes a comma between values that only a style sheet sets apart: "Thursday" and "Tuesday" side by side are no word. */
export const partPills = (document: Document): void => {
  const parents = new Set<ParentNode>();
  for (const element of elementsNamed(document, 'span', 'a'))
    if (element.parent !== null && areAdjacentPills(element, element.next)) parents.add(element.parent);
  for (const parent of parents) {
    // Coloured parts of code have such classes as well.
    if (isTag(parent) && closest(parent, ({ name }) => name === 'pre' || name === 'code') !== undefined) continue;
    setChildren(
      parent,
      parent.children.flatMap((child) => (areAdjacentPills(child, child.next) ? [child, new Text(', ')] : [child])),
    );
  }
};

/** True for two pills of the same class with nothing between them. */
const areAdjacentPills = (one: AnyNode, next: AnyNode | null): boolean => {
  if (!isTag(one) || next === null || !isTag(next) || one.name !== next.name) return false;
  const shared = pillsOf(next);
  return pillsOf(one).some((name) => shared.includes(name)) && textOf(one, 1) !== '' && textOf(next, 1) !== '';
};

const pillsOf = (element: Element): string[] => classesOf(element).filter((name) => PILL.test(name));

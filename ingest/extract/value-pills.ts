import { Text } from 'domhandler';
import { setChildren } from './children.ts';
import {
  type AnyNode,
  closest,
  type Document,
  type Element,
  elementsNamed,
  isTag,
  type ParentNode,
  textOf,
} from './dom.ts';

/** Classes of a value that a page shows as a pill: Notion's "selected-value", labels of issues, tags of posts. */
const PILL = /(?:^|[-_ ])(?:selected-value|tag|label|badge|chip|pill|lozenge)s?(?:[-_ ]|$)/i;

/** Writes a comma between values that only a style sheet sets apart: "Thursday" and "Tuesday" side by side are no word. */
export const partPills = (document: Document): void => {
  const parents = new Set<ParentNode>();
  for (const element of elementsNamed(document, 'span', 'a'))
    if (element.parent !== null && stand(element, element.next)) parents.add(element.parent);
  for (const parent of parents) {
    // Coloured parts of code have such classes as well.
    if (isTag(parent) && closest(parent, ({ name }) => name === 'pre' || name === 'code') !== undefined) continue;
    setChildren(
      parent,
      parent.children.flatMap((child) => (stand(child, child.next) ? [child, new Text(', ')] : [child])),
    );
  }
};

/** True for two pills with nothing between them. */
const stand = (one: AnyNode, next: AnyNode | null): boolean =>
  isTag(one) && next !== null && isTag(next) && one.name === next.name && isPill(one) && isPill(next);

const isPill = (element: Element): boolean => PILL.test(element.attribs.class ?? '') && textOf(element, 1) !== '';

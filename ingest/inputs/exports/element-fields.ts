import type { Element } from 'domhandler';
import { isTag, xmlText } from '../../formats/office/xml.ts';

/** The elements right inside of one, by name. */
export const childrenNamed = (element: Element | undefined, name: string): Element[] =>
  (element?.children ?? []).filter((child): child is Element => isTag(child) && child.name === name);

/** The first element of that name right inside of one. */
export const childNamed = (element: Element | undefined, name: string): Element | undefined =>
  childrenNamed(element, name)[0];

/** The text of the element of that name right inside of one; empty if there is none. */
export const fieldOf = (element: Element | undefined, name: string): string =>
  xmlText(childNamed(element, name)).trim();

import { classesOf, type Document, type Element, elementsNamed, isText, textOf } from '../dom.ts';
import { setChildren } from './children.ts';

/** Classes of text for screen readers alone, as Bootstrap, WordPress and generators of sites have them. */
const SPOKEN = /(?:^|[-_])(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?)$/i;

/** Characters that are compared, so that elements deep in one another cost no more. */
const MAX_CHARS = 200;

/** Leaves out what only screen readers say at a link that has words of its own ("opens new window"). */
export const dropLinkNotes = (document: Document): void => {
  for (const note of elementsNamed(document, 'span')) {
    if (!classesOf(note).some((name) => SPOKEN.test(name))) continue;
    const link = linkAround(note);
    if (link === undefined || textOf(link, MAX_CHARS) === textOf(note, MAX_CHARS)) continue;
    setChildren(note, []);
    if (note.prev !== null && isText(note.prev)) note.prev.data = note.prev.data.trimEnd();
  }
};

const linkAround = (note: Element): Element | undefined => {
  for (let node = note.parent; node !== null && 'name' in node; node = node.parent)
    if (node.name === 'a') return node;
    else if (node.name !== 'span') return undefined;
  return undefined;
};

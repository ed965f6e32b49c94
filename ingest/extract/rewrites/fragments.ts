import { type Document, Element, isTag } from '../dom.ts';
import { setChildren } from './children.ts';

/**
 * Puts the content of a page that is written without `html` and `body` into a body. Otherwise its paragraphs, headings and code
 * would have no element around them that holds the text.
 */
export const withBody = (document: Document): Document => {
  const top = document.children.filter(isTag);
  if (top.length < 2 || top.some(({ name }) => /^(?:html|body|frameset)$/.test(name))) return document;
  const body = new Element('body', {});
  setChildren(body, document.children);
  setChildren(document, [body]);
  return document;
};

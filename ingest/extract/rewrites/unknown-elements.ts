import { HTML_ELEMENTS } from '../../../core/text/html-elements.ts';
import { type Document, walk } from '../dom.ts';

/**
 * Makes spans of elements that HTML does not have, such as `<e>` or Word's `<o:p>`, as browsers show them. Those of web components
 * have a hyphen in their names, and styles of their own.
 */
export const inlineUnknown = (document: Document): void =>
  walk(document, {
    enter(element) {
      if (element.name === 'svg' || element.name === 'math') return false;
      if (!HTML_ELEMENTS.has(element.name) && !element.name.includes('-')) element.name = 'span';
      return true;
    },
  });

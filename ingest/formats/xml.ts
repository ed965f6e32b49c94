import { parseDocument } from 'htmlparser2';
import { type Document, Element, isTag, isText, type ParentNode, walk } from '../extract/dom.ts';

/** Parses XML; entities that a file declares itself are not expanded, so that they cannot be a bomb. */
export const parseXml = (bytes: Uint8Array | undefined): Document =>
  parseDocument(new TextDecoder().decode(bytes ?? new Uint8Array()), { xmlMode: true });

/** Every element of one of these names, prefix left out. */
export const named = (root: ParentNode, ...names: string[]): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter(element) {
      if (names.includes(localName(element))) found.push(element);
    },
  });
  return found;
};

export const localName = (element: Element): string => element.name.slice(element.name.indexOf(':') + 1);

/** The words inside, as they stand. */
export const xmlText = (root: ParentNode | undefined): string => {
  let text = '';
  if (root !== undefined)
    walk(root, {
      text: (data) => {
        text += data;
      },
    });
  return text;
};

export { Element, isTag, isText };

import { type Document, Element, isTag, isText, type ParentNode, parseXmlText, walk } from '../extract/dom.ts';

/** Parses the XML of a file's part; a part that is not there is empty. */
export const parseXml = (bytes: Uint8Array | undefined): Document =>
  parseXmlText(new TextDecoder().decode(bytes ?? new Uint8Array()));

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

/**
 * How deep the elements of an XML text nest, by its tags alone. Libraries that walk a tree by recursion, or look up name spaces
 * from the leaf, must not be given a text that is deep on purpose.
 */
export const xmlDepth = (bytes: Uint8Array): number => {
  const xml = new TextDecoder('latin1').decode(bytes);
  let depth = 0;
  let deepest = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    const next = xml[at + 1];
    if (next === '/') depth--;
    else if (next !== '!' && next !== '?') {
      const end = xml.indexOf('>', at);
      if (end === -1) break;
      if (xml[end - 1] !== '/') deepest = Math.max(deepest, ++depth);
      at = end;
    }
  }
  return deepest;
};

export { Element, isTag, isText };

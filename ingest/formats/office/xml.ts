import { decode } from '../../extract/decode.ts';
import { type Document, Element, isTag, isText, type ParentNode, parseXmlText, walk } from '../../extract/dom.ts';

/** Parses the XML of a file's part. A missing part is an empty document. */
export const parseXml = (bytes: Uint8Array | undefined): Document =>
  parseXmlText(bytes === undefined ? '' : decode(bytes));

/** Every element with one of these names, ignoring prefixes. */
export const named = (root: ParentNode, ...names: string[]): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter(element) {
      if (names.includes(localName(element))) found.push(element);
    },
  });
  return found;
};

/** An element's name without its namespace prefix. */
export const localName = (element: Element): string => element.name.slice(element.name.indexOf(':') + 1);

/** The text inside, unchanged. */
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
 * Maximum nesting of the elements in an XML text, by its tags. Checked before libraries that recurse, or look up namespaces from
 * each leaf, because deep nesting may be an attack.
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

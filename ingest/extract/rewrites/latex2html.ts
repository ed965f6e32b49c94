import { type AnyNode, type Document, type Element, elementsNamed, isTag, isText } from '../dom.ts';
import { setChildren } from './children.ts';

// LaTeX2HTML says by the name or id of a link alone that the sections below a page are listed next.

const CHILD_LINKS = /^child_links$/i;

/** Names the lists of the sections below a page for what they are, and drops the word above each. */
export const foldChildLinks = (document: Document): void => {
  for (const link of elementsNamed(document, 'a')) {
    if (!CHILD_LINKS.test(link.attribs.name ?? link.attribs.id ?? '')) continue;
    const list = listBehind(link);
    if (list === undefined) continue;
    list.attribs.class = `${list.attribs.class ?? ''} toc`.trim();
    setChildren(link, []);
  }
};

/** The list that comes next, in the same element or behind the paragraph. */
const listBehind = (link: Element): Element | undefined => {
  const { parent } = link;
  for (const start of [link, parent !== null && isTag(parent) && parent.name === 'p' ? parent : undefined]) {
    let next: AnyNode | null = start?.next ?? null;
    while (next !== null && isEmpty(next)) next = next.next;
    if (next !== null) return isTag(next) && /^(?:ul|ol)$/.test(next.name) ? next : undefined;
  }
  return undefined;
};

const isEmpty = (node: AnyNode): boolean =>
  isText(node) ? node.data.trim() === '' : !isTag(node) || node.name === 'br';

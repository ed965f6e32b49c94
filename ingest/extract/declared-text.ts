import type { Block } from './blocks.ts';
import { classesOf, type Element, isTag } from './dom.ts';
import type { PageView } from './main-text/view.ts';
import type { PageHead } from './metadata.ts';

/** Programs that save a document as a web page: all of such a page is its text. */
const DOCUMENT_SOFTWARE =
  /^(?:microsoft (?:word|excel|onenote)|libreoffice|openoffice|staroffice|google docs|abiword|hancom|wps office)\b/i;

/**
 * The text of a page that declares where it is: all of a document that a word processor saved, and what an export of Google Docs,
 * Notion or Confluence sets apart from its frame. The classifier learned from web sites, and takes short sections for a frame.
 *
 * @returns undefined for any other page
 */
export const declaredText = (view: PageView, head: PageHead): readonly Block[] | undefined => {
  if (DOCUMENT_SOFTWARE.test(head.meta.get('generator') ?? '')) return view.blocks;
  const root = view.nodes.find(({ element }) => ROOTS.some((isRoot) => isRoot(element)));
  if (root === undefined) return undefined;
  const text = view.blocks.slice(root.first, root.last + 1);
  const comments = isConfluence(root.element) ? view.nodes.find(({ element }) => holdsComments(element)) : undefined;
  return comments === undefined ? text : [...text, ...view.blocks.slice(comments.first, comments.last + 1)];
};

const isConfluence = (element: Element): boolean =>
  element.attribs.id === 'main-content' && classesOf(element).includes('wiki-content');

/** True for the part of a page of Confluence with what people wrote below it. */
const holdsComments = (element: Element): boolean =>
  classesOf(element).includes('pageSection') &&
  element.children.some(
    (header) => isTag(header) && header.children.some((title) => isTag(title) && title.attribs.id === 'comments'),
  );

/** Elements that hold the text, and nothing else, each in the pages of one program. */
const ROOTS: readonly ((element: Element) => boolean)[] = [
  // Google Docs names its classes c0, c1, c2; "doc-content" stands around the text of a published document.
  (element) => classesOf(element).includes('doc-content') && classesOf(element).some((name) => /^c\d+$/.test(name)),
  (element) => element.name === 'body' && /^\s*c\d+(?:\s+c\d+)*\s*$/.test(element.attribs.class ?? ''),
  // Notion
  (element) => element.name === 'article' && classesOf(element).includes('page') && hasChild(element, 'page-body'),
  // Confluence
  (element) => isConfluence(element),
];

const hasChild = ({ children }: Element, name: string): boolean =>
  children.some((child) => isTag(child) && classesOf(child).includes(name));

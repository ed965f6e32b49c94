import type { Element } from 'domhandler';
import { type Document, elementsNamed } from '../dom.ts';
import { setChildren } from '../rewrites/children.ts';
import { blocksOf, isManualPage } from './manual-page.ts';
import { isPaged, marginHeading, unpaged } from './paged-text.ts';
import { code, EMPTY, element, isSentence, joined, type Line, linesOf, wordsIn } from './preformatted-lines.ts';
import { isPlainText, isTyped, plainBlocks } from './typed-text.ts';

/** Attribute of an element that was `pre` with typed text. Its parts are kept together, as they were before. */
export const TYPED = 'data-parley-typed';

/**
 * Converts manual pages for a terminal inside `pre`, such as Postfix's and man7.org's, with headings at the left margin, indented
 * sentences, and terms with further indented explanations. They become headings, paragraphs and terms; other parts, such as
 * examples, stay code. RFCs, which may have a `pre` per page, are converted in the same way, as one text.
 * Typed text at the left margin becomes paragraphs.
 *
 * @returns true if it is such a manual page or a paged text
 */
export const foldPreformattedProse = (document: Document): boolean => {
  let found = foldPagedText(document);
  const pieces = elementsNamed(document, 'pre').map((pre) => ({ pre, lines: linesOf(pre) }));
  const typed = pieces.filter(({ lines }) => isTyped(lines));
  const isTypedPage = typed.length >= MIN_TYPED && typed.length >= pieces.length / 4;
  for (const { pre, lines } of pieces) {
    const isManual = isManualPage(lines);
    if (!isManual && !isPlainText(lines) && !(isTypedPage && isTyped(lines))) continue;
    found ||= isManual;
    pre.name = 'div';
    if (!isManual) pre.attribs[TYPED] = '';
    setChildren(pre, isManual ? blocksOf(lines) : plainBlocks(lines));
  }
  return found;
};

/** Joins the pages of a paged text at the position of its first page. */
const foldPagedText = (document: Document): boolean => {
  const pages = elementsNamed(document, 'pre')
    .map((pre) => ({ pre, lines: linesOf(pre) }))
    .filter(({ lines }) => isPaged(lines));
  const [first] = pages;
  if (first === undefined) return false;
  const lines = unpaged(
    pages.flatMap(({ lines: page }) => page),
    EMPTY,
  );
  const blocks: Element[] = [];
  let open: Line[] = [];
  for (const [at, line] of [...lines, EMPTY].entries()) {
    const level = marginHeading(lines, at);
    if (line.indent >= 0 && level === undefined) {
      open.push(line);
      continue;
    }
    const [start] = open;
    const words = { body: 0, words: wordsIn(open) };
    if (start !== undefined) blocks.push(isSentence(open) ? element('p', joined(open, words)) : code(open));
    open = [];
    if (level !== undefined) blocks.push(element(`h${level}`, line.runs));
  }
  for (const { pre } of pages) {
    pre.name = 'div';
    setChildren(pre, pre === first.pre ? blocks : []);
  }
  return true;
};

/** Minimum pieces of prose in `pre` of a page that is typed as a whole. They must be a quarter of what it has in `pre`. */
const MIN_TYPED = 6;

import { Text } from 'domhandler';
import { type Document, elementsNamed, textOf } from '../dom.ts';
import { isoDate } from '../metadata.ts';
import { setChildren } from './children.ts';

/** Who wrote a page and when it was changed, as a line of the page says. */
export interface Byline {
  author?: string;
  /** ISO 8601. */
  updated?: string;
}

/** Maximum characters of such a line. */
const MAX_CHARS = 160;
const CHANGED = '(?:modified|updated|edited|changed|revised)';
const DATE =
  '(?<date>\\d{4}[-/]\\d{2}[-/]\\d{2}|\\p{L}{3,9}\\.? \\d{1,2},? \\d{4}|\\d{1,2}\\.? \\p{L}{3,9}\\.?,? \\d{4})(?:,? (?:at )?\\d{1,2}:\\d{2}(?::\\d{2})?)?';
const NAME = '[^,.:;]{1,60}?';
/**
 * Lines of wikis and site generators: "Created by Ann Lee, last modified by Bo Li on Jan 15, 2019" (Confluence), "This page
 * was last edited on 3 May 2021, at 14:02." (MediaWiki), "plan.txt · Last modified: 2021/05/03 14:02 by ann" (DokuWiki),
 * "Last updated on May 3, 2021" (Sphinx, Docusaurus).
 */
const LINES = [
  new RegExp(
    `^(?:created|added|written) by (?<author>${NAME}),? (?:last )?${CHANGED}(?: by ${NAME})? on ${DATE}\\.?$`,
    'iu',
  ),
  new RegExp(
    `^(?:\\S{1,60} · )?(?:this page was )?(?:last )?${CHANGED}(?: by ${NAME})?(?: on|:)? ${DATE}(?: by ${NAME})?\\.?$`,
    'iu',
  ),
];
const MAY_HOLD = new RegExp(CHANGED, 'i');

/** Takes the lines on a page's author and last change out of its text, and returns what the first one says. */
export const takeByline = (document: Document, html: string): Byline => {
  if (!MAY_HOLD.test(html)) return {};
  let found: Byline = {};
  for (const element of elementsNamed(document, 'div', 'p', 'li', 'span', 'small', 'em', 'td')) {
    const text = textOf(element, MAX_CHARS);
    if (text.length > MAX_CHARS || !MAY_HOLD.test(text)) continue;
    const said = LINES.map((line) => line.exec(text)?.groups).find((groups) => groups !== undefined);
    const updated = isoDate(said?.date?.replace(/[.,]/g, '').replace(/^(\d{4})\/(\d{2})\/(\d{2})$/, '$1-$2-$3'));
    // `text` may be only the beginning of what the element holds.
    if (!said || updated === undefined || textOf(element) !== text) continue;
    if (found.updated === undefined) found = { updated, ...(said.author !== undefined && { author: said.author }) };
    setChildren(element, []);
  }
  return found;
};

/** Takes the name of the space out of the title of a page that Confluence exported: "Handbook : Expenses". */
export const takeSpaceName = (document: Document): void => {
  const titled = elementsNamed(document, 'span', 'h1').filter(({ attribs }) => attribs.id === 'title-text');
  if (titled.length === 0) return;
  for (const element of [...titled, ...elementsNamed(document, 'title')]) {
    const title = /^.{1,80}? : (?<title>\S.*)$/su.exec(textOf(element))?.groups?.title;
    if (title !== undefined) setChildren(element, [new Text(title)]);
  }
};

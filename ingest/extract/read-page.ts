import { type HtmlTable, htmlTables } from '../tables/html.ts';
import { readBlocks } from './blocks.ts';
import { nameBoxes } from './box-kinds.ts';
import { takeByline, takeSpaceName } from './bylines.ts';
import { foldCodeLines } from './code-lines.ts';
import { type Element, parseHtml, wasCut } from './dom.ts';
import { graftEmbedded } from './embedded.ts';
import { foldFieldRows } from './field-rows.ts';
import { withBody } from './fragments.ts';
import { foldGridTables } from './grid-tables.ts';
import { foldIndentedCode } from './indented-code.ts';
import { foldLaidOutLists } from './laid-out-lists.ts';
import { foldChildLinks } from './latex2html.ts';
import { foldLineItems } from './line-items.ts';
import { foldLinedCells } from './lined-cells.ts';
import { dropLinkBars } from './link-bars.ts';
import { foldListings } from './listings.ts';
import { type PageView, viewPage } from './main-text/view.ts';
import { linkResolver, type PageHead, pageLinks, pageMetadata, pageTitle, readHead } from './metadata.ts';
import { liftNumberedTitles } from './numbered-headings.ts';
import type { ExtractedPage, PageMetadata } from './page.ts';
import { pageKind } from './page-kind.ts';
import { foldPreformattedProse } from './preformatted-prose.ts';
import { nameQuotedMails } from './quoted-mail-html.ts';
import { liftRowHeadings } from './row-headings.ts';
import { dropManualHeading, dropRepeatedHeading, dropRunningTitles, liftTitle } from './running-titles.ts';
import { foldScribble } from './scribble.ts';
import { labelTabs } from './tab-labels.ts';
import { writeTaskStates } from './task-states.ts';
import { closeAnchors, closeItems, openLists } from './unclosed-items.ts';
import { inlineUnknown } from './unknown-elements.ts';
import { dropUnseenText } from './unseen-text.ts';
import { partPills } from './value-pills.ts';
import { foldWordLists } from './word-lists.ts';

/** A page before its main text is chosen. */
export interface ReadPage {
  head: PageHead;
  view: PageView;
  tables: ReadonlyMap<Element, HtmlTable>;
  links: ExtractedPage['links'];
  resolve: (href: string) => string | undefined;
  metadata: PageMetadata;
}

/** Parses a page and builds the classifier's view of it. The training uses the same function. */
export const readPage = (html: string, url?: string): ReadPage => {
  const document = withBody(parseHtml(html));
  dropUnseenText(document, html);
  labelTabs(document);
  inlineUnknown(document);
  takeSpaceName(document);
  partPills(document);
  writeTaskStates(document);
  nameBoxes(document);
  nameQuotedMails(document);
  const byline = takeByline(document, html);
  liftTitle(document);
  const written = readHead(document, dropManualHeading(document));
  // A converted manual page without a declared generator is read like one of groff.
  const isManualPage = foldPreformattedProse(document) && !written.meta.has('generator');
  // Neither does Scribble declare itself, but all of its pages have its style sheet.
  const isScribble = written.styles.includes('scribble.css') && !written.meta.has('generator');
  const generator = isManualPage ? 'groff' : isScribble ? 'Scribble' : undefined;
  const head =
    generator === undefined ? written : { ...written, meta: new Map([...written.meta, ['generator', generator]]) };
  closeAnchors(document);
  closeItems(document);
  openLists(document);
  foldWordLists(document);
  dropLinkBars(document);
  dropRunningTitles(document);
  dropRepeatedHeading(document);
  liftRowHeadings(document);
  liftNumberedTitles(document);
  foldChildLinks(document);
  foldScribble(document);
  foldListings(document);
  foldIndentedCode(document);
  foldCodeLines(document);
  foldFieldRows(document);
  foldGridTables(document);
  foldLinedCells(document);
  foldLaidOutLists(document);
  foldLineItems(document);
  graftEmbedded(document, head);
  const resolve = linkResolver(head, url);
  const tables = htmlTables(document, resolve);
  const view = viewPage(readBlocks(document, new Set(tables.keys())), {
    title: pageTitle(head),
    description: head.meta.get('og:description') ?? head.meta.get('description'),
    kind: pageKind(head, url),
  });
  const metadata = { ...byline, ...pageMetadata(head, resolve) };
  if (wasCut(document)) metadata.notices = ['The page is nested too deep; it was read up to there.'];
  return { head, view, tables, links: pageLinks(document, resolve), resolve, metadata };
};

import { type HtmlTable, htmlTables } from '../tables/html.ts';
import { readBlocks } from './blocks.ts';
import { type Element, parseHtml, wasCut } from './dom.ts';
import { graftEmbedded } from './embedded.ts';
import { type PageView, viewPage } from './main-text/view.ts';
import { linkResolver, type PageHead, pageLinks, pageMetadata, pageTitle, readHead } from './metadata.ts';
import type { ExtractedPage, PageMetadata } from './page.ts';
import { pageKind } from './page-kind.ts';
import { foldPreformattedProse } from './preformatted/preformatted-prose.ts';
import { foldArgumentLists } from './rewrites/argument-lists.ts';
import { nameBoxes } from './rewrites/box-kinds.ts';
import { takeByline, takeSpaceName } from './rewrites/bylines.ts';
import { foldCodeLines } from './rewrites/code-lines.ts';
import { foldFieldRows } from './rewrites/field-rows.ts';
import { dropFoldLabels } from './rewrites/fold-labels.ts';
import { withBody } from './rewrites/fragments.ts';
import { foldGridTables } from './rewrites/grid-tables.ts';
import { dropIconNames } from './rewrites/icon-names.ts';
import { foldIndentedCode } from './rewrites/indented-code.ts';
import { foldLaidOutLists } from './rewrites/laid-out-lists.ts';
import { foldChildLinks } from './rewrites/latex2html.ts';
import { foldLineItems } from './rewrites/line-items.ts';
import { foldLinedCells } from './rewrites/lined-cells.ts';
import { dropLinkBars } from './rewrites/link-bars.ts';
import { dropLinkNotes } from './rewrites/link-notes.ts';
import { foldListings } from './rewrites/listings.ts';
import { liftNumberedTitles } from './rewrites/numbered-headings.ts';
import { nestPanelHeadings } from './rewrites/panel-headings.ts';
import { nameQuotedMails } from './rewrites/quoted-mail-html.ts';
import { liftRowHeadings } from './rewrites/row-headings.ts';
import {
  dropManualHeading,
  dropManualPageEdges,
  dropRepeatedHeading,
  dropRunningTitles,
  liftTitle,
} from './rewrites/running-titles.ts';
import { foldScribble } from './rewrites/scribble.ts';
import { foldSignTerms } from './rewrites/sign-terms.ts';
import { labelTabs } from './rewrites/tab-labels.ts';
import { writeTaskStates } from './rewrites/task-states.ts';
import { closeAnchors, closeItems, openLists } from './rewrites/unclosed-items.ts';
import { inlineUnknown } from './rewrites/unknown-elements.ts';
import { dropUnseenText } from './rewrites/unseen-text.ts';
import { partPills } from './rewrites/value-pills.ts';
import { foldWordLists } from './rewrites/word-lists.ts';

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
  dropIconNames(document);
  dropLinkNotes(document);
  nestPanelHeadings(document);
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
  foldSignTerms(document);
  foldArgumentLists(document);
  dropFoldLabels(document);
  dropLinkBars(document);
  dropManualPageEdges(document);
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

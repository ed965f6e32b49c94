import {
  type Document,
  type Element,
  fold,
  INLINE,
  isHeadingTool,
  isPageTurner,
  isTag,
  type ParentNode,
  walk,
} from './dom.ts';
import { isCellPrompt, isLineNumber, isNumberColumn, isParagraphNumber, isTooltip } from './rewrites/listings.ts';

/** A run of text in one style. */
export interface Inline {
  text: string;
  href?: string;
  strong?: boolean;
  emphasis?: boolean;
  code?: boolean;
  /** Set for the space that a single `<br>` stands for. */
  isBreak?: boolean;
}

/** The text between two block borders, which is kept or dropped as a whole. */
export interface Block {
  index: number;
  /** The nearest block-level element around it; undefined for text at the top of a fragment. */
  element?: Element;
  /** Text with folded white space; unchanged inside `pre`. */
  text: string;
  inlines: Inline[];
  /** Characters inside links and buttons. */
  linkLength: number;
  boldLength: number;
  /** Number of links that start in the block. */
  links: number;
  pre: boolean;
  /** The data table of which it is a cell. */
  table?: Element;
  /** The nearest `id` (or `name` of a link) at its start, the target of links to it. */
  anchor?: string;
  /** Other targets of links at its start: ids further out, and empty links above it. At most MAX_ANCHORS. */
  otherAnchors?: readonly string[];
}

const MAX_ANCHORS = 8;

const SKIP = new Set(
  (
    'script style title noscript template svg iframe object embed video audio canvas math rp rt rtc head input select textarea ' +
    'option datalist map progress meter frameset'
  ).split(' '),
);

/**
 * Splits a page into blocks, in reading order. Two consecutive `<br>` and `<hr>` are borders too.
 *
 * @param tables the page's data tables, to set `table` of their blocks
 */
export const readBlocks = (document: Document, tables: ReadonlySet<Element> = new Set()): Block[] => {
  const blocks: Block[] = [];
  let inlines: Inline[] = [];
  let length = 0;
  let linkLength = 0;
  let boldLength = 0;
  let links = 0;
  let breaks = 0;
  /** True if the last run ends with a space. Checking the growing run itself would take quadratic time. */
  let endsInSpace = false;
  let owner: Element | undefined;
  let table: Element | undefined;
  let anchors: string[] = [];
  const depth = { link: 0, strong: 0, emphasis: 0, code: 0, pre: 0 };
  const hrefs: (string | undefined)[] = [];

  const flush = () => {
    if (length > 0) {
      const pre = depth.pre > 0;
      const text = pre ? inlines.map((run) => run.text).join('') : fold(inlines.map((run) => run.text).join(''));
      if (text.trim() !== '') {
        const block = {
          index: blocks.length,
          element: owner,
          text,
          inlines,
          linkLength,
          boldLength,
          links,
          pre,
          table,
        };
        const [anchor, ...otherAnchors] = anchors.reverse();
        if (anchor === undefined) blocks.push(block);
        else blocks.push(otherAnchors.length === 0 ? { ...block, anchor } : { ...block, anchor, otherAnchors });
        anchors = [];
      }
    }
    inlines = [];
    length = linkLength = boldLength = links = breaks = 0;
    owner = undefined;
  };

  walk(document, {
    text: appendText,
    enter(element) {
      const { name } = element;
      if (SKIP.has(name) || isHeadingTool(element) || isConsent(element) || isTooltip(element)) return false;
      if (isNumberColumn(element) || isParagraphNumber(element) || isCellPrompt(element)) return false;
      if (isPageTurner(element) || isHiddenByScript(element)) return false;
      if (depth.pre > 0 && (name === 'button' || isLineNumber(element))) return false;
      if (name === 'br') lineBreak(element);
      else if (isLink(element)) link(element);
      else if (!INLINE.has(name)) flush();
      mark(element, 1);
      const anchor = anchorOf(element);
      if (anchor !== undefined && anchors.push(anchor) > MAX_ANCHORS) anchors.shift();
      if (name !== 'br' && !INLINE.has(name)) {
        if (name === 'pre') depth.pre++;
        if (table === undefined && tables.has(element)) table = element;
      }
      return true;
    },
    leave(element) {
      const { name } = element;
      if (name === 'br') return;
      if (isLink(element)) {
        depth.link--;
        hrefs.pop();
      } else if (!INLINE.has(name)) {
        flush();
        if (name === 'pre') depth.pre--;
        if (element === table) table = undefined;
      }
      mark(element, -1);
    },
  });
  flush();
  return blocks;

  function appendText(data: string, parent: ParentNode): void {
    let text = data;
    if (depth.pre === 0) {
      text = data.replace(/\s+/g, ' ');
      if (length === 0 || endsInSpace) text = text.trimStart();
      if (text === '') return;
      if (text !== ' ') breaks = 0;
    }
    if (text === '') return;
    owner ??= blockAncestor(parent);
    const href = hrefs.at(-1);
    const strong = depth.strong > 0 || undefined;
    const emphasis = depth.emphasis > 0 || undefined;
    const code = depth.code > 0 || undefined;
    const last = inlines.at(-1);
    if (
      last &&
      !last.isBreak &&
      last.href === href &&
      last.strong === strong &&
      last.emphasis === emphasis &&
      last.code === code
    )
      last.text += text;
    else inlines.push({ text, href, strong, emphasis, code });
    endsInSpace = text.endsWith(' ');
    length += text.length;
    if (depth.link > 0) linkLength += text.length;
    if (strong) boldLength += text.length;
  }

  function lineBreak(element: Element): void {
    if (depth.pre > 0) appendText('\n', element);
    else if (++breaks > 1) flush();
    else if (length > 0) {
      if (!endsInSpace) length++;
      inlines.push({ text: endsInSpace ? '' : ' ', isBreak: true });
      endsInSpace = true;
    }
  }

  function link({ attribs }: Element): void {
    depth.link++;
    hrefs.push(attribs.href);
    links++;
  }

  function mark(element: Element, by: 1 | -1): void {
    for (const style of stylesOf(element)) depth[style] += by;
  }
};

const isLink = ({ name }: Element): boolean => name === 'a' || name === 'button';

/** What an element makes of the letters inside. Word processors write bold and slanted letters as styles alone. */
const stylesOf = ({ name, attribs: { style } }: Element): ('strong' | 'emphasis' | 'code')[] => {
  if (name === 'b' || name === 'strong') return ['strong'];
  if (name === 'i' || name === 'em' || name === 'cite') return ['emphasis'];
  if (name === 'code' || name === 'kbd' || name === 'samp' || name === 'tt') return ['code'];
  if (style === undefined || name === 'br') return [];
  return [
    ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? (['strong'] as const) : []),
    ...(/font-style:\s*italic/i.test(style) ? (['emphasis'] as const) : []),
  ];
};

/**
 * Names of the outermost elements of consent managers. Their paragraphs are longer and better formed than a thread's posts, so
 * they are removed before the main text is chosen.
 */
const CONSENT =
  /^(?:onetrust-(?:consent-sdk|banner-sdk|pc-sdk)|CybotCookiebotDialog|didomi-host|qc-cmp2-container|usercentrics-root|truste-consent-track|cmplz-cookiebanner-container|cookie-law-info-bar|cookie-notice|iubenda-cs-banner|moove_gdpr_cookie_info_bar|termly-code-snippet-support|axeptio_overlay|cookiescript_injected|tarteaucitronRoot|klaro)$/i;

/** Classes of elements that a page's script hides at once: in Haddock's folds, and in Doxygen's empty search results. */
const HIDDEN_BY_SCRIPT = /(?:^|\s)(?:hide-when-js-enabled|SRStatus)(?:\s|$)/;

const isHiddenByScript = ({ attribs }: Element): boolean => HIDDEN_BY_SCRIPT.test(attribs.class ?? '');

const isConsent = ({ attribs }: Element): boolean =>
  [attribs.id ?? '', ...(attribs.class ?? '').split(/\s+/, 2)].some((word) => CONSENT.test(word));

/** Ids of containers for advertisements. */
const AD = /(?:^|[-_])(?:ads?|advert\w*|incontent\d*)(?:[-_]|\d*$)/i;

const anchorOf = ({ name, attribs }: Element): string | undefined => {
  const id = attribs.id ?? (name === 'a' ? attribs.name : undefined);
  return id !== undefined && /^[^\s"<>#]{1,200}$/.test(id) && !AD.test(id) ? id : undefined;
};

const blockAncestor = (parent: ParentNode): Element | undefined => {
  let node: ParentNode = parent;
  while (isTag(node) && INLINE.has(node.name) && node.parent !== null && isTag(node.parent)) node = node.parent;
  return isTag(node) ? node : undefined;
};

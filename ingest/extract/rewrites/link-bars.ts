import {
  type AnyNode,
  type Document,
  type Element,
  elementsNamed,
  INLINE,
  isHeadingTool,
  isTag,
  isText,
  type ParentNode,
  textOf,
} from '../dom.ts';
import { setChildren } from './children.ts';

/** Minimum links of one letter in a bar, and maximum characters of its text: a few words before it, a separator between two. */
const MIN_LETTERS = 8;
const MAX_CHARS = 300;
/** Maximum words beside the letters, such as "Index:" or "All". */
const MAX_WORDS = 3;

/** Empties the bars of links that only lead about: of letters above an index, of links in brackets or with rules between them. */
export const dropLinkBars = (document: Document): void => {
  const links = elementsNamed(document, 'a');
  for (const link of links) {
    if (!isFrameControl(link) && !isControl(link) && !isFileLink(link)) continue;
    setChildren(link, []);
    const { parent } = link;
    // A sign between the link and a button, such as "·", goes with them.
    if (parent && isTag(parent) && !/[\p{L}\p{N}]/u.test(textOf(parent, MAX_CHARS))) setChildren(parent, []);
  }
  for (const unfolding of [...elementsNamed(document, 'summary'), ...elementsNamed(document, 'label')])
    if (UNFOLDS.test(textOf(unfolding, MAX_CHARS).trim())) setChildren(unfolding, []);
  dropButtons(document);
  const seen = new Set<Element>();
  for (const link of links) {
    const { parent } = link;
    if (!parent || !isTag(parent)) continue;
    // Once for all links of a parent: there may be thousands.
    const isBar = !seen.has(parent) && (isBracketBar(parent) || isRuledBar(parent) || isScriptControl(parent));
    seen.add(parent);
    if (isBar || (leadsBack(link) && isWayBack(parent))) setChildren(parent, []);
  }
  dropLabelledBars(document);
  dropLetterBars(document);
};

/** "[Overview][Types][Index]": words in brackets, all of them links but for the page's own. References are numbers. */
const isBracketBar = (holder: Element): boolean => {
  const text = textOf(holder, MAX_CHARS).trim();
  if (text.length >= MAX_CHARS || !/^(?:\[\s*\p{L}[^[\]\d]{1,40}\]\s*){3,}$/u.test(text)) return false;
  const links = elementsNamed(holder, 'a').filter(({ attribs }) => attribs.href !== undefined);
  return links.length >= text.split('[').length - 2;
};

/** "Back to chapter 6", "Back to the contents", "[top]". */
const leadsBack = (link: Element): boolean => {
  const label = textOf(link, MAX_CHARS);
  return (
    /^(?:back|return) to\b.{1,40}$/i.test(label) ||
    (/^\[?(?:to )?top\]?$/i.test(label) && (link.attribs.href ?? '').startsWith('#'))
  );
};

/** True for a paragraph of nothing but links that lead back. */
const isWayBack = (holder: Element): boolean => {
  if (!/^(?:p|div|center)$/.test(holder.name)) return false;
  const links = holder.children.filter(isTag);
  const beside = holder.children.map((child) => (isText(child) ? child.data : '')).join('');
  return !/[\p{L}\p{N}]/u.test(beside) && links.every((link) => link.name === 'a' && leadsBack(link));
};

/** "[Remove frame]": a control in brackets that opens the page in the whole window. */
const isFrameControl = (link: Element): boolean =>
  link.attribs.target === '_top' && /^\[[^[\]]{1,40}\]$/.test(textOf(link, MAX_CHARS).trim());

/** What a control says that shows or hides the part below it. */
const UNFOLDS =
  /^(?:show|hide|view|expand|collapse|toggle)\s+(?:all|more|less|details|description|source|code|declaration)$/i;
/** What a control says that does something with the listing beside it. */
const RUNS = /^(?:run|copy|try it|open in playground)$/i;
/** What a link in a listing of source code says that leads back to the description. */
const DESCRIBES = /^\[(?:docs|source)\]$/;

/** What a link beside a member says that opens the file it is written in, to read or to change it. */
const OPENS_FILE = /^(?:(?:view|show|edit)\s+)?(?:source|src|edit)(?:\s+code)?$/i;
/** An address of a line of a file, of a file in a repository, or of a module's listing (Sphinx, Haddock, rustdoc). */
const FILE_ADDRESS = /#L\d+(?:-L\d+)?$|\/(?:blob|edit|tree)\/.|(?:^|\/)_modules\/.|(?:^|\/)src\/[^?#]+\.html?(?:#|$)/;

/** True for "(source)" or "Edit" beside a member, which leads to the file it is written in. Words of a sentence are no such link. */
const isFileLink = (link: Element): boolean => {
  const label = textOf(link, MAX_CHARS).trim();
  const name = /^(?:\[.*\]|\(.*\))$/.test(label) ? label.slice(1, -1) : label;
  if (!OPENS_FILE.test(name) || !FILE_ADDRESS.test(link.attribs.href ?? '')) return false;
  if (name !== label) return true;
  // "Splitter a Source": a capital without a sign before it, and nothing behind it.
  if (/^\p{Lu}/u.test(name) && isLastButTools(link)) return true;
  const before = textBeside(link, 'prev').trimEnd();
  const after = textBeside(link, 'next').trimStart();
  return !/[\p{L}\p{N},;]$/u.test(before) && !/^[\p{Ll},;]/u.test(after);
};

/** True for an element of a line with words before it and nothing behind it but links of a sign. */
const isLastButTools = (element: Element): boolean => {
  if (element.prev === null) return false;
  for (let { next } = element; next !== null; { next } = next)
    if (isText(next) ? next.data.trim() !== '' : !isTag(next) || !isHeadingTool(next)) return false;
  return true;
};

/** The text right before or behind an element, in the same parent. */
const textBeside = (element: Element, side: 'prev' | 'next'): string => {
  const node = element[side];
  return node !== null && isText(node) ? node.data : '';
};

/** True for a link that does something on the page itself: folds a part of it, or runs a listing elsewhere. */
const isControl = (link: Element): boolean => {
  const { href = '' } = link.attribs;
  const label = textOf(link, MAX_CHARS).trim();
  if (href === '#' || /^javascript:/i.test(href))
    return UNFOLDS.test(label) || /^\[[^\p{L}\p{N}[\]]{1,3}\]$/u.test(label);
  if (RUNS.test(label)) return isBesideListing(link);
  return DESCRIBES.test(label) && isInListing(link);
};

/** Empties buttons that copy the listing beside them, and rows of nothing but buttons, such as those that zoom a diagram. */
const dropButtons = (document: Document): void => {
  const seen = new Set<Element>();
  for (const button of elementsNamed(document, 'button')) {
    const { parent } = button;
    if (COPIES.test(textOf(button, MAX_CHARS).trim()) && isBesideListing(button)) setChildren(button, []);
    if (!parent || !isTag(parent) || seen.has(parent)) continue;
    seen.add(parent);
    if (isButtonRow(parent)) setChildren(parent, []);
  }
};

const COPIES = /^copy(?: code)?$/i;

/** Elements in which a button that a row holds has no more than its label. */
const NOT_SHOWN = /^(?:svg|script|style|template)$/;
const MAX_LABEL_CHARS = 40;

const isButtonRow = ({ children }: Element): boolean => {
  let buttons = 0;
  for (const child of children) {
    if (
      isText(child)
        ? child.data.trim() !== ''
        : isTag(child) && child.name !== 'button' && !NOT_SHOWN.test(child.name) && textOf(child, 1) !== ''
    )
      return false;
    if (!isTag(child) || child.name !== 'button') continue;
    if (textOf(child, MAX_CHARS).trim().length > MAX_LABEL_CHARS) return false;
    buttons++;
  }
  return buttons >= 2;
};

/** True for a link whose neighbour is a listing, such as the button that sends it to a playground. */
const isBesideListing = ({ prev, next }: Element): boolean =>
  [prev, next].some((node) => node !== null && isTag(node) && node.name === 'pre');

/** Maximum elements between a link in a listing and its `pre`. */
const MAX_AROUND = 4;

const isInListing = (link: Element): boolean => {
  let { parent } = link;
  for (let depth = 0; depth < MAX_AROUND && parent !== null && isTag(parent); depth++, parent = parent.parent)
    if (parent.name === 'pre') return true;
  return false;
};

/** "[hide private]": a control in brackets that a script answers. */
const isScriptControl = (holder: Element): boolean =>
  /^\[[^[\]]{1,40}\]$/.test(textOf(holder, MAX_CHARS).trim()) &&
  elementsNamed(holder, 'a').every(
    ({ attribs: { href = '', onclick } }) =>
      /^javascript:/i.test(href) || (onclick !== undefined && href.startsWith('#')),
  );

/** Minimum links of a bar with rules between them; fewer are enough if one leads to a part of the page itself. */
const MIN_RULED = 4;
const MIN_RULED_HERE = 2;

/** "Main index | Topics | Keywords | Full index": links with nothing but rules between them, and not in a sentence or a cell. */
const isRuledBar = ({ name, children }: Element): boolean => {
  if (!/^(?:p|div|center|nav)$/.test(name)) return false;
  let links = 0;
  let least = MIN_RULED;
  let beside = '';
  for (const child of children) {
    if (isText(child)) beside += child.data;
    else if (!isTag(child)) continue;
    else if (child.name !== 'a' || child.attribs.href === undefined) return false;
    else links++;
    if (isTag(child) && child.attribs.href?.startsWith('#')) least = MIN_RULED_HERE;
  }
  const rules = beside.replace(/\s+/g, '');
  return links >= least && /^[|·•]+$/.test(rules) && rules.length >= links - 1 && rules.length <= links + 1;
};

/** Labels of a bar's links; "Next: Boxes Up: Manual Previous: Lids". */
const LABELS = /^(?:(?:next|up|prev(?:ious)?|contents|index|top|home|first|last)\s*(?:page)?\s*[:>|]?\s*)+$/i;
/** Minimum links of such a bar, of which at least two have a label. */
const MIN_LABELLED = 2;
const MAX_RUN = 40;

/** Drops runs of links, each behind a label that says where it leads from here, which stand between other parts of a page. */
const dropLabelledBars = (document: Document): void => {
  const seen = new Set<ParentNode>();
  for (const link of elementsNamed(document, 'a')) {
    // "[Prev: Lids] [Contents] [Next: Boxes]", each in a cell.
    const cell = link.parent && isTag(link.parent) && INLINE.has(link.parent.name) ? link.parent.parent : link.parent;
    const table = cell && isTag(cell) && /^t[dh]$/.test(cell.name) ? tableAround(cell) : undefined;
    if (table !== undefined && !seen.has(table)) {
      seen.add(table);
      if (textOf(table, MAX_CHARS).length < MAX_CHARS && isLabelledBar([table])) setChildren(table, []);
    }
    const holder = link.parent && isTag(link.parent) && INLINE.has(link.parent.name) ? link.parent.parent : link.parent;
    if (holder === null || seen.has(holder) || (isTag(holder) && INLINE.has(holder.name))) continue;
    seen.add(holder);
    dropRuns(holder);
  }
};

/** The table of a cell, if it has no more than one row. */
const tableAround = (cell: Element): Element | undefined => {
  const row = cell.parent;
  const body = row?.parent;
  if (!row || !isTag(row) || row.name !== 'tr' || !body || !isTag(body)) return undefined;
  const table = body.name === 'table' ? body : body.parent;
  const isAlone = (holder: ParentNode) => holder.children.filter(isTag).length === 1;
  return table && isTag(table) && table.name === 'table' && isAlone(body) && isAlone(table) ? table : undefined;
};

const dropRuns = (holder: ParentNode): void => {
  const kept: AnyNode[] = [];
  let run: AnyNode[] = [];
  const endRun = () => {
    if (!isLabelledBar(run)) for (const node of run) kept.push(node);
    run = [];
  };
  for (const child of holder.children) {
    if (isTag(child) && child.name !== 'br' && !INLINE.has(child.name)) {
      endRun();
      kept.push(child);
    } else run.push(child);
  }
  endRun();
  if (kept.length < holder.children.length) setChildren(holder, kept);
};

/** The label of a link that stands for itself: "Next section: Lids". */
const NEXT = /^(?:next|prev(?:ious)?)\s+(?:page|section|chapter|topic)\s*[:>|]?$/i;

const isLabelledBar = (run: readonly AnyNode[]): boolean => {
  if (run.length > MAX_RUN) return false;
  const links = run
    .flatMap((node) => (isTag(node) ? (node.name === 'a' ? [node] : elementsNamed(node, 'a')) : []))
    .filter(({ attribs }) => attribs.href !== undefined);
  const beside = run.map((node) => (isTag(node) ? outside(node) : isText(node) ? node.data : '')).join(' ');
  const labels = beside.replace(/[[\],\s]+/g, ' ').trim();
  if (links.length < MIN_LABELLED) return links.length === 1 && NEXT.test(labels);
  return LABELS.test(labels) && labels.split(/[:>|]/).length > MIN_LABELLED;
};

/** The text of an element outside of its links. */
const outside = (element: Element): string =>
  element.name === 'a' && element.attribs.href !== undefined
    ? ''
    : element.children.map((child) => (isTag(child) ? outside(child) : isText(child) ? child.data : '')).join('');

const dropLetterBars = (document: Document): void => {
  const counts = new Map<Element, number>();
  for (const link of elementsNamed(document, 'a')) {
    const letter = textOf(link, 3).trim();
    if (link.attribs.href === undefined || letter.length !== 1) continue;
    // The parent is the bar, or an item or cell of it.
    const { parent } = link;
    for (const holder of [parent, parent?.parent])
      if (holder && isTag(holder)) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  for (const [holder, count] of counts) if (count >= MIN_LETTERS && isBar(holder)) setChildren(holder, []);
};

const isBar = (holder: Element): boolean => {
  const text = textOf(holder, MAX_CHARS);
  if (text.length >= MAX_CHARS) return false;
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = new Set(words.filter((word) => [...word].length === 1));
  return letters.size >= MIN_LETTERS && words.filter((word) => [...word].length > 1).length <= MAX_WORDS;
};

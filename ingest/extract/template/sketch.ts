import { isTag } from 'domhandler';
import { fnv1a } from '../../../core/text/fnv.ts';
import type { Block } from '../blocks.ts';
import { type Element, walk } from '../dom.ts';
import type { PageView, ViewNode } from '../main-text/view.ts';
import { type PageHead, titleBracket, titleParts } from '../metadata.ts';
import type { PageSketch } from './page-sketch.ts';

/** Maximum blocks of a sketch at the start and at the end of the page, where the template is. */
const MAX_FIRST = 1200;
const MAX_LAST = 300;

/** Creates the sketch of a page, with limited size. */
export const sketchPage = (view: PageView, head: PageHead): PageSketch => {
  const blocks = view.blocks.flatMap((block, i) =>
    i < MAX_FIRST || i >= view.blocks.length - MAX_LAST ? [{ block, i }] : [],
  );
  const places = aroundBlocks(
    view,
    blocks.map(({ i }) => i),
  );
  const controls = aroundControls(view);
  return {
    family: familyOf(head),
    title: view.title === '' ? 0 : lineHash(view.title),
    titleParts: [...titleParts(head.title), titleBracket(head.title) ?? []].flat().map(lineHash),
    nodes: Array.from(places.keys(), (n) => {
      const { parent, element } = view.nodes[n] as ViewNode;
      return {
        parent: places.get(parent) ?? -1,
        name: elementName(element),
        id: /^(?:html|body)$/.test(element.name) ? '' : (element.attribs.id ?? '').slice(0, 100),
        control: controls.has(element),
      };
    }),
    blocks: blocks.map(({ block, i }) => ({
      node: places.get(view.leaf[i] ?? -1) ?? -1,
      text: lineHash(block.text),
      label: fnv1a(labelOf(block)),
      length: block.text.length,
      link: Math.min(block.linkLength, block.text.length),
      local: localLength(block),
      good: view.good[i] === 1,
      heading: isHeading(block),
    })),
  };
};

/** Maps the nodes around these blocks, in order, to their new indices. */
const aroundBlocks = ({ nodes, leaf }: PageView, blocks: readonly number[]): Map<number, number> => {
  const around = new Set<number>();
  for (const i of blocks)
    for (let n = leaf[i] ?? -1; n !== -1 && !around.has(n); n = nodes[n]?.parent ?? -1) around.add(n);
  return new Map([...around].sort((a, b) => a - b).map((n, place) => [n, place]));
};

/** The elements around each form control. */
const aroundControls = ({ nodes }: PageView): Set<Element> => {
  const found = new Set<Element>();
  for (const { element, parent } of nodes)
    if (parent === -1)
      walk(element, {
        enter(one) {
          if (!isControl(one)) return;
          for (let at = one.parent; at !== null && isTag(at) && !found.has(at); at = at.parent) found.add(at);
        },
      });
  return found;
};

/** True for a form control. Excludes checkboxes and radio buttons, which are used for tasks and tabs with text. */
const isControl = ({ name, attribs }: Element): boolean =>
  name === 'select' || (name === 'input' && /^(?:text|search)?$/i.test(attribs.type ?? ''));

/** The generator and style sheets of a page. */
export const familyOf = ({ meta, styles }: PageHead): string =>
  [/[a-z-]+/i.exec(meta.get('generator') ?? '')?.[0] ?? '', ...new Set(styles)].join(' ').slice(0, 500);

/** The name of an element in a path: its tag and classes; only the tag of html and body. */
export const elementName = ({ name, attribs }: Element): string => {
  if (name === 'html' || name === 'body') return name;
  const classes = (attribs.class ?? '').slice(0, 200).split(/\s+/).filter(Boolean);
  return [name, ...new Set(classes.map((one) => one.replace(/\d+/g, '')))].join('.');
};

/** Words of a line that says when its page was changed, and dates and times in it, of which a line has at most this many characters. */
const CHANGED =
  /\b(?:last|updated?|modified|reviewed|edited|generated|changed|built|stand|geändert|aktualisiert|modifié|mise? à jour|actualizad[oa])\b/i;
const DATE =
  /\b(?:\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d(?::\d\d)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d)\b/gi;
const MAX_CHANGED = 200;

/** The hash of a line, equal for lines that say the same of pages that were changed on other days. */
export const lineHash = (text: string): number =>
  fnv1a(text.length <= MAX_CHANGED && CHANGED.test(text) ? text.replace(DATE, '0') : text);

/** The path of an element from its parent's path. Ids count only if they belong to the template. */
export const pathOf = (parent: number, name: string, id: string, ids: ReadonlySet<string>): number =>
  fnv1a(`>${name}${ids.has(id) ? `#${id}` : ''}`, parent);

/** The text of a block outside its links, without symbols; the whole text if it has no links. */
const labelOf = ({ inlines, text, linkLength }: Block): string =>
  linkLength === 0
    ? text
    : inlines
        .filter(({ href }) => href === undefined)
        .map((inline) => inline.text.replace(/[^\p{L}\p{N}]+/gu, ''))
        .join('');

/** Number of characters inside links to a place of the same page. */
export const localLength = ({ inlines, text }: Block): number => {
  let length = 0;
  for (const { href, text: words } of inlines) if (href?.startsWith('#')) length += words.length;
  return Math.min(length, text.length);
};

/** True for a heading or a term, which the text below belongs to. */
export const isHeading = (block: Block): boolean => headingOf(block) !== undefined;

/** 1 to 6 for a heading, 0 for others, including terms. */
export const headingLevel = (block: Block): number => Number(/^h([1-6])$/.exec(headingOf(block)?.name ?? '')?.[1] ?? 0);

const headingOf = ({ element }: Block): Element | undefined => {
  for (let node = element, up = 0; node !== undefined && up < 3; up++) {
    if (/^(?:h[1-6]|dt)$/.test(node.name)) return node;
    node = node.parent !== null && isTag(node.parent) ? node.parent : undefined;
  }
  return undefined;
};

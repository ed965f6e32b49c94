import { isTag } from 'domhandler';
import type { Block } from '../blocks.ts';
import { type Element, walk } from '../dom.ts';
import type { PageView, ViewNode } from '../main-text/view.ts';
import type { PageHead } from '../metadata.ts';
import type { PageSketch } from './page-sketch.ts';

/** Blocks of one page that are looked at: so many at its start, where its frame is, and so many at its end. */
const MAX_FIRST = 1200;
const MAX_LAST = 300;

/** The sketch of a page, bounded whatever the page is. */
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
      text: hashOf(block.text),
      label: hashOf(labelOf(block)),
      length: block.text.length,
      link: Math.min(block.linkLength, block.text.length),
      local: localLength(block),
      good: view.good[i] === 1,
      heading: isHeading(block),
    })),
  };
};

/** The nodes around these blocks in their order, each with its place among them. */
const aroundBlocks = ({ nodes, leaf }: PageView, blocks: readonly number[]): Map<number, number> => {
  const around = new Set<number>();
  for (const i of blocks)
    for (let n = leaf[i] ?? -1; n !== -1 && !around.has(n); n = nodes[n]?.parent ?? -1) around.add(n);
  return new Map([...around].sort((a, b) => a - b).map((n, place) => [n, place]));
};

/** The elements around each field or choice. */
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

/** Boxes to tick are left out: lists of tasks and tabs, which hold text, are made of them. */
const isControl = ({ name, attribs }: Element): boolean =>
  name === 'select' || (name === 'input' && /^(?:text|search)?$/i.test(attribs.type ?? ''));

/** Which program and styles made a page. */
export const familyOf = ({ meta, styles }: PageHead): string =>
  [/[a-z-]+/i.exec(meta.get('generator') ?? '')?.[0] ?? '', ...new Set(styles)].join(' ').slice(0, 500);

/** The element in a path: its tag and classes, which a template gives; of html and body the tag alone. */
export const elementName = ({ name, attribs }: Element): string => {
  if (name === 'html' || name === 'body') return name;
  const classes = (attribs.class ?? '').slice(0, 200).split(/\s+/).filter(Boolean);
  return [name, ...new Set(classes.map((one) => one.replace(/\d+/g, '')))].join('.');
};

/** FNV-1a, 32 bits. */
export const hashOf = (text: string, start = 0x811c9dc5): number => {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** The path of an element by its parent's; an id counts where a template gives it. */
export const pathOf = (parent: number, name: string, id: string, ids: ReadonlySet<string>): number =>
  hashOf(`>${name}${ids.has(id) ? `#${id}` : ''}`, parent);

/** The words that a block's links leave, without signs between them; the whole text where it has no links. */
const labelOf = ({ inlines, text, linkLength }: Block): string =>
  linkLength === 0
    ? text
    : inlines
        .filter(({ href }) => href === undefined)
        .map((inline) => inline.text.replace(/[^\p{L}\p{N}]+/gu, ''))
        .join('');

export const localLength = ({ inlines, text }: Block): number => {
  let length = 0;
  for (const { href, text: words } of inlines) if (href?.startsWith('#')) length += words.length;
  return Math.min(length, text.length);
};

/** A heading or a term: what stands below it is its own. */
export const isHeading = (block: Block): boolean => headingOf(block) !== undefined;

/** 1 to 6 for a heading, 0 for a term and everything else. */
export const headingLevel = (block: Block): number => Number(/^h([1-6])$/.exec(headingOf(block)?.name ?? '')?.[1] ?? 0);

const headingOf = ({ element }: Block): Element | undefined => {
  for (let node = element, up = 0; node !== undefined && up < 3; up++) {
    if (/^(?:h[1-6]|dt)$/.test(node.name)) return node;
    node = node.parent !== null && isTag(node.parent) ? node.parent : undefined;
  }
  return undefined;
};

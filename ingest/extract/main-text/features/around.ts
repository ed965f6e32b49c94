import { findContainers } from '../containers.ts';
import { GROUPS } from '../groups.ts';
import { FAR, groupColumns, levelsUp, type ViewNode } from '../view.ts';
import { type FeatureGroup, share } from './feature-group.ts';

/** Levels up to the nearest element of each group. */
export const groupLevels: FeatureGroup = {
  names: GROUPS.map((group) => `up_${group}`),
  prepare({ nodes, leaf }) {
    const levels = levelsUp(nodes, GROUPS.length, (node) => groupColumns(node.groups));
    return (i, row, at) => {
      const node = leaf[i]!;
      for (let g = 0; g < GROUPS.length; g++) row[at++] = node === -1 ? FAR : levels[node * GROUPS.length + g]!;
    };
  },
};

const TAGS = [
  'li',
  'table',
  'td',
  'form',
  'blockquote',
  'article',
  'p',
  'figure',
  'pre',
  'section',
  'nav',
  'header',
  'footer',
  'aside',
  'main',
  'dl',
  'details',
  'div',
  'span',
  'ul',
];

/** Levels up to the nearest element of each name. */
export const tagLevels: FeatureGroup = {
  names: TAGS.map((tag) => `up_tag_${tag}`),
  prepare({ nodes, leaf }) {
    const levels = levelsUp(nodes, TAGS.length, (node) => {
      const column = TAGS.indexOf(node.element.name);
      return column === -1 ? [] : [column];
    });
    return (i, row, at) => {
      const node = leaf[i]!;
      for (let t = 0; t < TAGS.length; t++) row[at++] = node === -1 ? FAR : levels[node * TAGS.length + t]!;
    };
  },
};

/** Whether each container contains the block, and how far it is from the best one. */
export const containers: FeatureGroup = {
  names: [
    'in_good_50',
    'in_good_75',
    'in_good_95',
    'in_clean_50',
    'in_clean_75',
    'in_clean_95',
    'in_top',
    'in_body',
    'to_top',
    'from_top',
    'depth',
  ],
  prepare(view) {
    const { nodes, leaf } = view;
    const { shares, top, body } = findContainers(view);
    const marks = [...shares, top, body];
    const inside = new Int32Array(nodes.length);
    const onPath = new Set<number>();
    for (let n = top; n !== -1; n = nodes[n]!.parent) onPath.add(n);
    const up = new Uint8Array(nodes.length);
    const meeting = new Int32Array(nodes.length);
    for (const [n, node] of nodes.entries()) {
      inside[n] = node.parent === -1 ? 0 : inside[node.parent]!;
      for (const [bit, mark] of marks.entries()) if (mark === n) inside[n]! |= 1 << bit;
      const joins = onPath.has(n);
      up[n] = joins || node.parent === -1 ? 0 : Math.min(200, up[node.parent]! + 1);
      meeting[n] = joins || node.parent === -1 ? n : meeting[node.parent]!;
    }
    return (i, row, at) => {
      const node = leaf[i]!;
      for (let bit = 0; bit < marks.length; bit++) row[at++] = node === -1 ? 0 : (inside[node]! >> bit) & 1;
      row[at++] = node === -1 ? FAR : up[node]!;
      row[at++] = node === -1 || top === -1 ? FAR : nodes[top]!.depth - nodes[meeting[node]!]!.depth;
      row[at++] = node === -1 ? 0 : nodes[node]!.depth;
    };
  },
};

const ANCESTORS = [1, 2, 3, 4];
const PARTS = ['length', 'density', 'good', 'blocks', 'share', 'place'];

/** The four nearest elements that contain more text than the elements inside them. */
export const ancestors: FeatureGroup = {
  names: ANCESTORS.flatMap((level) => PARTS.map((part) => `ancestor_${level}_${part}`)),
  prepare({ nodes, leaf, totals }) {
    const wider = (node: ViewNode): number => {
      let n = node.parent;
      while (n !== -1 && nodes[n]!.blocks === node.blocks) n = nodes[n]!.parent;
      return n;
    };
    return (i, row, at) => {
      let n = leaf[i]!;
      for (const level of ANCESTORS) {
        if (n !== -1 && level > 1) n = wider(nodes[n]!);
        const node = nodes[n];
        if (node === undefined) {
          for (let p = 0; p < PARTS.length; p++) row[at++] = -1;
          continue;
        }
        row[at++] = Math.log1p(node.length);
        row[at++] = share(node.link, node.length);
        row[at++] = share(node.good, node.length);
        row[at++] = Math.log1p(node.blocks);
        row[at++] = share(node.length, totals.length);
        row[at++] = share(i - node.first, node.blocks);
      }
    };
  },
};

import { groupMask, POSITIVE } from './groups.ts';
import type { PageView, ViewNode } from './view.ts';

/** Indices of elements that may contain the main text, each found in its own way; -1 for none. */
export interface Containers {
  /** Smallest elements with 50, 75 and 95 % of the good text, then of the clean text. */
  shares: number[];
  /** The best-scoring parent of running text, as Readability finds it. */
  top: number;
  /** The first element whose name is usual for the body of an article. */
  body: number;
}

const SHARES = [0.5, 0.75, 0.95];
const NEGATIVE = groupMask(
  'footer',
  'side',
  'related',
  'comment',
  'nav',
  'share',
  'ad',
  'newsletter',
  'hidden',
  'author',
  'meta',
);

/** Finds the containers of a page. */
export const findContainers = (view: PageView): Containers => ({
  shares: [
    ...SHARES.map((share) => smallest(view.nodes, (node) => node.good, share * view.totals.good)),
    ...SHARES.map((share) => smallest(view.nodes, (node) => node.clean, share * view.totals.clean)),
  ],
  top: topCandidate(view),
  body: namedBody(view),
});

/** The deepest element that reaches the amount; among equals, the shortest. */
const smallest = (nodes: readonly ViewNode[], amount: (node: ViewNode) => number, least: number): number => {
  let best = -1;
  if (least <= 0) return best;
  for (const [n, node] of nodes.entries())
    if (amount(node) >= least && (best === -1 || node.length <= nodes[best]!.length)) best = n;
  return best;
};

/**
 * Readability's score: each paragraph gives 1 + commas + hundreds of characters (at most 3) to its parent, half to the next and
 * less (divided by 3 a level) further up; classes add or take 25; links scale down. Here five levels, divided by 1, 2, 6, 9, 12.
 */
const topCandidate = (view: PageView): number => {
  const scores = new Map<number, number>();
  const divisors = [1, 2, 6, 9, 12];
  for (const [i, block] of view.blocks.entries()) {
    if (view.length[i]! < 25 || view.density[i]! > 0.6) continue;
    let commas = 0;
    for (const character of block.text) if (character === ',' || character === '，' || character === '、') commas++;
    const score = 1 + commas + Math.min(3, Math.floor(view.length[i]! / 100));
    let node = view.nodes[view.leaf[i]!]?.parent ?? -1;
    for (const divisor of divisors) {
      if (node === -1) break;
      scores.set(node, (scores.get(node) ?? 0) + score / divisor);
      node = view.nodes[node]!.parent;
    }
  }
  let best = -1;
  let bestScore = 0;
  for (const [n, score] of scores) {
    const node = view.nodes[n]!;
    const named = ((node.groups & POSITIVE) === 0 ? 0 : 25) - ((node.groups & NEGATIVE) === 0 ? 0 : 25);
    const total = (score + named) * (1 - node.link / Math.max(1, node.length));
    if (total > bestScore) {
      best = n;
      bestScore = total;
    }
  }
  return best;
};

/** Usual names of article bodies, the most reliable first. */
const BODY_NAMES: readonly ((node: ViewNode) => boolean)[] = [
  ({ element }) => /articleBody/.test(element.attribs.itemprop ?? ''),
  ({ element }) =>
    /\b(?:(?:post|entry|article|story|blog|single|page)[-_]*(?:content|body|text|copy)(?![-\w])|(?:content|body)__?(?:article|inner|body))/i.test(
      `${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`,
    ),
  ({ element }) => element.name === 'article',
  ({ element }) =>
    element.name === 'main' ||
    element.attribs.role === 'main' ||
    /^(?:main|main-?content|content)$/i.test(element.attribs.id ?? ''),
  ({ element }) => /\b(?:content|main|body)\b/i.test(element.attribs.class ?? ''),
];

const namedBody = ({ nodes, totals }: PageView): number => {
  for (const test of BODY_NAMES) {
    let best = -1;
    for (const [n, node] of nodes.entries())
      if (node.length > 0.1 * totals.length && test(node) && (best === -1 || node.good > nodes[best]!.good)) best = n;
    if (best !== -1) return best;
  }
  return -1;
};

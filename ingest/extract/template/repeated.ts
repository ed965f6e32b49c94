import { MAX_HASHES } from './limits.ts';
import type { PageSketch, SketchBlock } from './page-sketch.ts';

/** Minimum share of pages, and minimum number, with a text of the template. */
const REPEATED_SHARE = 0.3;
const MIN_REPEATS = 3;

/** Whether many pages have a block there: word for word, or with other links. */
export type IsRepeated = (path: number, block: SketchBlock, exactly?: boolean) => boolean;

/** Counts the texts of the pages by their place. @param paths the path of each node, by page */
export const repeatedTexts = (pages: readonly PageSketch[], paths: readonly number[][]): IsRepeated => {
  const key = (path: number, text: number) => path * 2 ** 21 + (text & 0x1fffff);
  const counts = new Map<number, number>();
  for (const [p, { blocks }] of pages.entries()) {
    const own = new Set(
      blocks.flatMap(({ node, text, label }) => [text, label].map((one) => key(paths[p]?.[node] ?? 0, one))),
    );
    for (const one of own) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const least = Math.max(MIN_REPEATS, pages.length * REPEATED_SHARE);
  return (path, { text, label }, exactly = false) =>
    (counts.get(key(path, text)) ?? 0) >= least || (!exactly && (counts.get(key(path, label)) ?? 0) >= least);
};

/** Hashes of lines that many pages repeat, without running text before them or without running text after them. */
export const repeatedLines = (
  pages: readonly PageSketch[],
  paths: readonly number[][],
  isRepeated: IsRepeated,
): number[] => {
  const counts = new Map<number, number>();
  for (const [p, { blocks }] of pages.entries()) {
    const repeats = blocks.map((block) => isRepeated(paths[p]?.[block.node] ?? 0, block));
    const first = blocks.findIndex((block, i) => !repeats[i] && block.length > block.link);
    const last = blocks.findLastIndex((block, i) => !repeats[i] && block.length > block.link);
    const own = new Set(
      blocks.flatMap((block, i) => (repeats[i] && !block.heading && (i < first || i > last) ? [block.text] : [])),
    );
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .flatMap(([text, count]) => (count >= Math.max(MIN_REPEATS, pages.length / 2) ? [text] : []))
    .sort((a, b) => a - b)
    .slice(0, MAX_HASHES);
};

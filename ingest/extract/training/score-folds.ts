import { decode } from '../decode.ts';
import { selectBlocks } from '../main-text/select.ts';
import { readPage } from '../read-page.ts';
import { renderBlocks } from '../render/render.ts';
import type { GoldPage } from './corpus.ts';
import { figures, type Score, scorePage, sumScores } from './score.ts';

/**
 * Scores by page type. Each block is judged by a model that was trained without pages of its host.
 *
 * @param probabilities one per block in the order of pages and blocks, from `train.py`
 */
export const scoreFolds = (
  pages: readonly GoldPage[],
  probabilities: Float32Array,
): Record<string, ReturnType<typeof figures>> => {
  const byType = new Map<string, Score[]>();
  let at = 0;
  for (const page of pages) {
    const { view, tables, resolve } = readPage(decode(page.bytes), page.url);
    const own = probabilities.subarray(at, at + view.blocks.length);
    at += view.blocks.length;
    const { text } = renderBlocks(selectBlocks(view, own), tables, resolve);
    byType.set(page.pageType, [...(byType.get(page.pageType) ?? []), scorePage(text, page)]);
  }
  byType.set('all', [...byType.values()].flat());
  return Object.fromEntries([...byType].map(([type, scores]) => [type, figures(sumScores(scores))]));
};

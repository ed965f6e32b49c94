import type { Features, StageWeights } from './weights.ts';

/** The page that a passage is of, from the passage's id. */
export const pageOf = (passageId: string): string => passageId.replace(/#\d+$/, '');

/**
 * A title speaks for a page, not for each of its passages: the page's best passage has all of it, the next one half, then a
 * third. Without this the five passages of the page that a question names stand before every other page. Nothing changes
 * where a page is one passage.
 *
 * @param ranked best first; equal ones keep their order
 * @param page the page of a passage
 */
export const titleOnceAPage = <T extends { passage: number; score: number; features: Features }>(
  ranked: readonly T[],
  weights: StageWeights,
  page: (passage: number) => string | undefined,
): T[] => {
  const before = new Map<string, number>();
  return ranked
    .map((one) => {
      const of = page(one.passage);
      if (of === undefined) return one;
      const better = before.get(of) ?? 0;
      before.set(of, better + 1);
      const { titleNamed, titleShare } = one.features;
      const title = weights.titleNamed * titleNamed + weights.titleShare * titleShare;
      return { ...one, score: one.score - title * (1 - 1 / (1 + better)) };
    })
    .sort((a, b) => b.score - a.score);
};

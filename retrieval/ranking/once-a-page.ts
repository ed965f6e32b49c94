import type { Features, StageWeights } from './weights.ts';

/** The id of the page of a passage id. */
export const pageOf = (passageId: string): string => passageId.replace(/#\d+$/, '');

/**
 * Reduces the title's part of the score for further passages of the same page: the best passage keeps all of it, the next one
 * half, then a third. Otherwise, all passages of a page that the question names would rank above every other page.
 *
 * @param ranked best first; equal scores keep their order
 * @param page returns the page of a passage
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

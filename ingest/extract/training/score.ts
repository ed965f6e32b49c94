import type { GoldPage } from './corpus.ts';
import { commonTokens, tokens } from './labels.ts';

/** Scores of one page, or sums over several pages. */
export interface Score {
  pages: number;
  /** Number of texts that are rightly included, wrongly included, and missing. */
  tp: number;
  fp: number;
  fn: number;
  /** Sum of the pages' token F1 against the gold text. */
  tokenF1: number;
}

/** Folds white space and typographic quotes, because gold texts have plain quotes. */
const fold = (text: string) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim();

/** Scores an extracted text against its page's gold. */
export const scorePage = (text: string, gold: Pick<GoldPage, 'with' | 'without' | 'mainContent'>): Score => {
  const folded = fold(text);
  const score: Score = { pages: 1, tp: 0, fp: 0, fn: 0, tokenF1: 0 };
  for (const segment of gold.with) score[folded.includes(fold(segment)) ? 'tp' : 'fn']++;
  for (const segment of gold.without) if (folded.includes(fold(segment))) score.fp++;
  const own = tokens(text);
  const wanted = tokens(gold.mainContent);
  const common = commonTokens(own, wanted).reduce((sum, mark) => sum + mark, 0);
  score.tokenF1 = own.length + wanted.length === 0 ? 1 : (2 * common) / (own.length + wanted.length);
  return score;
};

/** Pools scores. */
export const sumScores = (scores: readonly Score[]): Score =>
  scores.reduce(
    (sum, one) => ({
      pages: sum.pages + one.pages,
      tp: sum.tp + one.tp,
      fp: sum.fp + one.fp,
      fn: sum.fn + one.fn,
      tokenF1: sum.tokenF1 + one.tokenF1,
    }),
    { pages: 0, tp: 0, fp: 0, fn: 0, tokenF1: 0 },
  );

/** Pooled F1 over texts, and the mean token F1. */
export const figures = ({ pages, tp, fp, fn, tokenF1 }: Score) => ({
  pages,
  segments: Number(((2 * tp) / Math.max(1, 2 * tp + fp + fn)).toFixed(4)),
  tokens: Number((tokenF1 / Math.max(1, pages)).toFixed(4)),
});

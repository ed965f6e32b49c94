import { createUnrelated } from '../../retrieval/encoder/unrelated.ts';
import type { Encoder } from '../../retrieval/index.ts';
import { pageOf, titleOnceAPage } from '../../retrieval/ranking/once-a-page.ts';
import { type Ranked, rank } from '../../retrieval/ranking/rank.ts';
import { type StageWeights, scoreOf, type Weights } from '../../retrieval/ranking/weights.ts';
import type { TrainingSet } from './training-sets.ts';

/** One question: its candidates as the last stage sees them, the pages of those, and which pages are gold. */
export interface Example {
  ranked: Ranked[];
  pages: ReadonlyMap<number, string>;
  gold: ReadonlySet<string>;
  /** The weight of the question: one over the size of its set, so that all sets weigh the same. */
  weight: number;
}

/** Candidates a question that fitting ranks. */
const DEPTH = 100;

/** The features of a set's candidates as the last stage sees them, under these weights for the stages before. */
export const examplesOf = async (
  { stores, questions }: TrainingSet,
  weights: Weights,
  encoder: Encoder | undefined,
): Promise<Example[]> => {
  const examples: Example[] = [];
  const index = stores.passageIndex!;
  const unrelatedOf = createUnrelated();
  for (const { question, documentIds, scopes } of questions) {
    const ranked = await rank(question, DEPTH, {
      index,
      vectors: stores.vectors,
      scopes,
      weights,
      ...(encoder && {
        vector: (await encoder.embed([question], undefined, 'question'))[0],
        unrelated: await unrelatedOf(encoder, (texts, as) => encoder.embed(texts, undefined, as)),
        embed: (texts: readonly string[]) => encoder.embed(texts, undefined, 'question'),
      }),
    });
    const ids = await index.idsOf(
      ranked.map(({ passage }) => passage),
      scopes,
    );
    examples.push({
      ranked,
      pages: new Map([...ids].map(([passage, id]) => [passage, pageOf(id)])),
      gold: new Set(documentIds),
      weight: 1 / questions.length,
    });
  }
  return examples;
};

/**
 * How good a ranking by these weights is, in [0, 1]: half of it nDCG of the gold pages (a page counts 1 / log2(1 + rank of
 * its first passage), over the best possible), half of it recall at 5. nDCG moves with every rank and so tells weights apart
 * where recall does not.
 */
export const qualityOf = (
  examples: readonly Example[],
  weights: StageWeights,
): { quality: number; recallAt5: number } => {
  let [gain, recall, whole] = [0, 0, 0];
  for (const { ranked, pages, gold, weight } of examples) {
    const scored = ranked
      .map((one) => ({ ...one, score: scoreOf(one.features, weights) }))
      .sort((a, b) => b.score - a.score);
    const met = new Set<string>();
    let [found, ideal, near] = [0, 0, 0];
    for (const [i, { passage }] of titleOnceAPage(scored, weights, (one) => pages.get(one)).entries()) {
      const page = pages.get(passage);
      if (page === undefined || !gold.has(page) || met.has(page)) continue;
      met.add(page);
      found += 1 / Math.log2(2 + i);
      if (i < 5) near++;
    }
    for (let place = 1; place <= gold.size; place++) ideal += 1 / Math.log2(1 + place);
    gain += (found / ideal) * weight;
    recall += (near / gold.size) * weight;
    whole += weight;
  }
  return { quality: (gain + recall) / 2 / whole, recallAt5: recall / whole };
};

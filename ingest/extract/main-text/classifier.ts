import { FEATURE_NAMES, pageFeatures } from './features/index.ts';
import model from './model.generated.json' with { type: 'json' };
import { createTrees } from './trees.ts';
import type { PageView } from './view.ts';

if (model.features.join() !== FEATURE_NAMES.join())
  throw new Error('The extractor was trained on other features: run `npm run train-extractor`.');

const evaluate = createTrees(model);

/** The probability of each block to belong to the main text. */
export const blockProbabilities = (view: PageView): Float64Array => {
  const matrix = pageFeatures(view);
  return Float64Array.from(view.blocks, (_, i) => evaluate(matrix, i));
};

import type { PageView } from '../view.ts';
import { ancestors, containers, groupLevels, tagLevels } from './around.ts';
import type { FeatureGroup } from './feature-group.ts';
import { kind } from './kind.ts';
import { neighbours } from './neighbours.ts';
import { position, section, siblings } from './place.ts';
import { phrases, textShape } from './text.ts';

/** The groups in the order of the model's columns. After a change, run `npm run train-extractor`. */
const FEATURE_GROUPS: readonly FeatureGroup[] = [
  textShape,
  phrases,
  groupLevels,
  tagLevels,
  containers,
  ancestors,
  position,
  section,
  siblings,
  neighbours,
  kind,
];

/** The features' names, in column order. They are stored with the model, which is refused if they differ. */
export const FEATURE_NAMES: readonly string[] = FEATURE_GROUPS.flatMap((group) => group.names);

/** The features of a page's blocks: one row per block, with `FEATURE_NAMES.length` columns. */
export const pageFeatures = (view: PageView): Float32Array => {
  const width = FEATURE_NAMES.length;
  const matrix = new Float32Array(view.blocks.length * width);
  let column = 0;
  for (const group of FEATURE_GROUPS) {
    const write = group.prepare(view);
    for (let i = 0; i < view.blocks.length; i++) write(i, matrix, i * width + column);
    column += group.names.length;
  }
  return matrix;
};

/** Boosted trees from the training. Flat arrays contain the nodes of all trees, one tree after another. */
export interface TreeModel {
  /** Feature names in column order. */
  features: readonly string[];
  /** First node of each tree. */
  roots: readonly number[];
  /** Column that a node compares. */
  feature: readonly number[];
  /** The left branch is for value <= threshold. */
  threshold: readonly number[];
  /** Index of the next node; a negative number -1 - n is leaf n. */
  left: readonly number[];
  right: readonly number[];
  leaf: readonly number[];
}

/** Creates a function that computes the probability of one row of a feature matrix. */
export const createTrees = (model: TreeModel): ((matrix: Float32Array, row: number) => number) => {
  const feature = Int16Array.from(model.feature);
  const threshold = Float64Array.from(model.threshold);
  const left = Int16Array.from(model.left);
  const right = Int16Array.from(model.right);
  const leaf = Float64Array.from(model.leaf);
  const width = model.features.length;
  return (matrix, row) => {
    const at = row * width;
    let sum = 0;
    for (const root of model.roots) {
      let node = root;
      while (node >= 0) node = matrix[at + feature[node]!]! <= threshold[node]! ? left[node]! : right[node]!;
      sum += leaf[-1 - node]!;
    }
    return 1 / (1 + Math.exp(-sum));
  };
};

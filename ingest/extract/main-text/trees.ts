/** Boosted trees as training writes them: the nodes of all trees in flat arrays, the trees one after another. */
export interface TreeModel {
  /** Feature names in column order. */
  features: readonly string[];
  /** First node of each tree. */
  roots: readonly number[];
  /** Column that a node compares. */
  feature: readonly number[];
  /** Left where value <= threshold. */
  threshold: readonly number[];
  /** Next node; a negative number -1 - n is leaf n. */
  left: readonly number[];
  right: readonly number[];
  leaf: readonly number[];
}

/** Makes an evaluator: the probability for one row of a feature matrix. */
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

/** Feature numbers of a question (each weighs 1 / sqrt(features)) and its class. */
export interface Example {
  features: readonly number[];
  label: number;
}

/** A multinomial logistic regression, with its weights in class order: `weights[class * dimensions + feature]`. */
export interface LinearModel {
  classes: number;
  dimensions: number;
  weights: Float32Array;
}

/** Chosen by cross-validation on the questions beside this file. Nearby values score about the same. */
const EPOCHS = 60;
const LEARNING_RATE = 1;
const WEIGHT_DECAY = 1e-3;

/** Probability of each class. */
export const probabilities = ({ classes, dimensions, weights }: LinearModel, features: readonly number[]): number[] => {
  const weight = 1 / Math.sqrt(Math.max(1, features.length));
  const scores = Array.from({ length: classes }, (_, at) =>
    features.reduce((sum, feature) => sum + weight * weights[at * dimensions + feature]!, 0),
  );
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const sum = raised.reduce((total, one) => total + one, 0);
  return raised.map((one) => one / sum);
};

/**
 * Minimises cross-entropy by stochastic gradient descent in the given order, with an L2 penalty and a learning rate
 * that falls to zero. Deterministic: the same examples give the same weights.
 */
export const trainLinear = (examples: readonly Example[], classes: number, dimensions: number): LinearModel => {
  const model: LinearModel = { classes, dimensions, weights: new Float32Array(classes * dimensions) };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = LEARNING_RATE * (1 - epoch / EPOCHS);
    for (const { features, label } of examples) {
      const weight = 1 / Math.sqrt(Math.max(1, features.length));
      const probability = probabilities(model, features);
      for (let at = 0; at < classes; at++) {
        const error = probability[at]! - (at === label ? 1 : 0);
        for (const feature of features) {
          const place = at * dimensions + feature;
          model.weights[place]! -= rate * (error * weight + WEIGHT_DECAY * model.weights[place]!);
        }
      }
    }
  }
  return model;
};

/** The most probable class. */
export const classify = (model: LinearModel, features: readonly number[]): number => {
  const probability = probabilities(model, features);
  return probability.indexOf(Math.max(...probability));
};

/** A question's places (each weighs 1 / sqrt(places)) and its class. */
export interface Example {
  features: readonly number[];
  label: number;
}

/** Weights of a multinomial logistic regression, class by class: `weights[class * dimensions + feature]`. */
export interface Linear {
  classes: number;
  dimensions: number;
  weights: Float32Array;
}

/** Chosen by cross-validation on the questions beside this file; flat around these values. */
const EPOCHS = 60;
const RATE = 1;
const DECAY = 1e-3;

/** Probability of each class. */
export const probabilities = ({ classes, dimensions, weights }: Linear, features: readonly number[]): number[] => {
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
 * Least cross-entropy by gradient descent over single examples, in the order given, with an L2 penalty and a rate that
 * falls to zero. Without chance: the same examples always give the same weights.
 */
export const trainLinear = (examples: readonly Example[], classes: number, dimensions: number): Linear => {
  const model: Linear = { classes, dimensions, weights: new Float32Array(classes * dimensions) };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE * (1 - epoch / EPOCHS);
    for (const { features, label } of examples) {
      const weight = 1 / Math.sqrt(Math.max(1, features.length));
      const probability = probabilities(model, features);
      for (let at = 0; at < classes; at++) {
        const error = probability[at]! - (at === label ? 1 : 0);
        for (const feature of features) {
          const place = at * dimensions + feature;
          model.weights[place]! -= rate * (error * weight + DECAY * model.weights[place]!);
        }
      }
    }
  }
  return model;
};

/** The most probable class. */
export const classify = (model: Linear, features: readonly number[]): number => {
  const probability = probabilities(model, features);
  return probability.indexOf(Math.max(...probability));
};

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attributeClassifier,
  CHANGES,
  classifyAttributes,
  DOMAINS,
  openClassifier,
  storeClassifier,
} from './classifier.ts';
import { BUCKETS, featuresOf } from './features.ts';
import { classify, probabilities, trainLinear } from './logistic-regression.ts';
import { readQuestions } from './questions.ts';
import weights from './weights.json' with { type: 'json' };

describe('the attribute classifier', () => {
  it('was trained on the questions stored beside it', async () => {
    expect(weights.questions).toBe((await readQuestions()).hash);
  });

  it('was trained on at least 200 different questions, with every domain and rate of change', async () => {
    const { questions } = await readQuestions();
    expect(new Set(questions.map(({ question }) => question)).size).toBeGreaterThanOrEqual(200);
    expect(new Set(questions.map(({ domain, change }) => `${domain} ${change}`)).size).toBe(
      DOMAINS.length * CHANGES.length,
    );
  });

  it.each([
    ['What is the share price of Zenith Tools right now?', 'finance', 'real-time'],
    ['Which team won the match last week?', 'sports', 'fast'],
    ['Which band released the album Red Morning in 1993?', 'music', 'static'],
    ['Who directed the film The Paper Gate?', 'movies', 'static'],
  ])('says of a question that it never saw, "%s": %s, %s', (question, domain, change) => {
    expect(classifyAttributes(attributeClassifier(), question)).toEqual({ domain, change });
  });

  it('predicts the same after its weights are stored and loaded', async () => {
    const { questions } = await readQuestions();
    const before = attributeClassifier();
    const after = openClassifier(JSON.parse(JSON.stringify(storeClassifier(before, 'x'))));
    for (const { question } of questions.slice(0, 80)) {
      expect(classifyAttributes(after, question)).toEqual(classifyAttributes(before, question));
    }
  });
});

describe('logistic regression', () => {
  it('separates separable data, and its probabilities sum to 1', () => {
    const examples = Array.from({ length: 30 }, (_, at) => ({ features: [at % 3, 3 + (at % 5)], label: at % 3 }));
    const model = trainLinear(examples, 3, 8);
    for (const { features, label } of examples) {
      expect(classify(model, features)).toBe(label);
      expect(probabilities(model, features).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
    }
  });

  it('hashes any text into its buckets, the same text to the same ones', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const features = featuresOf(text);
        expect(features.every((place) => Number.isInteger(place) && place >= 0 && place < BUCKETS)).toBe(true);
        expect(featuresOf(text)).toEqual(features);
      }),
    );
  });
});

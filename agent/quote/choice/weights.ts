import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { FeatureName } from './features.ts';

/** What the calibrator weighs beside a candidate's features: how the ranker sees it among the others. */
export type CalibratorFeature = FeatureName | 'bias' | 'topProbability' | 'pageProbability' | 'pageMargin';

/** What the ranker and the calibrator were fitted to; `npm run fit-quotes` writes them. */
export interface QuoteWeights {
  ranker: Readonly<Partial<Record<FeatureName, number>>>;
  calibrator: Readonly<Partial<Record<CalibratorFeature, number>>>;
  /** Probability of being right from which a quote is called an answer, and from which it is shown as the closest passage. */
  answer: number;
  closest: number;
}

const weightsSchema = z.object({
  ranker: z.record(z.string(), z.number()),
  calibrator: z.record(z.string(), z.number()),
  answer: z.number(),
  closest: z.number(),
});
const fileSchema = z.object({ provenance: z.unknown(), words: weightsSchema, encoder: weightsSchema });

const FILE = new URL('./fitted-weights.json', import.meta.url);
const read = () => fileSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
let fitted: { words: QuoteWeights; encoder: QuoteWeights } | undefined;

/** The weights as they stand in fitted-weights.json, by whether an encoder's cosines take part. */
export const fittedWeights = (withEncoder: boolean): QuoteWeights => {
  fitted ??= read();
  return withEncoder ? fitted.encoder : fitted.words;
};

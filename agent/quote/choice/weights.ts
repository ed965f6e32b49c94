import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { FeatureName } from './features.ts';

/** Features of the calibrator: the candidate's, and its position among the ranked candidates. */
export type CalibratorFeature = FeatureName | 'bias' | 'topProbability' | 'pageProbability' | 'pageMargin' | 'spread';

/** Fitted weights of the ranker and the calibrator, written by `npm run fit-quotes`. */
export interface QuoteWeights {
  ranker: Readonly<Partial<Record<FeatureName, number>>>;
  calibrator: Readonly<Partial<Record<CalibratorFeature, number>>>;
  /** Minimum probabilities for an answer and for the closest passage. */
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

/** The weights of fitted-weights.json, with or without an encoder's cosines. */
export const fittedWeights = (withEncoder: boolean): QuoteWeights => {
  fitted ??= read();
  return withEncoder ? fitted.encoder : fitted.words;
};

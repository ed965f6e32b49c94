import { knownEncoder } from './encoder/known-encoders.ts';
import { knownReranker } from './reranking/known-rerankers.ts';

const COMPARE = 'compare it on questions of your own (`parley eval --retrieval-only`)';

const notice = (known: { isVerified?: true } | undefined): string | undefined => {
  if (known?.isVerified) return undefined;
  return known
    ? `it was not part of Parley’s measurements, and its values were not checked with the model: ${COMPARE}`
    : `it is not in the table of models that Parley knows, and was not part of Parley’s measurements: ${COMPARE}`;
};

/** The notice of `doctor` for an encoder that was not tested with Parley; undefined for one that was. */
export const encoderNotRun = (name: string): string | undefined => notice(knownEncoder(name));

/** The same for local cross-encoders; undefined for rerankers of a provider. */
export const rerankerNotRun = (name: string): string | undefined =>
  name.startsWith('local:') ? notice(knownReranker(name)) : undefined;

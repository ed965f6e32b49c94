import { knownEncoder } from './encoder/known-encoders.ts';
import { knownReranker } from './reranking/known-rerankers.ts';

const COMPARE = 'compare it on questions of your own (`parley eval --retrieval-only`)';

const notice = (known: { ran?: true } | undefined): string | undefined => {
  if (known?.ran) return undefined;
  return known
    ? `it was not run when Parley was measured, and what it needs is written down from memory: ${COMPARE}`
    : `it is not in the table of models that Parley knows, and was not run when Parley was measured: ${COMPARE}`;
};

/** Says of an encoder that nobody ran while Parley was made and measured that this is so, for `doctor`. */
export const encoderNotRun = (name: string): string | undefined => notice(knownEncoder(name));

/** The same of a cross-encoder in this process; what a provider serves is the provider's to vouch for. */
export const rerankerNotRun = (name: string): string | undefined =>
  name.startsWith('local:') ? notice(knownReranker(name)) : undefined;

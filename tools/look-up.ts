import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/document.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';

/** On whose behalf and in what a tool looks things up; one a question. The scopes are never a model's to choose. */
export interface LookUp {
  retriever: Retriever;
  stores: Stores;
  /** Links names to entities by meaning as well as by words, where there is one. */
  encoder?: Encoder;
  scopes: readonly Scope[];
  clock: Clock;
  /** The moment that the question is asked as of; ISO 8601. */
  asOf: string;
  signal: AbortSignal;
}

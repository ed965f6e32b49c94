import type { Scope } from '../core/document.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';

/**
 * The part of a question's context that tools use; the agent's QuestionContext extends it. A model never chooses the
 * scopes. A type, because LangGraph accepts no interface as context.
 */
export type ToolContext = {
  retriever: Retriever;
  stores: Stores;
  /** Links names to entities by meaning besides words; undefined without an encoder. */
  encoder?: Encoder;
  /** Scopes of the asker, by which every search and read is filtered. */
  scopes: readonly Scope[];
  /** Time at which the question is asked; ISO 8601. */
  asOf: string;
  signal: AbortSignal;
};

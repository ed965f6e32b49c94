import type { Scope } from '../core/document.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';

/**
 * What the tools read of the question at hand; the agent's QuestionContext extends it, so that a tool is made from that
 * context itself. A model never chooses the scopes. A type, because LangGraph takes no interface as a context.
 */
export type ToolContext = {
  retriever: Retriever;
  stores: Stores;
  /** Links names to entities by meaning as well as by words; absent when no encoder is set. */
  encoder?: Encoder;
  /** Who asks: every search and every read is filtered by these. */
  scopes: readonly Scope[];
  /** The moment that the question is asked as of; ISO 8601. */
  asOf: string;
  signal: AbortSignal;
};

import { Annotation } from '@langchain/langgraph';
import type { KnowledgePath, Triple } from '../../../core/knowledge.ts';
import type { LinkedEntity } from '../../../tools/index.ts';
import { ReasoningState } from '../../state.ts';

/** The state of RoK: the entities that question and thinking name, the paths and branches between them. */
export const RokState = Annotation.Root({
  ...ReasoningState.spec,
  names: Annotation<string[], string[]>({ reducer: (_, next) => next, default: () => [] }),
  linked: Annotation<LinkedEntity[], LinkedEntity[]>({ reducer: (_, next) => next, default: () => [] }),
  paths: Annotation<KnowledgePath[], KnowledgePath[]>({ reducer: (_, next) => next, default: () => [] }),
  /** PageRank in G_sub of each entity on a path. */
  rank: Annotation<ReadonlyMap<string, number>, ReadonlyMap<string, number>>({
    reducer: (_, next) => next,
    default: () => new Map(),
  }),
  branches: Annotation<Triple[], Triple[]>({ reducer: (_, next) => next, default: () => [] }),
  /** The graph did not serve, and passages were searched. */
  searched: Annotation<boolean, boolean>({ reducer: (_, next) => next, default: () => false }),
});
export type Rok = typeof RokState.State;
export type RokUpdate = typeof RokState.Update;

import { Annotation } from '@langchain/langgraph';
import type { KnowledgePath, Triple } from '../../../core/knowledge.ts';
import type { LinkedEntity } from '../../../tools/index.ts';
import { ReasoningState } from '../../state.ts';

export const RokState = Annotation.Root({
  ...ReasoningState.spec,
  names: Annotation<string[], string[]>({ reducer: (_, next) => next, default: () => [] }),
  linked: Annotation<LinkedEntity[], LinkedEntity[]>({ reducer: (_, next) => next, default: () => [] }),
  paths: Annotation<KnowledgePath[], KnowledgePath[]>({ reducer: (_, next) => next, default: () => [] }),
  /** PageRank in G_sub by entity id. */
  rank: Annotation<ReadonlyMap<string, number>, ReadonlyMap<string, number>>({
    reducer: (_, next) => next,
    default: () => new Map(),
  }),
  branches: Annotation<Triple[], Triple[]>({ reducer: (_, next) => next, default: () => [] }),
  /** True once passages were searched because the graph did not suffice. */
  searched: Annotation<boolean, boolean>({ reducer: (_, next) => next, default: () => false }),
});
export type Rok = typeof RokState.State;
export type RokUpdate = typeof RokState.Update;

import { Annotation, UntrackedValueChannel } from '@langchain/langgraph';
import { ReasoningState } from '../../state.ts';
import type { SearchTree } from './tree.ts';

/** The search tree grows with every call. An untracked channel keeps checkpoints from copying it. */
export const TreeState = Annotation.Root({
  ...ReasoningState.spec,
  tree: () => new UntrackedValueChannel<SearchTree>({ guard: false }),
});
export type TreeSearch = typeof TreeState.State;

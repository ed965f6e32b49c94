import { END, START, StateGraph } from '@langchain/langgraph';
import { nameEntities, thinkAhead } from '../knowledge-paths/extend.ts';
import { ROK_DEFAULTS, type RokOptions } from '../knowledge-paths/options.ts';
import { type Rok, RokState } from '../knowledge-paths/state.ts';
import { growBranches, linkNames, referToKnowledge, walkMainPaths } from '../knowledge-paths/walk.ts';
import { answerFromSources } from '../nodes/answer.ts';
import { makeStandalone } from '../nodes/make-standalone.ts';
import { searchQuestion } from '../nodes/search.ts';

/** Where the linked entities lead: none to passages, one to its branches, several to the paths between them. */
export const afterLink = ({ linked, exhausted }: Rok): 'search' | 'branches' | 'paths' => {
  if (exhausted || linked.length === 0) return 'search';
  return linked.length === 1 ? 'branches' : 'paths';
};

/** No path and no branch: the graph says nothing of this, and passages are asked. */
export const afterRefer = ({ references, exhausted }: Rok): 'search' | 'answer' =>
  references.length === 0 && !exhausted ? 'search' : 'answer';

/** RoK: reasoning on efficient knowledge paths; three calls at least, four at most. With options, its ablations. */
export const createRok = (given: Partial<RokOptions> = {}) => {
  const options = { ...ROK_DEFAULTS, ...given };
  return new StateGraph(RokState)
    .addNode('rewrite', makeStandalone)
    .addNode('extend', thinkAhead(options))
    .addNode('name', nameEntities)
    .addNode('link', linkNames(options))
    .addNode('walk', walkMainPaths(options))
    .addNode('branch', growBranches(options))
    .addNode('refer', referToKnowledge)
    .addNode('search', searchQuestion)
    .addNode('answer', answerFromSources)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'extend')
    .addEdge('extend', 'name')
    .addEdge('name', 'link')
    .addConditionalEdges('link', afterLink, { search: 'search', branches: 'branch', paths: 'walk' })
    .addEdge('walk', 'branch')
    .addEdge('branch', 'refer')
    .addConditionalEdges('refer', afterRefer, ['search', 'answer'])
    .addEdge('search', 'answer')
    .addEdge('answer', END)
    .compile();
};

export const rok = createRok();

import { END, START, StateGraph } from '@langchain/langgraph';
import { answerFromSources } from '../../nodes/answer.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import {
  extendAndName,
  fallBackToPassages,
  growBranches,
  linkNames,
  referToKnowledge,
  walkMainPaths,
} from './nodes.ts';
import { ROK_DEFAULTS, type RokOptions } from './options.ts';
import { type Rok, RokState } from './state.ts';

/** Where the linked entities lead: none to passages, one to its branches, several to the paths between them. */
export const afterLink = ({ linked, exhausted }: Rok): 'search' | 'neighbour-branches' | 'main-paths' => {
  if (exhausted || linked.length === 0) return 'search';
  return linked.length === 1 ? 'neighbour-branches' : 'main-paths';
};

/** No path and no branch: the graph says nothing of this, and passages are asked. */
export const afterRefer = ({ references, exhausted }: Rok): 'search' | 'answer' =>
  references.length === 0 && !exhausted ? 'search' : 'answer';

/** What the walk brought does not hold the answer: passages are asked too, once. */
export const afterAnswer = ({ written, searched, exhausted }: Rok): 'search' | typeof END =>
  written?.verdict === 'unknown' && !searched && !exhausted ? 'search' : END;

/**
 * RoK: reasoning on efficient knowledge paths. The paper's four calls (extension, key entities, pruning, answer) are three,
 * its first two being one; the fourth answers from passages where the graph did not hold the answer. With options, its
 * ablations.
 */
export const createRok = (given: Partial<RokOptions> = {}) => {
  const options = { ...ROK_DEFAULTS, ...given };
  return new StateGraph(RokState)
    .addNode('rewrite', makeStandalone)
    .addNode('extend', extendAndName(options))
    .addNode('link', linkNames(options))
    .addNode('main-paths', walkMainPaths(options))
    .addNode('neighbour-branches', growBranches(options))
    .addNode('refer', referToKnowledge)
    .addNode('search', fallBackToPassages)
    .addNode('answer', answerFromSources)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'extend')
    .addEdge('extend', 'link')
    .addConditionalEdges('link', afterLink, ['search', 'neighbour-branches', 'main-paths'])
    .addEdge('main-paths', 'neighbour-branches')
    .addEdge('neighbour-branches', 'refer')
    .addConditionalEdges('refer', afterRefer, ['search', 'answer'])
    .addEdge('search', 'answer')
    .addConditionalEdges('answer', afterAnswer, ['search', END])
    .compile();
};

export const rok = createRok();

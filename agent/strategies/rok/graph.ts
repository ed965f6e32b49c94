import { END, START, StateGraph } from '@langchain/langgraph';
import { type NodeReplacements, replaceNodes } from '../../node.ts';
import { answerFromSources } from '../../nodes/answer.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { citePages } from './cite-pages.ts';
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

/** After linking: no entity leads to passages, one to its branches, several to the paths between them. */
export const afterLink = ({ linked, exhausted }: Rok): 'search' | 'neighbour-branches' | 'main-paths' => {
  if (exhausted || linked.length === 0) return 'search';
  return linked.length === 1 ? 'neighbour-branches' : 'main-paths';
};

/** Without any path or branch, searches passages. */
const afterRefer = ({ references, exhausted }: Rok): 'search' | 'answer' =>
  references.length === 0 && !exhausted ? 'search' : 'answer';

/** If the paths do not contain the answer, searches passages once. Otherwise cites the pages behind the paths. */
const afterAnswer = ({ written, searched, exhausted }: Rok): 'search' | 'cite' =>
  written?.verdict === 'unknown' && !searched && !exhausted ? 'search' : 'cite';

const rokNodes = (options: RokOptions) => ({
  rewrite: makeStandalone,
  extend: extendAndName,
  link: linkNames(options),
  'main-paths': walkMainPaths(options),
  'neighbour-branches': growBranches(options),
  refer: referToKnowledge,
  search: fallBackToPassages,
  answer: answerFromSources,
  cite: citePages,
});

/**
 * RoK (Algorithm 1): reasoning on efficient knowledge paths. The paper's first two of four calls (extension, key
 * entities, pruning, answer) are one here. A fourth call answers from passages if the graph does not contain the
 * answer.
 */
export const createRok = (
  given: Partial<RokOptions> = {},
  replacements: NodeReplacements<ReturnType<typeof rokNodes>> = {},
) =>
  new StateGraph(RokState)
    .addNode(replaceNodes(rokNodes({ ...ROK_DEFAULTS, ...given }), replacements))
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'extend')
    .addEdge('extend', 'link')
    .addConditionalEdges('link', afterLink, ['search', 'neighbour-branches', 'main-paths'])
    .addEdge('main-paths', 'neighbour-branches')
    .addEdge('neighbour-branches', 'refer')
    .addConditionalEdges('refer', afterRefer, ['search', 'answer'])
    .addEdge('search', 'answer')
    .addConditionalEdges('answer', afterAnswer, ['search', 'cite'])
    .addEdge('cite', END)
    .compile();

import { END, START, StateGraph } from '@langchain/langgraph';
import { type NodeReplacements, replaceNodes } from '../../node.ts';
import { askLive } from '../../nodes/ask-live.ts';
import { makeStandaloneAndSearches } from '../../nodes/make-standalone.ts';
import { unlessExhausted } from '../../routes.ts';
import { answerAttempt } from './answer-attempt.ts';
import { comparePages } from './compare-pages.ts';
import { confirmDoubtful } from './confirm-answer.ts';
import { afterAttempt, afterCompare, afterConfirm, afterLive, afterQueries, afterSearches } from './routes.ts';
import { searchFirst } from './search-first.ts';
import { collectFindings, recordQueries, searchQuery } from './search-queries.ts';
import { AutoState } from './state.ts';

const autoNodes = {
  rewrite: makeStandaloneAndSearches,
  search: searchFirst,
  'answer-attempt': answerAttempt,
  compare: comparePages,
  confirm: confirmDoubtful,
  'ask-live': askLive,
  'start-searches': recordQueries,
  'search-query': searchQuery,
  collect: collectFindings,
};

/**
 * Parley's own strategy. An easy question takes one search and one call. Otherwise that call names what is missing, and
 * its searches run in parallel.
 */
export const createAuto = (replacements: NodeReplacements<typeof autoNodes> = {}) =>
  new StateGraph(AutoState)
    .addNode(replaceNodes(autoNodes, replacements))
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'search')
    .addConditionalEdges(
      'search',
      unlessExhausted(() => 'answer-attempt'),
      ['answer-attempt', END],
    )
    .addConditionalEdges('answer-attempt', afterAttempt, [
      'answer-attempt',
      'ask-live',
      'start-searches',
      'compare',
      'confirm',
      END,
    ])
    .addConditionalEdges('compare', afterCompare, ['answer-attempt', 'confirm', END])
    .addConditionalEdges('confirm', afterConfirm, ['answer-attempt', 'start-searches', END])
    .addConditionalEdges('ask-live', afterLive, ['answer-attempt', 'start-searches', END])
    .addConditionalEdges('start-searches', afterQueries, ['search-query', END])
    .addEdge('search-query', 'collect')
    .addConditionalEdges('collect', afterSearches, ['answer-attempt', END])
    .compile();

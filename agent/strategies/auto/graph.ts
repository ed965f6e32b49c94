import { END, START, StateGraph } from '@langchain/langgraph';
import { askLive } from '../../nodes/ask-live.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { unlessExhausted } from '../../routes.ts';
import { answerAttempt, searchFirst } from './answer-attempt.ts';
import { confirmDoubtful } from './confirm-answer.ts';
import { exploreStates } from './explore-states.ts';
import { followPaths } from './follow-paths.ts';
import { AUTO_DEFAULTS, type AutoOptions } from './options.ts';
import { afterAttempt, afterConfirm, afterLive, afterPaths, afterQueries, afterSearches } from './routes.ts';
import { collectFindings, noteQueries, searchQuery, widenSearch } from './search-queries.ts';
import { AutoState } from './state.ts';

/**
 * Parley's own: one search and one call for the easy questions; for the others the call names what is missing, its
 * searches run at once, and only while that is not enough effort grows to knowledge paths and to a UCT search over a
 * graph of reasoning states, fed by query transformation. With options, CRP-RAG's noise, to measure what it does to it.
 */
export const createAuto = (given: Partial<AutoOptions> = {}) =>
  new StateGraph(AutoState)
    .addNode('rewrite', makeStandalone)
    .addNode('search', searchFirst)
    .addNode('answer-attempt', answerAttempt)
    .addNode('confirm', confirmDoubtful)
    .addNode('ask-live', askLive)
    .addNode('start-searches', noteQueries)
    .addNode('widen', widenSearch)
    .addNode('search-query', searchQuery({ ...AUTO_DEFAULTS, ...given }))
    .addNode('collect', collectFindings)
    .addNode('paths', followPaths)
    .addNode('explore', exploreStates)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'search')
    .addConditionalEdges(
      'search',
      unlessExhausted(() => 'answer-attempt'),
      ['answer-attempt', END],
    )
    .addConditionalEdges('answer-attempt', afterAttempt, [
      'ask-live',
      'start-searches',
      'widen',
      'paths',
      'explore',
      'confirm',
      END,
    ])
    .addConditionalEdges('confirm', afterConfirm, ['start-searches', 'widen', 'paths', 'explore', END])
    .addConditionalEdges('ask-live', afterLive, ['answer-attempt', 'start-searches', 'widen', 'paths', 'explore', END])
    .addConditionalEdges('start-searches', afterQueries, ['search-query', END])
    .addConditionalEdges('widen', afterQueries, ['search-query', END])
    .addEdge('search-query', 'collect')
    .addConditionalEdges('collect', afterSearches, ['answer-attempt', 'paths', END])
    .addConditionalEdges('paths', afterPaths, ['answer-attempt', 'explore', END])
    .addConditionalEdges('explore', afterQueries, ['search-query', END])
    .compile();

export const auto = createAuto();

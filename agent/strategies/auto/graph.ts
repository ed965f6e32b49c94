import { END, START, StateGraph } from '@langchain/langgraph';
import { askLive } from '../../nodes/ask-live.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { unlessExhausted } from '../../routes.ts';
import { confirm } from './confirm.ts';
import { explore } from './explore.ts';
import { collect, gather, look, widen } from './look.ts';
import { open, searchFirst } from './open.ts';
import { AUTO_DEFAULTS, type AutoOptions } from './options.ts';
import { followPaths } from './paths.ts';
import { afterConfirm, afterLive, afterLook, afterOpen, afterPaths, afterQueries } from './routes.ts';
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
    .addNode('open', open)
    .addNode('confirm', confirm)
    .addNode('ask-live', askLive)
    .addNode('gather', gather)
    .addNode('widen', widen)
    .addNode('look', look({ ...AUTO_DEFAULTS, ...given }))
    .addNode('collect', collect)
    .addNode('paths', followPaths)
    .addNode('explore', explore)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'search')
    .addConditionalEdges(
      'search',
      unlessExhausted(() => 'open'),
      ['open', END],
    )
    .addConditionalEdges('open', afterOpen, ['ask-live', 'gather', 'widen', 'paths', 'explore', 'confirm', END])
    .addConditionalEdges('confirm', afterConfirm, ['gather', 'widen', 'paths', 'explore', END])
    .addConditionalEdges('ask-live', afterLive, ['open', 'gather', 'widen', 'paths', 'explore', END])
    .addConditionalEdges('gather', afterQueries, ['look', END])
    .addConditionalEdges('widen', afterQueries, ['look', END])
    .addEdge('look', 'collect')
    .addConditionalEdges('collect', afterLook, ['open', 'paths', END])
    .addConditionalEdges('paths', afterPaths, ['open', 'explore', END])
    .addConditionalEdges('explore', afterQueries, ['look', END])
    .compile();

export const auto = createAuto();

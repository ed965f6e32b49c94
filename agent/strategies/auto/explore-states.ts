import { sampleTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { transformQuery } from '../../tasks/transform-query.ts';
import { freshQueries } from './queries.ts';
import { selectState } from './reasoning-space.ts';
import type { Auto } from './state.ts';

/** Samples of one query transformation (AirRAG section 4.4: n = 3 for QT). */
const DRAWS = 3;

/**
 * One expansion of the search over reasoning states: UCT chooses the state to go on from, query transformation says what
 * to ask from there.
 */
export const exploreStates = node('explore', async ({ standalone, space, tried, attempt }: Auto, context) => {
  const from = selectState(space);
  space.cursor = from.id;
  const input = {
    mainQuestion: standalone,
    steps: [],
    facts: from.facts,
    tried,
    query: attempt?.missing || standalone,
  };
  const draws = await sampleTask(context, transformQuery, input, DRAWS);
  const queries = freshQueries(
    draws.flatMap(({ output }) => output.queries),
    tried,
  );
  context.trace({ kind: 'note', name: 'explore', data: { from: from.id, queries } });
  return { space, queries, tried: queries, effort: 'explore' as const };
});

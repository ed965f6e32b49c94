import { sampleTask } from '../../../model/run-task.ts';
import { node } from '../../../node.ts';
import { transformQuery } from '../../../tasks/transform-query.ts';
import type { SearchOptions } from '../options.ts';
import type { TreeSearch } from '../state.ts';
import { addNodes, pathTo, pendingQueries, stepsAt } from '../tree.ts';
import { withAnswers } from './retrieval-answer.ts';

/**
 * A4, QT: rewrites, generalises, follows up or splits the current query. "None" adds nothing, and the path goes on to
 * its summary.
 */
export const queryTransformation = (options: SearchOptions) =>
  node('qt', async ({ tree, standalone }: TreeSearch, context) => {
    const { at } = tree;
    const steps = stepsAt(tree, at);
    const last = pathTo(tree, at).findLast(({ query }) => query)?.query;
    const query = pendingQueries(tree, at)[0] ?? last ?? standalone;
    const draws = await sampleTask(
      context,
      transformQuery,
      { mainQuestion: standalone, steps, query },
      options.samples.qt ?? 1,
    );
    const askedBefore = new Set(steps.map(({ question }) => question.toLowerCase()));
    const outputs = draws.flatMap(({ output }) => {
      const queries = output.queries
        .map((one) => withAnswers(one.trim(), steps))
        .filter((one) => one !== '' && !askedBefore.has(one.toLowerCase()));
      return output.kind === 'none' || queries.length === 0 ? [] : [{ queries: queries.slice(0, 3) }];
    });
    addNodes(tree, at, 'qt', outputs, options);
    return { tree };
  });

import { sampleTask } from '../../../model/run-task.ts';
import { node } from '../../../node.ts';
import { nothingFound } from '../../../nodes/answer.ts';
import { union } from '../../../nodes/search.ts';
import { conclude } from '../../../tasks/conclude.ts';
import { SAMPLING, type SearchOptions } from '../options.ts';
import type { TreeSearch } from '../state.ts';
import { addNodes, pathTo, stepsAt } from '../tree.ts';

/** Sources shown to one summary. */
const MAX_SOURCES = 12;

/** A5, SA: the final answer of a path, from its sub-queries, their answers and the contexts that these cite. */
export const summaryAnswer = (options: SearchOptions) =>
  node('sa', async ({ tree, standalone, today }: TreeSearch, context) => {
    const { at } = tree;
    const references = union(...pathTo(tree, at).map((step) => step.references ?? [])).slice(-MAX_SOURCES);
    const input = { question: standalone, steps: stepsAt(tree, at), references, today };
    // A path from memory alone has nothing to cite, so that a call could only refuse.
    const draws =
      references.length === 0
        ? [{ output: nothingFound }]
        : await sampleTask(context, conclude, input, options.samples.sa ?? 1, { sampling: SAMPLING });
    addNodes(
      tree,
      at,
      'sa',
      draws.map(({ output }) => ({ written: output, references })),
      options,
    );
    return { tree };
  });

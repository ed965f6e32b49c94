import { sampleTask } from '../../../model/run-task.ts';
import { node } from '../../../node.ts';
import type { SearchOptions } from '../options.ts';
import type { TreeSearch } from '../state.ts';
import { analyseQuestion } from '../tasks/analyse-question.ts';
import { addNodes } from '../tree.ts';

/** A1, SAY: decomposes the question. "None" leaves the question itself as the only query. */
export const systemAnalysis = (options: SearchOptions) =>
  node('say', async ({ tree, standalone }: TreeSearch, context) => {
    const draws = await sampleTask(context, analyseQuestion, { question: standalone }, options.samples.say ?? 1);
    const outputs = draws.map(({ output }) => {
      const queries = output.queries.map((query) => query.trim()).filter(Boolean);
      return { queries: queries.length > 0 ? queries : [standalone] };
    });
    addNodes(tree, 0, 'say', outputs, options);
    return { tree };
  });

import { sampleTask } from '../../../model/run-task.ts';
import { node } from '../../../node.ts';
import { answerFromMemory } from '../../../tasks/answer-from-memory.ts';
import { SAMPLING, type SearchOptions } from '../options.ts';
import type { TreeSearch } from '../state.ts';
import { addNodes } from '../tree.ts';

/**
 * A2, DA: the model's answer from memory, as a step of a path. It has no sources, so it is never a final answer by
 * itself.
 */
export const directAnswer = (options: SearchOptions) =>
  node('da', async ({ tree, standalone, today }: TreeSearch, context) => {
    const draws = await sampleTask(
      context,
      answerFromMemory,
      { question: standalone, today },
      options.samples.da ?? 1,
      { sampling: SAMPLING },
    );
    const outputs = draws.map(({ output }) => ({
      query: standalone,
      answer: output.text,
      shortAnswer: output.shortAnswer,
      solved: output.verdict === 'answered',
    }));
    addNodes(tree, 0, 'da', outputs, options);
    return { tree };
  });

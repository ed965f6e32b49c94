import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { conclude } from '../tasks/conclude.ts';
import { nothingFound } from './answer.ts';

/** Maximum sources in the concluding prompt. */
const MAX_SOURCES = 14;

/** The final answer from the steps and the sources that they cite. */
export const concludeFromSteps = node('conclude', async ({ standalone, steps, references, today }, context) => {
  if (references.length === 0) return { written: nothingFound };
  const input = { question: standalone, steps, references: references.slice(-MAX_SOURCES), today };
  const { output } = await runTask(context, conclude, input, { show: true });
  return { written: output };
});

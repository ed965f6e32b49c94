import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { standaloneQuestion } from '../tasks/standalone-question.ts';

/** Rewrites a follow-up into a question that stands alone; costs nothing where there is no thread. */
export const makeStandalone = node('rewrite', async ({ question, history }, context) => {
  if (history.length === 0) return { standalone: question };
  const { output } = await runTask(context, standaloneQuestion, { question, history: history.slice(-4) });
  return { standalone: output.question.trim() || question };
});

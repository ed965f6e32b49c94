import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { standaloneQuestion } from '../tasks/standalone-question.ts';

/**
 * Rewrites a follow-up into a self-contained question; makes no call without a thread. Fills in state that callers
 * other than Parley's agent (Studio, another graph) may omit.
 */
export const makeStandalone = node('rewrite', async ({ question, history, today }, context) => {
  const filled = { today: today ?? context.asOf.slice(0, 10), hasLive: context.liveTools.length > 0 };
  if (!history?.length) return { standalone: question, history: [], ...filled };
  const input = { question, history: history.slice(-4) };
  const { output } = await runTask(context, standaloneQuestion, input, { unreadable: { question } });
  return { standalone: output.question.trim() || question, ...filled };
});

import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { standaloneQuestion } from '../tasks/standalone-question.ts';

/** Maximum characters of a message that a model may take for one that asks nothing. */
const MAX_REMARK_CHARS = 140;
/** True for what may be a remark. A question mark asks, whatever a model makes of it. */
export const mayBeRemark = (message: string): boolean => message.length <= MAX_REMARK_CHARS && !/[?？؟]/.test(message);

/**
 * Rewrites a follow-up into a self-contained question; makes no call without a thread. Fills in state that callers
 * other than Parley's agent (Studio, another graph) may omit.
 */
export const makeStandalone = node('rewrite', async ({ question, history, today }, context) => {
  const filled = { today: today ?? context.asOf.slice(0, 10), hasLive: context.liveTools.length > 0 };
  if (!history?.length) return { standalone: question, history: [], ...filled };
  const input = { question, history: history.slice(-4) };
  const { output } = await runTask(context, standaloneQuestion, input, { unreadable: { question } });
  const standalone = output.question.trim();
  if (standalone === '' && mayBeRemark(question))
    return { standalone: question, ...filled, asksNothing: true, exhausted: true };
  return { standalone: standalone || question, ...filled };
});

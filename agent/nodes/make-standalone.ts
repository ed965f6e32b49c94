import type { EarlierTurn } from '../../core/conversation.ts';
import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import { standaloneQuestion } from '../tasks/standalone-question.ts';

/** Maximum characters of a message that a model may take for one that asks nothing. */
const MAX_REMARK_CHARS = 140;
/** True for what may be a remark. A question mark asks, whatever a model makes of it. */
const mayBeRemark = (message: string): boolean => message.length <= MAX_REMARK_CHARS && !/[?？؟]/.test(message);

const rewriteBy = (wordSearches: boolean) =>
  node('rewrite', async ({ question, history, today }, context) => {
    const filled = { today: today ?? context.asOf.slice(0, 10), hasLive: context.liveTools.length > 0 };
    if (!history?.length) return { standalone: question, history: [], ...filled };
    const read = await readMessage(context, { question, history, today: filled.today, wordSearches });
    if (read === 'asks nothing') return { standalone: question, ...filled, asksNothing: true, exhausted: true };
    return { ...read, ...filled };
  });

/**
 * Rewrites a follow-up into a self-contained question; makes no call without a thread. Fills in state that callers
 * other than Parley's agent (Studio, another graph) may omit.
 */
export const makeStandalone = rewriteBy(false);

/** The same, and words searches for it. */
export const makeStandaloneAndSearches = rewriteBy(true);

/** A message as a question that stands by itself, and searches for it in the words that pages would use. */
export const readMessage = async (
  context: QuestionContext,
  {
    question,
    history,
    today,
    wordSearches,
  }: { question: string; history: readonly EarlierTurn[]; today: string; wordSearches: boolean },
): Promise<{ standalone: string; searches: string[] } | 'asks nothing'> => {
  const input = { question, history: history.slice(-4), today, wordSearches };
  const { output } = await runTask(context, standaloneQuestion, input, { unreadable: { question, searches: [] } });
  const standalone = output.question.trim();
  if (standalone === '' && mayBeRemark(question)) return 'asks nothing';
  return { standalone: standalone || question, searches: output.searches };
};

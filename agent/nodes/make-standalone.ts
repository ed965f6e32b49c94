import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import { searchableQuestion } from '../tasks/searchable-question.ts';
import { standaloneQuestion, type Thread } from '../tasks/standalone-question.ts';

/** Maximum characters of a message that a model may take for one that asks nothing. */
const MAX_REMARK_CHARS = 140;
/** True for what may be a remark. A question mark asks, whatever a model makes of it. */
const mayBeRemark = (message: string): boolean => message.length <= MAX_REMARK_CHARS && !/[?？؟]/.test(message);

/** Reads a message, after its conversation if there is one. */
type ReadMessage = (
  context: QuestionContext,
  thread: Thread,
) => Promise<{ standalone: string; searches?: string[] } | 'asks nothing'>;

const rewriteBy = (readMessage: ReadMessage) =>
  node('rewrite', async ({ question, history, today }, context) => {
    const filled = { today: today ?? context.asOf.slice(0, 10), hasLive: context.liveTools.length > 0 };
    if (!history?.length) return { standalone: question, history: [], ...filled };
    const read = await readMessage(context, { question, history, today: filled.today });
    if (read === 'asks nothing') return { standalone: question, ...filled, asksNothing: true, exhausted: true };
    return { ...read, ...filled };
  });

/** Turns of a thread that are read before a message, and questions before these, cut to a length. */
const MAX_TURNS = 4;
const MAX_BEFORE = 8;
const MAX_BEFORE_CHARS = 200;
const lastTurns = (thread: Thread): Thread => ({
  ...thread,
  history: thread.history.slice(-MAX_TURNS),
  before: thread.history
    .slice(-MAX_TURNS - MAX_BEFORE, -MAX_TURNS)
    .map(({ question }) => question.slice(0, MAX_BEFORE_CHARS)),
});

const standaloneOf = (rewritten: string, { question }: Thread): string | undefined =>
  rewritten.trim() || (mayBeRemark(question) ? undefined : question);

/**
 * Rewrites a follow-up into a self-contained question; makes no call without a thread. Fills in state that callers
 * other than Parley's agent (Studio, another graph) may omit.
 */
export const makeStandalone = rewriteBy(async (context, thread) => {
  const unreadable = { question: thread.question };
  const { output } = await runTask(context, standaloneQuestion, lastTurns(thread), { unreadable });
  const standalone = standaloneOf(output.question, thread);
  return standalone === undefined ? 'asks nothing' : { standalone };
});

/** A message as a question that stands by itself, and searches for it in the words that pages would use. */
export const readForSearch = async (
  context: QuestionContext,
  thread: Thread,
): Promise<{ standalone: string; searches: string[] } | 'asks nothing'> => {
  const unreadable = { question: thread.question, searches: [] };
  const { output } = await runTask(context, searchableQuestion, lastTurns(thread), { unreadable });
  const standalone = standaloneOf(output.question, thread);
  return standalone === undefined ? 'asks nothing' : { standalone, searches: output.searches };
};

/** The same as `makeStandalone`, and words searches for the question. */
export const makeStandaloneAndSearches = rewriteBy(readForSearch);

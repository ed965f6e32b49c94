import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import type { Reasoning } from '../state.ts';
import { answerFromMemory } from '../tasks/answer-from-memory.ts';
import { answerQuestion } from '../tasks/answer-question.ts';
import type { WrittenAnswer } from '../tasks/shapes.ts';

/** Answers from all numbered sources found so far, in one task. */
export const answerFromSources = node('answer', async (state, context) => ({
  written: await answerFrom(context, state),
}));

/** One grounded answer from these sources, shown while it is written; no model is called where there are none. */
export const answerFrom = async (
  context: QuestionContext,
  { standalone, references, today }: Pick<Reasoning, 'standalone' | 'references' | 'today'>,
): Promise<WrittenAnswer> => {
  if (references.length === 0) return nothingFound;
  const input = { question: standalone, references, today };
  const { output } = await runTask(context, answerQuestion, input, { show: true });
  return output;
};

/** Answers from the model's own knowledge; nothing is cited. */
export const answerDirectly = node('answer', async ({ standalone, today }, context) => {
  const { output } = await runTask(context, answerFromMemory, { question: standalone, today }, { show: true });
  return { written: { ...output, citations: [] } };
});

/** The answer when no page was found; no model is called. */
export const nothingFound = {
  reasoning: '',
  verdict: 'unknown' as const,
  text: 'I found nothing about that in the pages that I may read here.',
  shortAnswer: '',
  citations: [],
};

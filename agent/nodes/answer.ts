import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import type { Reasoning } from '../state.ts';
import { answerFromMemory } from '../tasks/answer-from-memory.ts';
import { answerQuestion } from '../tasks/answer-question.ts';
import type { WrittenAnswer } from '../tasks/shapes.ts';

/** Answers from all numbered sources found so far. */
export const answerFromSources = node('answer', async (state, context) => ({
  written: await answerFrom(context, state),
}));

/** Answers from these sources and streams the answer. Calls no model if there are none. */
export const answerFrom = async (
  context: QuestionContext,
  { standalone, references, today }: Pick<Reasoning, 'standalone' | 'references' | 'today'>,
): Promise<WrittenAnswer> => {
  if (references.length === 0) return nothingFound;
  const input = { question: standalone, references, today };
  const { output } = await runTask(context, answerQuestion, input, { show: true });
  return output;
};

/** Answers from the model's own knowledge, without citations. */
export const answerDirectly = node('answer', async ({ standalone, today }, context) => {
  const { output } = await runTask(context, answerFromMemory, { question: standalone, today }, { show: true });
  return { written: { ...output, citations: [] } };
});

/** The answer if no page was found. */
export const nothingFound = {
  reasoning: '',
  verdict: 'unknown' as const,
  text: 'I found nothing about that in the pages that I may read here.',
  shortAnswer: '',
  citations: [],
};

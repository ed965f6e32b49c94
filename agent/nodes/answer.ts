import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { answerFromMemory } from '../tasks/answer-from-memory.ts';
import { answerQuestion } from '../tasks/answer-question.ts';

/** Answers from all numbered sources found so far, in one task. */
export const answerFromSources = node('answer', async ({ standalone, references, today }, context) => {
  if (references.length === 0) return { written: nothingFound };
  const { output } = await runTask(
    context,
    answerQuestion,
    { question: standalone, references, today },
    { show: true },
  );
  return { written: output };
});

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

import { task } from '../model/task.ts';
import { CITE, layOutList, line, system, user } from './prompt.ts';
import { answerSchema } from './shapes.ts';

/** CRP-RAG, answer generation: the answers of all sufficient paths; alike ones merged, different ones listed. */
export const mergeAnswers = task({
  name: 'merge-answers',
  doing: 'Bringing the ways of reasoning together',
  output: answerSchema,
  stream: 'text',
  prompt: ({ question, answers }: { question: string; answers: readonly string[] }) => [
    system(
      `Several lines of reasoning ended in the answers below, each with its sources as [n]. Merge those that say the same; if they differ, say what each says and give as shortAnswer the one with most support. Use nothing else. If none answers the question, the verdict is unknown. ${CITE}`,
    ),
    user(layOutList('candidates', answers), line('Question', question)),
  ],
});

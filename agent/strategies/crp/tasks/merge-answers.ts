import { task } from '../../../model/task.ts';
import { CITE_FACTS, layOutList, line, system, user } from '../../../tasks/prompt.ts';
import { answerSchema } from '../../../tasks/shapes.ts';

/** CRP-RAG, answer generation: merges equivalent answers of the sufficient paths and lists different ones. */
export const mergeAnswers = task({
  name: 'merge-answers',
  doing: 'Bringing the ways of reasoning together',
  mayBeLikely: true,
  output: answerSchema,
  stream: 'text',
  prompt: ({ question, answers }: { question: string; answers: readonly string[] }) => [
    system(
      `Lines of reasoning ended in the different answers below, each with how many came to it and its statements with their sources as [n]. Merge answers that mean the same; leave out one whose statements do not answer what the question asks. If several are left, say what each says and give as shortAnswer the one with most support. Use nothing else. If none answers the question, the verdict is unknown. ${CITE_FACTS}`,
    ),
    user(layOutList('candidates', answers), line('Question', question)),
  ],
});

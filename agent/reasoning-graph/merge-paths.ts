import { words } from '../../core/text/words.ts';
import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { mergeAnswers } from '../tasks/merge-answers.ts';
import type { PathAnswer } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';

/** What is said when no path is sufficient. CRP-RAG section 3.4: the system refuses. */
const refusal = {
  reasoning: '',
  verdict: 'unknown' as const,
  text: 'The pages that I may read here do not support an answer to that.',
  shortAnswer: '',
  citations: [],
};

/** AG (d): no path refuses, one path is the answer, several that say the same are one, different ones are merged by a call. */
export const mergePathAnswers = node<Crp, CrpUpdate>('merge', async ({ pathAnswers, standalone }, context) => {
  const [first, ...others] = pathAnswers;
  if (!first) return { written: refusal };
  const same = (other: PathAnswer) => words(other.shortAnswer).join(' ') === words(first.shortAnswer).join(' ');
  if (others.every(same)) {
    return {
      written: {
        reasoning: '',
        verdict: 'answered' as const,
        text: first.statements.join(' '),
        shortAnswer: first.shortAnswer,
        citations: pathAnswers.flatMap(({ citations }) => citations),
      },
    };
  }
  const answers = pathAnswers.map(({ statements, shortAnswer }) => `${shortAnswer}: ${statements.join(' ')}`);
  const { output } = await runTask(context, mergeAnswers, { question: standalone, answers }, { show: true });
  return {
    written: { ...output, citations: [...output.citations, ...pathAnswers.flatMap(({ citations }) => citations)] },
  };
});

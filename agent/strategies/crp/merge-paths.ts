import { isParleyError } from '../../../core/errors.ts';
import { words } from '../../../core/text/words.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { isOutlier, type PathAnswer } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';
import { mergeAnswers } from './tasks/merge-answers.ts';

/** The refusal when no path is sufficient (CRP-RAG section 3.4). */
const refusal = {
  reasoning: '',
  verdict: 'unknown' as const,
  text: 'The pages that I may read here do not support an answer to that.',
  shortAnswer: '',
  citations: [],
};

const verdictOf = ({ contradicts, unconfirmed }: PathAnswer) => {
  if (contradicts) return 'invalid-premise' as const;
  return unconfirmed.length > 0 ? ('likely' as const) : ('answered' as const);
};

const FALSE_PREMISE = 'false premise';

/**
 * AG (d): refuses without a path, returns the answer of one path or of several that agree, and merges different answers
 * in one call. That call sees each answer once, with the number of its paths. It also judges a single answer whose last
 * step is an outlier in its layer, since that may answer something else.
 */
export const mergePathAnswers = node<Crp, CrpUpdate>('merge', async ({ graph, pathAnswers, standalone }, context) => {
  const groups = new Map<string, PathAnswer[]>();
  for (const path of pathAnswers) {
    const key = path.contradicts ? FALSE_PREMISE : words(path.shortAnswer).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  const bySupport = [...groups.values()].sort((a, b) => b.length - a.length);
  const [alike = [], ...others] = bySupport;
  // Prefers a path whose every link is stated.
  const first = alike.find(({ unconfirmed }) => unconfirmed.length === 0) ?? alike[0];
  if (!first) return { written: refusal };
  const citations = pathAnswers.flatMap((path) => path.citations);
  const asReasoned = {
    reasoning: '',
    verdict: verdictOf(first),
    unconfirmed: first.unconfirmed,
    text: first.statements.join(' '),
    shortAnswer: first.contradicts ? '' : first.shortAnswer,
    citations,
  };
  const isOdd = pathAnswers.every(({ end }) => isOutlier(graph, end));
  if (others.length === 0 && !isOdd) return { written: asReasoned };
  const answers = bySupport.flatMap(([path, ...more]) =>
    path
      ? `${path.contradicts ? FALSE_PREMISE : path.shortAnswer} (${more.length + 1} of ${pathAnswers.length} lines of reasoning): ${path.statements.join(' ')}`
      : [],
  );
  const merged = await runTask(context, mergeAnswers, { question: standalone, answers }, { show: true }).catch(
    (error: unknown) => {
      if (!isParleyError(error, 'BUDGET_EXHAUSTED')) throw error;
    },
  );
  if (merged) return { written: { ...merged.output, citations: [...merged.output.citations, ...citations] } };
  // Without a call left an answer stands if more paths ended in it than in any other.
  const stands = !isOdd && others.every(({ length }) => length < alike.length);
  return { written: stands ? asReasoned : refusal, exhausted: true };
});

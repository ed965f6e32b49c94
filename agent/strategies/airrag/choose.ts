import { words } from '../../../core/text/words.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { nothingFound } from '../../nodes/answer.ts';
import { citedOf, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import type { WrittenAnswer } from '../../tasks/shapes.ts';
import { argMax, embeddingScores, jaccardScores } from './candidate-scores.ts';
import type { SearchOptions } from './options.ts';
import { eligible, trajectoryOf } from './search.ts';
import type { TreeSearch } from './state.ts';
import { refineCandidates } from './tasks/refine-candidates.ts';
import type { AnswerNode } from './tree.ts';

/** Sources shown to the refining call. */
const MAX_SOURCES = 14;

/** Chooses among the candidates of all rollouts: by one more SA, by agreement, or by a scorer (section 3.3). */
export const chooseAnswer = (options: SearchOptions) =>
  node('choose', async ({ tree, standalone, today, references, exhausted }: TreeSearch, context) => {
    const ends = tree ? eligible(tree) : [];
    // No path was finished. Without any source the answer is "nothing found"; otherwise the agent answers from the
    // steps.
    if (ends.length === 0) return { written: references.length === 0 && !exhausted ? nothingFound : undefined };
    const answers = ends.map(({ written }) => written);
    if (ends.length === 1) return { written: answers[0] };
    const agreed = answerOfAll(answers);
    if (options.choose === 'refine' && agreed) return { written: agreed };
    if (options.choose === 'refine' && !exhausted) {
      return { written: await refine(context, standalone, today, answers, citedBy(context, answers)) };
    }
    const scores = await scoresOf(context, options, standalone, ends, tree);
    context.trace({
      kind: 'note',
      name: 'scores',
      data: answers.map(({ shortAnswer }, at) => [shortAnswer, scores[at]]),
    });
    return { written: answers[argMax(scores)] };
  });

/** The answer if all give the same, and of refusals the longest: then a further call has nothing to refine. */
const answerOfAll = (answers: readonly WrittenAnswer[]): WrittenAnswer | undefined => {
  const meanings = new Set(answers.map(({ verdict, shortAnswer }) => JSON.stringify([verdict, words(shortAnswer)])));
  const [first, ...others] = answers;
  if (!first || meanings.size > 1) return undefined;
  if (first.verdict === 'unknown')
    return others.reduce((longest, one) => (one.text.length > longest.text.length ? one : longest), first);
  return first.shortAnswer.trim() === '' ? undefined : first;
};

/** One more SA over all candidates (AirRAG's self-refinement; the blender's last step). */
export const refine = async (
  context: QuestionContext,
  question: string,
  today: string,
  answers: readonly WrittenAnswer[],
  references: readonly NumberedReference[],
): Promise<WrittenAnswer> => {
  const texts = [...new Set(answers.map(({ text, shortAnswer }) => (shortAnswer ? `${shortAnswer}: ${text}` : text)))];
  const input = { question, candidates: texts, references: references.slice(0, MAX_SOURCES), today };
  const { output } = await runTask(context, refineCandidates, input, { show: true });
  return output;
};

/** All references that the texts of some answers cite or mark, each once. */
export const citedBy = (context: QuestionContext, answers: readonly WrittenAnswer[]): NumberedReference[] =>
  union(...answers.map(({ text, citations }) => citedOf(context, text, citations)));

const scoresOf = async (
  context: QuestionContext,
  { choose, scorer }: SearchOptions,
  question: string,
  ends: readonly AnswerNode[],
  tree: TreeSearch['tree'],
): Promise<number[]> => {
  const texts = ends.map(({ written }) => written.text);
  if (choose === 'scorer' && scorer) {
    return Promise.all(ends.map((end) => scorer(trajectoryOf(tree, end, question), context.signal)));
  }
  if (choose === 'embedding' && context.encoder)
    return embeddingScores(await context.encoder.embed(texts, context.signal));
  if (choose !== 'jaccard')
    context.trace({ kind: 'note', name: 'fallback', data: `${choose} is not possible here: jaccard` });
  return jaccardScores(texts);
};

import { words } from '../../../core/text/words.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { QuestionContext } from '../../question-context.ts';
import { settleBranches } from '../../settle-branches.ts';
import type { Failure } from '../../state.ts';
import type { SolvedStep } from '../../tasks/shapes.ts';
import { drawGraph } from './draw-graph.ts';
import type { CrpOptions } from './options.ts';
import { bestPathPerAnswers, completePaths } from './paths.ts';
import { fillInAnswers, type GraphStep, type PathAnswer, type ReasoningGraph } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';
import { LIKELY_STEP_RULE, type ReasonedStep, reasonStep } from './tasks/reason-step.ts';

/**
 * AG (b) and (c): along every sufficient path, condition_{n+1} = condition_n + LM(condition_n, s_n, k_n). Of paths with
 * the same intermediate answers only the most confident is reasoned along; the others are tried if no path reached an
 * answer.
 */
export const reasonAlongPaths = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('reason', async (state, context) => {
    const answersByStep = new Map<string, Promise<ReasonedStep>>();
    const pathAnswers: PathAnswer[] = [];
    const failures: Failure[] = [];
    let exhausted = false;
    const { graph } = state;
    let left = completePaths(graph, options);
    for (let round = 0; left.length > 0 && pathAnswers.length === 0 && !exhausted && round < MAX_ROUNDS; round++) {
      const paths = options.evaluation ? bestPathPerAnswers(left).slice(0, options.paths) : left;
      left = left.filter((path) => !paths.includes(path));
      const chosen = new Set(paths.flatMap((path) => path.map(({ id }) => id)));
      context.trace({ kind: 'state', name: 'reasoning-graph', data: drawGraph(graph, chosen) });
      const reasoned = await settleBranches(
        context,
        paths.map((path) =>
          options.iteration ? reasonAlong(path, state, context, answersByStep) : reasonAtOnce(path, state, context),
        ),
      );
      pathAnswers.push(...reasoned.results.filter((result) => result !== undefined));
      failures.push(...reasoned.failures);
      exhausted = reasoned.exhausted;
    }
    return {
      pathAnswers,
      failures,
      exhausted,
      steps: pathAnswers
        .slice(0, 1)
        .flatMap(({ path, statements }) => path.map((question, at) => ({ question, answer: statements[at] ?? '' }))),
    };
  });

/** Rounds of paths tried before the question is refused. */
const MAX_ROUNDS = 3;

/**
 * Reasons along one path, step by step. Returns undefined at a step that its conditions and knowledge do not answer,
 * and stops at a contradicted premise. An unanswered step is retried once as a similar step. Paths that reach a step
 * with the same answers share its call.
 */
const reasonAlong = async (
  path: GraphStep[],
  { graph, standalone: question, today }: Crp,
  context: QuestionContext,
  asked: Map<string, Promise<ReasonedStep>>,
): Promise<PathAnswer | undefined> => {
  const conditions: SolvedStep[] = [];
  const answers: ReasonedStep[] = [];
  let end = '';
  for (const step of path) {
    end = step.id;
    const short = answers.map(({ shortAnswer }) => shortAnswer);
    const before = [...conditions];
    const askAs = ({ id, text, facts = step.facts ?? [] }: GraphStep): Promise<ReasonedStep> => {
      const key = JSON.stringify([id, short.map((answer) => words(answer))]);
      const input = { question, conditions: before, step: fillInAnswers(text, short), facts, today };
      const pending =
        asked.get(key) ??
        runTask(context, reasonStep, input, { likelyRule: LIKELY_STEP_RULE }).then(({ output }) => output);
      asked.set(key, pending);
      return pending;
    };
    let answer = await askAs(step);
    const spare = similarStep(graph, step);
    if (answer.verdict === 'unknown' && spare) answer = await askAs(spare);
    if (answer.verdict === 'unknown') return undefined;
    answers.push(answer);
    // A likely answer may have only one link that no source states.
    if (answers.filter(({ verdict }) => verdict === 'likely').length > 1) return undefined;
    conditions.push({ question: fillInAnswers(step.text, short), answer: answer.answer });
    if (answer.verdict === 'invalid-premise') break;
  }
  return toPathAnswer(end, conditions, answers);
};

/** A step of the same layer that asks the same in other words. */
const similarStep = ({ steps }: ReasoningGraph, { id, depth, alike = id }: GraphStep): GraphStep | undefined =>
  steps.find((one) => one.id !== id && one.depth === depth && (one.alike ?? one.id) === alike);

/** Ablation of CRP-RAG section 5.1: all knowledge of a path in one call. */
const reasonAtOnce = async (
  path: GraphStep[],
  { standalone: question, today }: Crp,
  context: QuestionContext,
): Promise<PathAnswer | undefined> => {
  const facts = [...new Set(path.flatMap((step) => step.facts ?? []))];
  const { output } = await runTask(
    context,
    reasonStep,
    { question, conditions: [], step: question, facts, today },
    { likelyRule: LIKELY_STEP_RULE },
  );
  return output.verdict === 'unknown'
    ? undefined
    : toPathAnswer(path.at(-1)?.id ?? '', [{ question, answer: output.answer }], [output]);
};

const toPathAnswer = (end: string, conditions: SolvedStep[], known: ReasonedStep[]): PathAnswer => ({
  end,
  path: conditions.map((condition) => condition.question),
  contradicts: known.at(-1)?.verdict === 'invalid-premise',
  statements: conditions.map((condition) => condition.answer),
  shortAnswer: known.at(-1)?.shortAnswer ?? '',
  citations: known.flatMap((answer) => answer.citations),
  unconfirmed: known.flatMap(({ verdict, unconfirmed }) => (verdict === 'likely' ? unconfirmed : [])),
});

import { words } from '../../core/text/words.ts';
import { survivors } from '../branches.ts';
import type { NodeContext } from '../context.ts';
import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { reasonStep } from '../tasks/reason-step.ts';
import type { SolvedStep, StepAnswer } from '../tasks/shapes.ts';
import { drawGraph } from './draw-graph.ts';
import type { CrpOptions } from './options.ts';
import { type GraphStep, type PathAnswer, pathsThrough, type ReasoningGraph, resolve } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';

/** AG (b) and (c): along every sufficient path, condition_{n+1} = condition_n + LM(condition_n, s_n, k_n). */
export const reasonAlongPaths = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('reason', async ({ graph, standalone }, context) => {
    const paths = choosePaths(graph, options);
    const chosen = new Set(paths.flatMap((path) => path.map(({ id }) => id)));
    context.trace({ kind: 'state', name: 'reasoning-graph', data: drawGraph(graph, chosen) });
    const asked = new Map<string, Promise<StepAnswer>>();
    const { results, ...rest } = await survivors(
      context,
      paths.map((path) =>
        options.iteration ? reasonAlong(path, standalone, context, asked) : reasonAtOnce(path, standalone, context),
      ),
    );
    const pathAnswers = results.filter((result) => result !== undefined);
    return {
      pathAnswers,
      ...rest,
      steps:
        pathAnswers[0]?.path.map((question, at) => ({ question, answer: pathAnswers[0]!.statements[at] ?? '' })) ?? [],
    };
  });

const choosePaths = (graph: ReasoningGraph, { evaluation, paths }: CrpOptions): GraphStep[][] => {
  if (evaluation) return pathsThrough(graph, ({ sufficiency }) => sufficiency?.sufficient === true, paths);
  const all = pathsThrough(graph, ({ facts }) => facts !== undefined, 500).sort((a, b) => a.length - b.length);
  return [...new Set([all.at(0), all.at(-1)])].filter((path) => path !== undefined);
};

/**
 * One path, step by step; a step that its conditions and knowledge do not hold ends it. Paths that come to one step with
 * the same answers share the call for it.
 */
const reasonAlong = async (
  path: GraphStep[],
  question: string,
  context: NodeContext,
  asked: Map<string, Promise<StepAnswer>>,
): Promise<PathAnswer | undefined> => {
  const conditions: SolvedStep[] = [];
  const known: StepAnswer[] = [];
  for (const step of path) {
    const key = JSON.stringify([step.id, known.map(({ shortAnswer }) => words(shortAnswer))]);
    const text = resolve(
      step.text,
      known.map(({ shortAnswer }) => shortAnswer),
    );
    const before = [...conditions];
    const answering =
      asked.get(key) ??
      runTask(context, reasonStep, { question, conditions: before, step: text, facts: step.facts ?? [] }).then(
        ({ output }) => output,
      );
    asked.set(key, answering);
    const answer = await answering;
    if (answer.verdict === 'unknown') return undefined;
    known.push(answer);
    conditions.push({ question: text, answer: answer.answer });
  }
  return toPathAnswer(conditions, known);
};

/** The ablation: all of a path's knowledge at once, one call. CRP-RAG section 5.1. */
const reasonAtOnce = async (
  path: GraphStep[],
  question: string,
  context: NodeContext,
): Promise<PathAnswer | undefined> => {
  const facts = [...new Set(path.flatMap((step) => step.facts ?? []))];
  const { output } = await runTask(context, reasonStep, { question, conditions: [], step: question, facts });
  return output.verdict === 'unknown' ? undefined : toPathAnswer([{ question, answer: output.answer }], [output]);
};

const toPathAnswer = (conditions: SolvedStep[], known: StepAnswer[]): PathAnswer => ({
  path: conditions.map((condition) => condition.question),
  statements: conditions.map((condition) => condition.answer),
  shortAnswer: known.at(-1)!.shortAnswer,
  citations: known.flatMap((answer) => answer.citations),
});

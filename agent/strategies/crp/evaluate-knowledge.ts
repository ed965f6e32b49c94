import { words } from '../../../core/text/words.ts';
import { runTask, sampleTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { QuestionContext } from '../../question-context.ts';
import { saysUnknown } from '../../references/says-unknown.ts';
import { settleBranches } from '../../settle-branches.ts';
import { SAMPLES } from './call-plan.ts';
import { drawGraph } from './draw-graph.ts';
import type { CrpOptions } from './options.ts';
import { pathsToReason } from './paths.ts';
import { stepsToGather, sufficientAncestors } from './readings.ts';
import { type GraphStep, layer, maxDepth, type ReasoningGraph, type Sufficiency, update } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';
import { judgeKnowledge } from './tasks/judge-knowledge.ts';

/**
 * threshold_perplexity (CRP-RAG section 3.4, which gives no value). A supported short answer has a perplexity near 1,
 * an invented one spreads over many tokens. 2 equals an average of one bit of doubt per token.
 */
const MAX_PERPLEXITY = 2;
/** Without log-probabilities: the share of the pairs of sampled answers that must agree. */
const MIN_AGREEMENT = 0.6;
const SAMPLING = { temperature: 0.7, topP: 0.8, topK: 50 };

/** AG (a) for one layer: judges whether each step's knowledge is sufficient. */
export const evaluateKnowledge = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('evaluate', async ({ graph, depth, today }, context) => {
    const doing = `Checking what is known for step ${depth} of ${maxDepth(graph)}`;
    const gathered = layer(graph, depth).filter(({ facts, sufficiency }) => facts && !sufficiency);
    const judging = new Map<string, Promise<Sufficiency>>();
    const { results: judged, ...rest } = await settleBranches(
      context,
      gathered.map(async (step) => {
        const input = { ...judgedInput(graph, step), today };
        const key = JSON.stringify(input);
        const judgement = judging.get(key) ?? judge(input, context, options, doing);
        judging.set(key, judgement);
        return [step.id, { sufficiency: await judgement }] as const;
      }),
    );
    const next = update(graph, new Map(judged));
    context.trace({ kind: 'state', name: 'reasoning-graph', data: drawGraph(next) });
    const more = stepsToGather(next, depth, !options.evaluation).length > 0;
    return { graph: next, depth: more ? depth : depth + 1, ...rest };
  });

/** Includes the facts of the steps above, because a concluding step ("which of the two is older?") depends on them. */
const judgedInput = (graph: ReasoningGraph, step: GraphStep) => ({
  step: step.query ?? step.text,
  facts: [...new Set([...sufficientAncestors(graph, step), step].flatMap(({ facts }) => facts ?? []))],
});

/** The worst score. Not Infinity, because checkpoints are JSON. */
const WORST_SCORE = Number.MAX_VALUE;

const judge = async (
  input: ReturnType<typeof judgedInput> & { today: string },
  context: QuestionContext,
  { evaluation }: CrpOptions,
  doing: string,
): Promise<Sufficiency> => {
  if (input.facts.length === 0) return { sufficient: !evaluation, score: WORST_SCORE, by: 'not judged', answer: '' };
  const { logprobs: canWeigh } = context.models.main.capabilities;
  const first = await runTask(context, judgeKnowledge, input, { logprobs: canWeigh, doing });
  const answer = withoutMarks(first.output);
  if (!evaluation) return { sufficient: true, score: 0, by: 'not judged', answer };
  const unknown = saysUnknown(answer);
  if (first.logprobs && first.logprobs.length > 0) {
    const score = perplexity(first.logprobs);
    return { sufficient: !unknown && score < MAX_PERPLEXITY, score, by: 'perplexity', answer };
  }
  // A provider that gives none, or says that it does and does not: the call made is the first of the samples.
  if (unknown) return { sufficient: false, score: 1, by: 'agreement', answer: '' };
  const others = await sampleTask(context, judgeKnowledge, input, SAMPLES - 1, { sampling: SAMPLING, doing });
  const agreed = agreement([answer, ...others.map(({ output }) => withoutMarks(output))]);
  return { sufficient: agreed >= MIN_AGREEMENT, score: 1 - agreed, by: 'agreement', answer };
};

const withoutMarks = (answer: string): string =>
  answer
    .replace(/\s*\[\d+\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** exp of the mean negative log-probability of the tokens. */
const perplexity = (logprobs: readonly number[]): number =>
  Math.exp(-logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length);

/** The share of sample pairs that agree: both are known and share at least half of their words. */
const agreement = (samples: readonly string[]): number => {
  const sets = samples.map((sample) => (saysUnknown(sample) ? undefined : new Set(words(sample))));
  let pairs = 0;
  let same = 0;
  for (let a = 0; a < sets.length; a++) {
    for (let b = a + 1; b < sets.length; b++) {
      pairs += 1;
      const [x, y] = [sets[a], sets[b]];
      if (!x || !y) continue;
      const shared = [...x].filter((word) => y.has(word)).length;
      if (shared / Math.max(1, x.size + y.size - shared) >= 0.5) same += 1;
    }
  }
  return pairs === 0 ? 0 : same / pairs;
};

/** True while a layer still has to be retrieved and judged, and a further path would be reasoned along. */
export const hasLayersLeft =
  (options: CrpOptions) =>
  ({ graph, depth, exhausted }: Crp): boolean =>
    !exhausted &&
    depth <= maxDepth(graph) &&
    !(options.evaluation && pathsToReason(graph, options).length >= options.paths);

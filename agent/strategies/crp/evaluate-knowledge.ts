import { words } from '../../../core/text/words.ts';
import { runTask, sampleTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { QuestionContext } from '../../question-context.ts';
import { saysUnknown } from '../../references/says-unknown.ts';
import { settleBranches } from '../../settle-branches.ts';
import { drawGraph } from './draw-graph.ts';
import type { CrpOptions } from './options.ts';
import { stepsToGather, sufficientAncestors } from './readings.ts';
import { deepest, type GraphStep, layer, type ReasoningGraph, type Sufficiency, update } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';
import { judgeKnowledge } from './tasks/judge-knowledge.ts';

/**
 * threshold_perplexity (CRP-RAG section 3.4; the paper leaves its value open). A supported short answer is nearly certain
 * (perplexity near 1); an invented one spreads over many tokens. 2 says: on average less than one bit of doubt a token.
 */
export const MAX_PERPLEXITY = 2;
/** Without log-probabilities: samples of the answer, and the share of their pairs that must say the same. */
const SAMPLES = 3;
const MIN_AGREEMENT = 0.6;
const SAMPLING = { temperature: 0.7, topP: 0.8, topK: 50 };

/** AG (a), for one layer: is each step's knowledge sufficient? */
export const evaluateKnowledge = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('evaluate', async ({ graph, depth }, context) => {
    const doing = `Checking what is known for step ${depth} of ${deepest(graph)}`;
    const gathered = layer(graph, depth).filter(({ facts, sufficiency }) => facts && !sufficiency);
    const judging = new Map<string, Promise<Sufficiency>>();
    const { results: judged, ...rest } = await settleBranches(
      context,
      gathered.map(async (step) => {
        const input = judgedInput(graph, step);
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

/** A step that concludes ("which of the two is older?") rests on what the steps above it were found to know. */
const judgedInput = (graph: ReasoningGraph, step: GraphStep) => ({
  step: step.query ?? step.text,
  facts: [...new Set([...sufficientAncestors(graph, step), step].flatMap(({ facts }) => facts ?? []))],
});

/** The worst of scores. Not infinity: a checkpoint is JSON, which has none. */
const WORST_SCORE = Number.MAX_VALUE;

const judge = async (
  input: ReturnType<typeof judgedInput>,
  context: QuestionContext,
  { evaluation }: CrpOptions,
  doing: string,
): Promise<Sufficiency> => {
  if (input.facts.length === 0) return { sufficient: !evaluation, score: WORST_SCORE, by: 'not judged', answer: '' };
  if (context.models.main.capabilities.logprobs) {
    const { output, logprobs } = await runTask(context, judgeKnowledge, input, { logprobs: true, doing });
    const answer = bare(output);
    if (!evaluation) return { sufficient: true, score: 0, by: 'not judged', answer };
    if (logprobs && logprobs.length > 0) {
      const score = perplexity(logprobs);
      return { sufficient: !saysUnknown(answer) && score < MAX_PERPLEXITY, score, by: 'perplexity', answer };
    }
  }
  const draws = await sampleTask(context, judgeKnowledge, input, evaluation ? SAMPLES : 1, {
    sampling: SAMPLING,
    doing,
  });
  const samples = draws.map(({ output }) => bare(output));
  const answer = samples.find((sample) => !saysUnknown(sample)) ?? '';
  if (!evaluation) return { sufficient: true, score: 0, by: 'not judged', answer };
  const agreed = agreement(samples);
  return { sufficient: answer !== '' && agreed >= MIN_AGREEMENT, score: 1 - agreed, by: 'agreement', answer };
};

const bare = (answer: string): string =>
  answer
    .replace(/\s*\[\d+\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** exp of the mean negative log-probability of the tokens. */
export const perplexity = (logprobs: readonly number[]): number =>
  Math.exp(-logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length);

/** The share of pairs of samples that say the same: known, and at least half of their words in common. */
export const agreement = (samples: readonly string[]): number => {
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

/** True while a layer is left to gather and to judge. */
export const layersLeft = ({ graph, depth, exhausted }: Crp): boolean => !exhausted && depth <= deepest(graph);

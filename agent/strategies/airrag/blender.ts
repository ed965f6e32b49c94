import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { node } from '../../node.ts';
import { nothingFound } from '../../nodes/answer.ts';
import { type BranchOutcome, inBranch } from '../../nodes/branch.ts';
import { makeStandalone } from '../../nodes/make-standalone.ts';
import { append, ReasoningState } from '../../state.ts';
import { iterdrag } from '../baselines/iterdrag/graph.ts';
import { vanilla } from '../baselines/vanilla.ts';
import { argMax, jaccardScores } from './candidate-scores.ts';
import { citedBy, refine } from './choose.ts';
import { createAirrag } from './graph.ts';
import { AIRRAG_LITE, ONE_PATH } from './options.ts';

const BlenderState = Annotation.Root({ ...ReasoningState.spec, outcomes: append<BranchOutcome>() });
type Blender = typeof BlenderState.State;

/**
 * One SA over the candidates of all strategies. Candidates with the verdict "unknown" are ignored if any other answers.
 */
const blend = node('blend', async ({ standalone, today, outcomes, exhausted }: Blender, context) => {
  const all = outcomes.map(({ written }) => written);
  const answeringCandidates = all.filter(({ verdict }) => verdict !== 'unknown');
  const answers = answeringCandidates.length > 0 ? answeringCandidates : all;
  if (answers.length === 0) return { written: nothingFound };
  const texts = new Set(answers.map(({ text }) => text));
  if (texts.size === 1) return { written: answers[0] };
  if (exhausted) return { written: answers[argMax(jaccardScores(answers.map(({ text }) => text)))] };
  return { written: await refine(context, standalone, today, answers, citedBy(context, answers)) };
});

/** AirRAG-Blender: runs four strategies in parallel and refines their candidates with one summary answer. */
export const createBlender = () =>
  new StateGraph(BlenderState)
    .addNode('rewrite', makeStandalone)
    .addNode('airrag', inBranch('airrag', createAirrag(ONE_PATH)))
    .addNode('airrag-lite', inBranch('airrag-lite', createAirrag({ ...AIRRAG_LITE, ...ONE_PATH })))
    .addNode('iterdrag', inBranch('iterdrag', iterdrag))
    .addNode('vanilla', inBranch('vanilla', vanilla))
    .addNode('blend', blend)
    .addEdge(START, 'rewrite')
    .addEdge('rewrite', 'airrag')
    .addEdge('rewrite', 'airrag-lite')
    .addEdge('rewrite', 'iterdrag')
    .addEdge('rewrite', 'vanilla')
    .addEdge(['airrag', 'airrag-lite', 'iterdrag', 'vanilla'], 'blend')
    .addEdge('blend', END)
    .compile();

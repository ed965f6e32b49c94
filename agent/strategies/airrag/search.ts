import { node } from '../../node.ts';
import type { QuestionContext } from '../../question-context.ts';
import { checkAnswer } from '../../references/check-answer.ts';
import type { ActionName, SearchOptions } from './options.ts';
import { nextAction, startsInParallel } from './policy.ts';
import type { TreeSearch } from './state.ts';
import {
  type AnswerNode,
  backpropagate,
  candidates,
  createTree,
  drawTree,
  isAnswerNode,
  nodeAt,
  pathTo,
  type SearchTree,
  selectNode,
  type TreeNode,
} from './tree.ts';

/** Input tokens reserved for the summary of the current path. */
const RESERVED_TOKENS = 2_500;

/** Selection: the node where the next rollout continues and its action, or the end of the search. */
export const select = (options: SearchOptions) =>
  node('select', (state: TreeSearch, context) => {
    const tree = state.tree ?? createTree(options);
    tree.added = [];
    const isOver = tree.rollouts >= Math.min(32, options.rollouts) || (tree.rollouts > 0 && isSpent(context, options));
    const from = isOver ? undefined : selectNode(tree, options.exploration);
    tree.at = from?.id ?? 0;
    tree.next = from ? (startsInParallel(tree, from) ? 'root' : (nextAction(tree, from) ?? 'choose')) : 'choose';
    return { tree };
  });

/** Continues the rollout after an action: picks the next action or, at a terminal node, backpropagates the reward. */
export const advance = (options: SearchOptions) =>
  node('advance', async (state: TreeSearch, context) => {
    const { tree, standalone, references } = state;
    const parent = nodeAt(tree, tree.at);
    // The rollout follows the first output, and SAY's before DA's. Later rollouts may follow the others.
    const id = tree.added.find((added) => nodeAt(tree, added).action !== 'da') ?? tree.added[0] ?? tree.at;
    const reached = nodeAt(tree, id);
    tree.added = [];
    if (isAnswerNode(reached)) {
      backpropagate(tree, id, await rewardOf(context, options, tree, reached, standalone, references));
      tree.rollouts += 1;
      tree.next = 'select';
    } else {
      tree.at = id;
      const ends = isSpent(context, options) && reached.untried.includes('sa');
      tree.next = ends ? 'sa' : (nextAction(tree, reached) ?? deadEnd(tree, parent));
    }
    context.trace({ kind: 'state', name: 'tree', data: drawTree(tree) });
    return { tree };
  });

/** A node without a legal action counts as a rollout with reward 0. */
const deadEnd = (tree: SearchTree, { id }: TreeNode): 'select' => {
  backpropagate(tree, id, 0);
  tree.rollouts += 1;
  return 'select';
};

/** True if another round could exceed L_max or the budget. */
const isSpent = ({ meter }: QuestionContext, { maxInputTokens }: SearchOptions): boolean =>
  meter.usage().inputTokens + RESERVED_TOKENS > maxInputTokens || meter.refuses(RESERVED_TOKENS);

/**
 * Reward of a finished path: the scorer's value if there is a scorer, otherwise how well the sources support the
 * answer.
 */
const rewardOf = async (
  context: QuestionContext,
  { scorer }: SearchOptions,
  tree: SearchTree,
  end: AnswerNode,
  question: string,
  references: TreeSearch['references'],
): Promise<number> => {
  const { written } = end;
  if (scorer) return scorer(trajectoryOf(tree, end, question), context.signal);
  if (written.verdict === 'unknown') return 0.1;
  return checkAnswer(written, references, question).confidence;
};

/** The steps from the root to an answer, with the answer, as the trace shows them. */
export const trajectoryOf = (tree: SearchTree, end: AnswerNode, question: string) => ({
  question,
  steps: pathTo(tree, end.id).map(({ action, query, answer }) => ({ action: action as ActionName, query, answer })),
  text: end.written.text,
  shortAnswer: end.written.shortAnswer,
  verdict: end.written.verdict,
});

type Target = ActionName | 'select' | 'choose';

/** The next node. At the start, SAY and DA run in parallel. */
export const toNext = ({ tree, exhausted }: Pick<TreeSearch, 'tree' | 'exhausted'>): Target | Target[] => {
  if (exhausted) return 'choose';
  return tree.next === 'root' ? ['say', 'da'] : tree.next;
};

/** The candidates that answer; all candidates if none does. */
export const eligible = (tree: SearchTree): AnswerNode[] => {
  const all = candidates(tree);
  const answeringCandidates = all.filter(({ written }) => written.verdict !== 'unknown');
  return answeringCandidates.length > 0 ? answeringCandidates : all;
};

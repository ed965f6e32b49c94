import type { Drawing } from '../../../core/drawing.ts';
import { words } from '../../../core/text/words.ts';
import type { NumberedReference } from '../../references/reference.ts';
import type { SolvedStep, WrittenAnswer } from '../../tasks/shapes.ts';
import type { ActionName, SearchOptions } from './options.ts';

/**
 * The paper's state is the path from the root to a node. A node stores only its own step, so the tree is never copied.
 */
export interface TreeNode {
  readonly id: number;
  readonly parent: number;
  readonly action: ActionName | 'root';
  readonly depth: number;
  /** SAY and QT: the queries to answer next. */
  readonly queries?: readonly string[];
  /** RA and DA: the query; the fields below hold its answer. */
  readonly query?: string;
  readonly answer?: string;
  readonly shortAnswer?: string;
  readonly solved?: boolean;
  readonly references?: readonly NumberedReference[];
  /** SA: the final answer. */
  readonly written?: WrittenAnswer;
  children: number[];
  /** Legal actions not yet expanded here. */
  untried: ActionName[];
  visits: number;
  total: number;
}

export interface SearchTree {
  readonly nodes: TreeNode[];
  rollouts: number;
  /** Node and next action of the current rollout. */
  at: number;
  next: ActionName | 'root' | 'select' | 'choose';
  /** Ids of the nodes that the last action added. */
  added: number[];
}

/** A tree with its root alone, before the first rollout. */
export const createTree = (options: SearchOptions): SearchTree => {
  const tree: SearchTree = { nodes: [], rollouts: 0, at: 0, next: 'select', added: [] };
  tree.nodes.push({ id: 0, parent: -1, action: 'root', depth: 0, children: [], untried: [], visits: 0, total: 0 });
  nodeAt(tree, 0).untried = legalActions(tree, 0, options);
  return tree;
};

/** @throws for an id that is not in the tree */
export const nodeAt = ({ nodes }: SearchTree, id: number): TreeNode => {
  const node = nodes[id];
  if (!node) throw new Error(`The search tree has no node ${id}.`);
  return node;
};

/** The nodes from the root to a node, without the root. */
export const pathTo = (tree: SearchTree, id: number): TreeNode[] => {
  const path: TreeNode[] = [];
  for (let node = nodeAt(tree, id); node.parent >= 0; node = nodeAt(tree, node.parent)) path.push(node);
  return path.reverse();
};

/** Queries of the last SAY or QT on the path that no RA has taken yet. */
export const pendingQueries = (tree: SearchTree, id: number): string[] => {
  let pending: string[] = [];
  for (const { action, queries } of pathTo(tree, id)) {
    if (action === 'say' || action === 'qt') pending = [...(queries ?? [])];
    else if (action === 'ra') pending.shift();
  }
  return pending;
};

/** What an unanswered step tells the next ones: that it is unknown, and what came near ("they only name his school"). */
const unknownStep = (answer = ''): string => (answer.trim() === '' ? '' : `unknown: ${answer.trim()}`);

/** Sub-queries that RA or DA tried on the path to a node. An unsolved one says what came near, if RA did; memory says nothing. */
export const stepsAt = (tree: SearchTree, id: number): (SolvedStep & { shortAnswer: string; solved: boolean })[] =>
  pathTo(tree, id).flatMap(({ action, query, answer, shortAnswer, solved }) =>
    action === 'ra' || action === 'da'
      ? [
          {
            question: query ?? '',
            answer: solved ? (answer ?? '') : action === 'ra' ? unknownStep(answer) : '',
            shortAnswer: shortAnswer ?? '',
            solved: solved ?? false,
          },
        ]
      : [],
  );

/**
 * The actions that may follow a node (AirRAG section 3.1): SAY and DA once, at the root; RA after the root, SAY, QT and
 * RA; QT after SAY and RA, at most `maxRounds` times; SA after DA and RA, which ends the path. At `maxDepth` only SA is
 * left.
 */
export const legalActions = (tree: SearchTree, id: number, options: SearchOptions): ActionName[] => {
  const node = nodeAt(tree, id);
  const rounds = pathTo(tree, id).filter(({ action }) => action === 'qt').length;
  const last = node.depth >= options.maxDepth - 1;
  const room = !last && node.depth < options.maxDepth - 2;
  const transform: ActionName[] = rounds < options.maxRounds && room ? ['qt'] : [];
  const retrieve: ActionName[] = last ? [] : ['ra'];
  const follow: Record<TreeNode['action'], ActionName[]> = {
    root: ['say', 'da', 'ra'],
    say: [...retrieve, ...transform],
    da: ['sa'],
    ra: [...(pendingQueries(tree, id).length > 0 ? retrieve : []), ...transform, 'sa'],
    qt: retrieve,
    sa: [],
  };
  return follow[node.action].filter((action) => options.actions.includes(action));
};

/**
 * Adds an action's outputs as children and records their ids in `tree.added`. Skips an output that equals a sibling, so
 * that rollouts through the same states share nodes (AirRAG's same-path pruning).
 */
export const addNodes = (
  tree: SearchTree,
  parent: number,
  action: ActionName,
  outputs: readonly Partial<TreeNode>[],
  options: SearchOptions,
): TreeNode[] => {
  const owner = nodeAt(tree, parent);
  owner.untried = owner.untried.filter((untried) => untried !== action);
  const seen = new Set(owner.children.map((id) => stepKey(nodeAt(tree, id))));
  const added: TreeNode[] = [];
  for (const output of outputs) {
    const node: TreeNode = {
      ...output,
      id: tree.nodes.length,
      parent,
      action,
      depth: owner.depth + 1,
      children: [],
      untried: [],
      visits: 0,
      total: 0,
    };
    const key = stepKey(node);
    if (seen.has(key)) continue;
    seen.add(key);
    tree.nodes.push(node);
    owner.children.push(node.id);
    node.untried = legalActions(tree, node.id, options);
    added.push(node);
  }
  tree.added.push(...added.map(({ id }) => id));
  return added;
};

/** A step's content without letter case and punctuation. Outputs with equal keys are the same state. */
export const stepKey = ({ action, queries, query, answer, written }: TreeNode): string =>
  [action, ...(queries ?? []), query ?? '', answer ?? '', written?.text ?? '']
    .map((text) => words(text).join(' '))
    .join('|');

/** UCT(s, p) = Q(s)/N(s) + w·√(ln N(p) / N(s)), infinite for an unvisited child (section 3.2). */
export const uctScore = ({ visits, total }: TreeNode, parentVisits: number, exploration: number): number =>
  visits === 0
    ? Number.POSITIVE_INFINITY
    : total / visits + exploration * Math.sqrt(Math.log(Math.max(1, parentVisits)) / visits);

/**
 * Selection: follows UCT down from the root to a node that was never visited or has an untried action. Undefined once
 * the whole tree is explored. Never returns a terminal node.
 */
export const selectNode = (tree: SearchTree, exploration: number): TreeNode | undefined => {
  const open = openNodes(tree);
  let node = nodeAt(tree, 0);
  while (open.has(node.id)) {
    const children = node.children.map((id) => nodeAt(tree, id)).filter(({ id }) => open.has(id));
    const unvisited = children.find(({ visits }) => visits === 0);
    if (unvisited) return unvisited;
    if (node.untried.length > 0 || children.length === 0) return node;
    const { visits } = node;
    node = children.reduce((best, child) =>
      uctScore(child, visits, exploration) > uctScore(best, visits, exploration) ? child : best,
    );
  }
  return undefined;
};

/** Ids of the nodes with an untried action at or below them. */
const openNodes = ({ nodes }: SearchTree): Set<number> => {
  const open = new Set<number>();
  // Children come after their parent.
  for (const { id, untried, children } of nodes.toReversed()) {
    if (untried.length > 0 || children.some((child) => open.has(child))) open.add(id);
  }
  return open;
};

/** Adds a rollout's reward to every node of its path and to the root. */
export const backpropagate = (tree: SearchTree, id: number, reward: number): void => {
  for (const node of [nodeAt(tree, 0), ...pathTo(tree, id)]) {
    node.visits += 1;
    node.total += reward;
  }
};

/** A terminal node, which has a final answer. */
export type AnswerNode = TreeNode & { readonly written: WrittenAnswer };
/** True for a node at which a rollout ended with a final answer. */
export const isAnswerNode = (node: TreeNode): node is AnswerNode => node.written !== undefined;

/** Final answers of all rollouts. */
export const candidates = ({ nodes }: SearchTree): AnswerNode[] => nodes.filter(isAnswerNode);

/** The tree in the format that the web page draws. */
export const drawTree = ({
  nodes,
  rollouts,
}: SearchTree): Extract<Drawing, { drawing: 'tree' }> & { rollouts: number } => ({
  drawing: 'tree',
  rollouts,
  nodes: nodes.map(({ id, parent, action, query, queries, answer, written, visits, total }) => ({
    id: String(id),
    ...(parent < 0 ? {} : { parent: String(parent), kind: action.toUpperCase() }),
    label:
      parent < 0
        ? 'The question'
        : (query ?? queries?.join(' / ') ?? (written?.shortAnswer || written?.text) ?? answer ?? ''),
    visits,
    value: visits === 0 ? 0 : Math.round((total / visits) * 1000) / 1000,
  })),
});
